/** What the code of a step has besides, where it is generated for many systems side by side: it begins at the start of a motion by itself, keeps the largest
 *  displacements, and tells the energy of the state in which it ends. */
import type { Node } from "../../symbolic/dag.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import { type WatchLayout, watchCode } from "./watch.js";

export interface MemberOptions {
  /** Are the largest displacements kept? */
  readonly peaks: boolean;
  /** Is the work of each counted? */
  readonly counts?: boolean;
}

/** What code counts, in its order. */
export const COUNTED = ["iterations", "factorizations", "gradients", "tangents"] as const;

/** Where these are in memory. */
export interface MemberLayout {
  /** 1 at the start, else 0. */
  readonly fresh: number;
  readonly inertia: number;
  readonly kinetic: number;
  readonly potential: number;
  /** Of every coordinate; null where they are not kept. */
  readonly peaks: number | null;
  readonly watch: WatchLayout;
}

export interface MemberCode {
  /** Written before the loop over the steps: `start` is what the method remembers in the beginning, with ∇V at the start in `g`. */
  begin(start: () => void): void;
  /** The largest displacements with q among them. */
  seen(q: readonly Node[]): readonly (readonly [Node, Node])[];
  /** Written in the end. */
  end(): void;
  readonly inertia: readonly Node[];
  readonly layout: MemberLayout;
}

export function memberCode(
  forces: ForceCode,
  { q, v }: { readonly q: readonly Node[]; readonly v: readonly Node[] },
  { peaks }: MemberOptions,
): MemberCode {
  const { graph, code, place, g, at: expressed } = forces;
  const { multiply, choose } = graph;
  const { sum, number, size, isLess } = formulas(graph);
  if (expressed === undefined) throw new Error("the potential is no expression");
  const n = q.length;
  const [fresh, kinetic, potential] = code.cells(3);
  const inertia = code.cells(n, "common");
  const largest = peaks ? code.cells(n) : [];
  const watch = watchCode(graph, code);
  const at = (node: Node) => graph.entries[node].value;
  /** As a peak is found alone: what is not a number is not larger. */
  const larger = (peak: Node, other: Node): Node => choose(isLess(peak, other), other, peak);
  return {
    inertia,
    begin(start) {
      code.when(isLess(number(0), fresh), () => {
        code.assign(place.slice(0, n), q);
        code.assign(g, expressed.gradient);
        start();
        code.assign([fresh, ...largest], [number(0), ...largest.map((_, i) => larger(number(0), size(q[i])))]);
      });
    },
    seen: (next) => largest.map((peak, i) => [peak, larger(peak, size(next[i]))] as const),
    end() {
      code.assign(place.slice(0, n), q);
      const twice = sum(v.map((entry, i) => multiply(entry, multiply(inertia[i], entry))));
      code.assign([kinetic, potential], [multiply(number(0.5), twice), expressed.potential]);
      watch.look({ q, v, kinetic, potential, supplied: number(0) });
    },
    layout: {
      fresh: at(fresh),
      inertia: at(inertia[0]),
      kinetic: at(kinetic),
      potential: at(potential),
      peaks: peaks ? at(largest[0]) : null,
      watch: watch.layout,
    },
  };
}
