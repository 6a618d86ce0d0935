/** The bound on the energy that growth.ts has, for many systems side by side: whether a member may have passed it. Only that is judged here; one that may have is run
 *  again by itself, and growth.ts tells what becomes of it. Its scale counts what has been booked as the work of loads, and nothing that is still to be, so that it is never the larger one. */
import type { Graph, Node } from "../../symbolic/dag.js";
import type { LanesModule } from "../../symbolic/lanes.js";
import type { ProcedureBuilder } from "../../symbolic/procedure.js";
import { formulas } from "./formulas.js";

/** Of that bound, ten times its scale, what is accepted without looking closer: sums of another order differ by rounding. */
const BOUND = 9.9;

/** Where these are in memory. */
export interface WatchLayout {
  /** The energy at the start, and the scale of the states that were looked at. */
  readonly start: number;
  readonly scale: number;
  /** The scale with the present state among them; 1 where that is as it should be, else 0. */
  readonly seen: number;
  readonly ordinary: number;
}

/** What is known of the present state. */
export interface Watched {
  readonly q: readonly Node[];
  readonly v: readonly Node[];
  readonly kinetic: Node;
  readonly potential: Node;
  /** The work of loads. */
  readonly supplied: Node;
}

/** `look` is written where a call ends. */
export function watchCode(
  graph: Graph,
  code: ProcedureBuilder,
): { look(of: Watched): void; readonly layout: WatchLayout } {
  const { add, subtract, multiply, larger } = graph;
  const { sum, size, number, isAtMost, isBounded, both } = formulas(graph);
  const [start, scale, seen, ordinary] = code.cells(4);
  const at = (node: Node) => graph.entries[node].value;
  return {
    look({ q, v, kinetic, potential, supplied }) {
      const gain = subtract(add(kinetic, potential), add(start, supplied));
      const explained = subtract(kinetic, larger(number(0), gain));
      code.assign([seen], [larger(larger(scale, size(supplied)), explained)]);
      const isWithin = isAtMost(size(gain), multiply(number(BOUND), seen));
      code.assign([ordinary], [both(isWithin, isBounded(sum([...q, ...v])))]);
    },
    layout: { start: at(start), scale: at(scale), seen: at(seen), ordinary: at(ordinary) },
  };
}

export interface Watch {
  /** What is known of a member when it starts, or goes on. */
  begin(lane: number, start: number, scale: number): void;
  /** The present states are looked at. */
  look(): void;
  /** Is that of a member as it should be? */
  isOrdinary(lane: number): boolean;
}

export function watchIn(memory: Float64Array, { place, lanes }: LanesModule, layout: WatchLayout): Watch {
  const [start, scale, seen, ordinary] = [layout.start, layout.scale, layout.seen, layout.ordinary].map(place);
  return {
    begin(lane, energy, size) {
      memory[start + lane] = energy;
      memory[scale + lane] = size;
    },
    look: () => memory.copyWithin(scale, seen, seen + lanes),
    isOrdinary: (lane) => memory[ordinary + lane] === 1,
  };
}
