/** What the code of explicit steps has in common: the state, the loop over the steps, the count of forces, and what many systems side by side need besides. */
import type { Node } from "../../symbolic/dag.js";
import type { Summation } from "../summation.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import type { StepCode } from "./implicit.js";
import { type MemberOptions, memberCode } from "./members.js";

/** Variables of a step. */
export interface ExplicitParts {
  readonly q: readonly Node[];
  readonly v: readonly Node[];
  /** Given by the caller: masses, or what follows from them. */
  readonly mass: readonly Node[];
  readonly h: Node;
  /** What sums of q and of another vector carry; zeros where sums are plain. */
  readonly carried: readonly [readonly Node[], readonly Node[]];
  /** What x + Δx has lost, for both vectors: to be assigned with the new state; nothing where sums are plain. */
  lost(positions: Sum, others: Sum): Assignment;
  /** Another vector that the method remembers. */
  vector(): readonly Node[];
  /** The force at the place. */
  force(): void;
}

export interface ExplicitScheme {
  /** What is remembered before what sums carry, as the general stepper has it. */
  readonly memory: readonly (readonly Node[])[];
  /** All that is remembered at the start, with the force there in `g`. */
  readonly begin: () => Assignment;
  /** A step up to the new state, which is assigned where a number is finite: that is asked for each step of a single system. */
  readonly step: () => Assignment & { readonly finite: Node; readonly q: readonly Node[] };
}

export interface Sum {
  readonly x: readonly Node[];
  readonly dx: readonly Node[];
  readonly sum: readonly Node[];
}

interface Assignment {
  readonly targets: readonly Node[];
  readonly values: readonly Node[];
}

export function explicitCode(
  forces: ForceCode,
  summation: Summation,
  many: MemberOptions | undefined,
  write: (parts: ExplicitParts) => ExplicitScheme,
): StepCode {
  const { graph, code, g } = forces;
  const { add, subtract } = graph;
  const { number, isLess, isBounded, lost } = formulas(graph);
  const n = g.length;
  const vector = () => code.cells(n);
  const [q, v] = [vector(), vector()];
  const carried = summation === "compensated" ? [vector(), vector()] : [];
  const mass = code.cells(n, "common");
  const [h, cancelling, count] = code.cells(3, "common");
  const counted = many === undefined || many.counts === true ? code.cells(4) : [];
  const at = (node: Node) => graph.entries[node].value;
  const member = many && memberCode(forces, { q, v }, many);
  const zeros = g.map(() => number(0));
  const [ofPositions = zeros, ofOthers = zeros] = carried;
  const { memory, begin, step } = write({
    q,
    v,
    mass,
    h,
    carried: [ofPositions, ofOthers],
    lost: (...sums) => ({
      targets: carried.flat(),
      values: carried.flatMap((_, k) => sums[k].x.map((x, i) => lost(x, sums[k].dx[i], sums[k].sum[i]))),
    }),
    vector,
    force() {
      forces.force();
      if (forces.counts && counted.length > 0) code.assign([counted[2]], [add(counted[2], number(1))]);
    },
  });
  member?.begin(() => {
    const { targets, values } = begin();
    code.assign(targets, values);
  });
  const loop = () =>
    code.loop(() => {
      code.when(isLess(count, number(1)), code.leave);
      const { targets, values, finite, q: next } = step();
      // What is not finite stays so: of many systems it is asked of those that have come to the end.
      if (many === undefined) code.when(isBounded(finite), () => {}, code.leave);
      const seen = member?.seen(next) ?? [];
      code.assign(
        [...targets, ...seen.map(([peak]) => peak), count],
        [...values, ...seen.map(([, value]) => value), subtract(count, number(1))],
      );
    });
  if (many === undefined) loop();
  else code.ordinary(loop);
  member?.end();
  return {
    procedure: code.finished(),
    layout: {
      q: at(q[0]),
      v: at(v[0]),
      memory: [...memory, ...carried].map(([first]) => at(first)),
      mass: at(mass[0]),
      h: at(h),
      cancelling: at(cancelling),
      count: at(count),
      work: counted.length > 0 ? at(counted[0]) : -1,
      ...(member && { member: member.layout }),
    },
  };
}
