/** The coordinates of a frame: which directions of its nodes there are, and which of them are free, prescribed or fixed. */
import { InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import type { Signal } from "../../core/signal.js";
import { FRAME_DIRECTIONS, type FrameDescription, type FrameDirection } from "./description.js";

export interface FrameCoordinates {
  readonly directions: readonly FrameDirection[];
  /** Of all nodes and directions, fixed or not. */
  readonly count: number;
  /** The place of a direction of a node among all. */
  at(node: number, direction: FrameDirection): number;
  /** `ux_a`, `rz_a`. */
  readonly labels: readonly string[];
}

export function frameCoordinates({
  dimension,
  nodes,
}: Pick<FrameDescription, "dimension" | "nodes">): FrameCoordinates {
  const directions: readonly FrameDirection[] = dimension === 2 ? [0, 1, 5] : [0, 1, 2, 3, 4, 5];
  const per = directions.length;
  return {
    directions,
    count: nodes.length * per,
    at: (node, direction) => node * per + directions.indexOf(direction),
    labels: nodes.flatMap(({ name }) => directions.map((direction) => labelOf(name, direction))),
  };
}

const labelOf = (node: string, direction: FrameDirection) =>
  `${direction < 3 ? "u" : ""}${FRAME_DIRECTIONS[direction]}_${node}`;

export interface Partition {
  /** The coordinates that are unknown. */
  readonly free: Int32Array;
  readonly led: Int32Array;
  readonly motions: readonly Signal[];
}

/** A rotation that nothing resists and nothing weighs down, as where all members are hinged, is no unknown. */
export function partitionOf(
  { nodes, supports }: FrameDescription,
  coordinates: FrameCoordinates,
  stiffness: Matrix,
  mass: Matrix,
): Partition {
  const { directions, count, at } = coordinates;
  const state = new Uint8Array(count);
  const led: number[] = [];
  const motions: Signal[] = [];
  for (const { node, direction, motion } of supports) {
    const place = at(node, direction);
    if (state[place] !== 0) continue;
    state[place] = 1;
    if (motion === null) continue;
    led.push(place);
    motions.push(motion);
  }
  nodes.forEach(({ name }, node) => {
    for (const direction of directions) {
      const place = at(node, direction);
      if (state[place] !== 0 || !isEmpty(stiffness, place)) continue;
      if (!isEmpty(mass, place)) continue;
      if (direction >= 3) state[place] = 1;
      else {
        const where = `node ${name}, direction ${FRAME_DIRECTIONS[direction]}`;
        throw new InputError(
          `${where}, is not restrained: no member and no spring reaches it; connect it or leave it out`,
          {
            key: "nodes",
          },
        );
      }
    }
  });
  const free = Int32Array.from({ length: count }, (_, i) => i).filter((i) => state[i] === 0);
  return { free, led: Int32Array.from(led), motions };
}

function isEmpty({ pattern, values }: Matrix, row: number): boolean {
  for (let j = pattern.rowStart[row]; j < pattern.rowStart[row + 1]; j++) if (values[j] !== 0) return false;
  return true;
}
