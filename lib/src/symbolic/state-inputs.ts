/** Expressions in the state: the inputs are t, the coordinates and their velocities; the velocity of `x` is `vx`. */
import type { Vec } from "../core/vec.js";
import { copy } from "./copy.js";
import { coneOf, type Graph, type Node } from "./dag.js";
import type { Rows } from "./pattern.js";

export const velocityOf = (coordinate: string): string => `v${coordinate}`;

export const stateNames = (coordinates: readonly string[]): string[] => [
  "t",
  ...coordinates,
  ...coordinates.map(velocityOf),
];

/** Where the inputs that belong to one part of the state begin and end. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

export const positions = (dof: number): Part => ({ from: 1, to: 1 + dof });
export const velocities = (dof: number): Part => ({ from: 1 + dof, to: 1 + 2 * dof });

/** Those of the partial derivatives that are by inputs of one part, as rows of a matrix. */
export function columnsOf(all: readonly ReadonlyMap<number, Node>[], { from, to }: Part): Rows {
  return all.map(
    (row) =>
      new Map([...row].filter(([input]) => input >= from && input < to).map(([input, node]) => [input - from, node])),
  );
}

/** Puts into `input` as much of the state as the roots read. */
export function stateLoader(graph: Graph, dof: number, roots: readonly Node[], input: Vec) {
  const read = coneOf(graph, roots).flatMap((node) =>
    graph.entries[node].kind === "input" ? [graph.entries[node].value] : [],
  );
  const reads = ({ from, to }: Part) => read.some((index) => index >= from && index < to);
  const readsPositions = reads(positions(dof));
  const readsVelocities = reads(velocities(dof));
  const q0 = input.subarray(1);
  const v0 = input.subarray(1 + dof);
  return (t: number, q: Vec, v: Vec) => {
    input[0] = t;
    if (readsPositions) copy(q, q0);
    if (readsVelocities) copy(v, v0);
  };
}
