/** Where the generated code of a step gets its forces from: out of the expression that the potential is, as part of the code; or, where
 *  the system is written as functions, by calling these. */
import type { Sparsity } from "../../core/matrix.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { emptyGraph, type Graph, type Node } from "../../symbolic/dag.js";
import { partials, secondPartials } from "../../symbolic/derivative.js";
import { differenceFormula } from "../../symbolic/difference-rules.js";
import { type Built, slopeRows, slopesBetween } from "../../symbolic/discrete-gradient.js";
import { endsOf } from "../../symbolic/ends.js";
import { type ProcedureBuilder, procedure } from "../../symbolic/procedure.js";
import { hasSteepProducts } from "../../symbolic/steep-products.js";
import { secantCalls } from "./secant-calls.js";
import { secantForce } from "./secant-force.js";

/** `place`: ∇V and ∇²V at a place; `ends`: the discrete gradient between two, and its derivative by the second; `secant`: the same for systems that have none, out of
 *  V, ∇V and ∇²V (secant-force.ts). */
export type ForceKind = "place" | "ends" | "secant";

export interface ForceCode {
  readonly graph: Graph;
  readonly code: ProcedureBuilder;
  /** Where the force is taken: variables, to be assigned before. Of two ends, first the one, then the other. */
  readonly place: readonly Node[];
  /** The force, and its tangent by rows, as they were found last. */
  readonly g: readonly Node[];
  readonly K: readonly (readonly Node[])[];
  /** V at both ends, where terms may cancel in the force so that its work has to be compared with their difference; else absent. */
  readonly potentials?: readonly [Node, Node];
  /** V and ∇V at the first place, where they are expressions. */
  readonly at?: { readonly potential: Node; readonly gradient: readonly Node[] };
  /** What a step with a secant term needs besides; else absent. */
  readonly secant?: SecantCode;
  /** Does the code compute forces itself, and have to count them? */
  readonly counts: boolean;
  force(): void;
  forceAndTangent(): void;
}

export interface SecantCode {
  /** Δu: variables, to be assigned with the place. */
  readonly du: readonly Node[];
  /** Cells, for the directions of translations one after another. */
  readonly given: readonly Node[];
  /** Nothing is known of any place. */
  begin(): void;
  /** A step starts from the first place. */
  open(): void;
  /** The tangent, by rows, of the force last found. */
  differentiate(): void;
  /** The sizes of terms that cancel in the force last found: V at both ends, divided by the displacement. */
  readonly terms: readonly Node[];
  /** Writes the question whether what is left of the equations at the place looked at last is rounding; returns the answer, a variable. `S`: the sizes of their
   *  terms; `reach`: those of the terms that the place is a sum of. */
  isRounding(left: { readonly r: readonly Node[]; readonly S: readonly Node[]; readonly reach: readonly Node[] }): Node;
  /** Writes the question whether the work of the force is known, the residual `r` does none, and no force is along a translation; returns the answer. */
  isSound(r: readonly Node[], cancelling: Node): Node;
}

/** Out of an expression of n coordinates. */
export function expressedForce({ graph, root }: Built, n: number, kind: ForceKind): ForceCode {
  const places = kind === "place" ? n : 2 * n;
  const code = procedure(graph, places);
  const zero = graph.constant(0);
  const first = kind === "place" ? partials(graph, root) : null;
  const vectorOf = (entries: ReadonlyMap<number, Node>) => Array.from({ length: n }, (_, i) => entries.get(i) ?? zero);
  const slopes = first === null ? slopesBetween(graph, root, n) : vectorOf(first);
  const second = first === null ? null : secondPartials(graph, first);
  const rows = second === null ? slopeRows(graph, slopes) : slopes.map((_, i) => second.get(i) ?? new Map());
  const symmetric = kind === "place";
  const potentials = kind === "ends" && hasSteepProducts(graph, root) && bothEnds(graph, root, n);
  const g = code.variables(n);
  // What does not depend on the place needs no variable, and what is zero costs nothing.
  const targets: Node[] = [];
  const values: Node[] = [];
  const K: Node[][] = Array.from({ length: n }, () => []);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const entry = rows[i].get(j) ?? zero;
      if (graph.isSteady(entry)) K[i][j] = entry;
      else if (symmetric && j < i) K[i][j] = K[j][i];
      else {
        [K[i][j]] = code.variables(1);
        targets.push(K[i][j]);
        values.push(entry);
      }
    }
  }
  return {
    graph,
    code,
    place: Array.from({ length: places }, (_, i) => graph.input(i)),
    g,
    K,
    ...(potentials && { potentials }),
    at: {
      potential: root,
      get gradient() {
        return first === null ? vectorOf(partials(graph, root)) : slopes;
      },
    },
    counts: true,
    force: () => code.assign(g, slopes),
    forceAndTangent: () => code.assign([...g, ...targets], [...slopes, ...values]),
  };
}

const bothEnds = (graph: Graph, root: Node, n: number) =>
  [root, endsOf(graph, n, differenceFormula).after(root)] as const;

/** By calling functions of the system: the first for forces, the second for tangents, whose entries are those of the pattern. */
export function calledForce(n: number, kind: ForceKind, pattern: Sparsity, translations = 0): ForceCode {
  if (kind === "secant") return secantForce(n, pattern, translations);
  const { rowStart, column } = pattern;
  const graph = emptyGraph();
  const places = kind === "place" ? n : 2 * n;
  const code = procedure(graph, places);
  const place = Array.from({ length: places }, (_, i) => graph.input(i));
  const zero = graph.constant(0);
  const g = code.variables(n);
  const entries = code.variables(column.length);
  const K = g.map(() => new Array<Node>(n).fill(zero));
  for (let i = 0; i < n; i++) for (let k = rowStart[i]; k < rowStart[i + 1]; k++) K[i][column[k]] = entries[k];
  const force = () => code.call(0, place, g);
  return {
    graph,
    code,
    place,
    g,
    K,
    counts: false,
    force,
    forceAndTangent() {
      force();
      code.call(1, place, entries);
    },
  };
}

/** The pattern of the tangent; without one nothing asks for its entries. */
export function patternOf({ dof, tangent, discreteGradient }: System, kind: ForceKind): Sparsity {
  const pattern = kind === "ends" ? discreteGradient?.tangent.pattern : tangent?.pattern;
  return pattern ?? { size: dof, rowStart: new Int32Array(dof + 1), column: new Int32Array(0) };
}

/** The functions that `calledForce` calls, on the memory of an instance. */
export function callsOf(system: System, kind: ForceKind): (memory: Vec) => readonly (() => void)[] {
  const n = system.dof;
  const { tangent, discreteGradient } = system;
  if (kind === "secant") return (memory) => secantCalls(system, memory);
  return (memory) => {
    const places = kind === "place" ? n : 2 * n;
    const [a, b] = [memory.subarray(0, n), memory.subarray(places - n, places)];
    const g = memory.subarray(places, places + n);
    const entries = memory.subarray(places + n, places + n + patternOf(system, kind).column.length);
    if (kind === "place") {
      return [() => system.gradient(a, g), ...(tangent === null ? [] : [() => tangent.values(a, entries)])];
    }
    if (discreteGradient === null) return [];
    const { between, tangent: slope } = discreteGradient;
    return [() => between(a, b, g), () => slope.values(a, b, entries)];
  };
}
