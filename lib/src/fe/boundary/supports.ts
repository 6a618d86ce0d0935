/** Supports: directions of nodes that are fixed, or have prescribed displacements. */
import { InputError } from "../../core/failure.js";
import type { Signal } from "../../core/signal.js";
import { DIRECTIONS, type Direction } from "../assembly/dofs.js";

/** One direction of some nodes. */
export interface NodalSupport {
  readonly nodes: ArrayLike<number>;
  readonly direction: Direction;
  /** The displacement or rotation; null: fixed. */
  readonly motion: Signal | null;
}

/** One for every direction of every node that is fixed or prescribed, six a node. A direction has one support. */
export function constrainedDirections(
  supports: readonly NodalSupport[],
  nodeCount: number,
  name: (node: number) => string | number,
): Uint8Array {
  const constrained = new Uint8Array(6 * nodeCount);
  const motions = new Map<number, Signal | null>();
  for (const { nodes, direction, motion } of supports) {
    for (let k = 0; k < nodes.length; k++) {
      const at = 6 * nodes[k] + direction;
      if (constrained[at] === 1 && motions.get(at) !== motion) {
        throw new InputError(
          `node ${name(nodes[k])} is fixed and has a prescribed displacement, or has two prescribed displacements, in direction ${DIRECTIONS[direction]}; give one support`,
          { key: "supports" },
        );
      }
      constrained[at] = 1;
      motions.set(at, motion);
    }
  }
  return constrained;
}
