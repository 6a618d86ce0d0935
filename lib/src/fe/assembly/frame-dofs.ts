/** The degrees of freedom of a frame. */
import { InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import { constrainedDirections, type NodalSupport } from "../boundary/supports.js";
import type { FrameDescription } from "../frame-description.js";
import { DIRECTIONS, type Direction, type Dofs, numbered } from "./dofs.js";

const AXES = { 2: [0, 1, 5], 3: [0, 1, 2, 3, 4, 5] } as const;

/** The directions that nodes have in the plane and in space. */
export const axesOf = (dimension: 2 | 3): readonly Direction[] => AXES[dimension];

export const supportsOf = ({ supports }: FrameDescription): NodalSupport[] =>
  supports.map(({ node, direction, motion }) => ({ nodes: [node], direction, motion }));

/** `stiffness` and `mass` are those of all directions of all nodes. A rotation that nothing resists and nothing weighs down, as where all
 *  members are hinged, is no unknown. */
export function frameDofs(parts: FrameDescription, stiffness: Matrix, mass: Matrix): Dofs<number> {
  const { nodes, dimension } = parts;
  const axes = axesOf(dimension);
  const name = (node: number) => nodes[node].name;
  const constrained = constrainedDirections(supportsOf(parts), nodes.length, name);
  nodes.forEach((_, node) => {
    axes.forEach((direction, d) => {
      const place = node * axes.length + d;
      if (constrained[6 * node + direction] === 1 || !isEmpty(stiffness, place) || !isEmpty(mass, place)) return;
      const where = `node ${name(node)}, direction ${DIRECTIONS[direction]}`;
      if (direction >= 3) {
        refuseMoment(parts, node, direction, where);
        constrained[6 * node + direction] = 1;
      } else {
        throw new InputError(
          `${where}, is not restrained: no member and no spring reaches it; connect it or leave it out`,
          { key: "nodes" },
        );
      }
    });
  });
  return numbered({
    axes,
    used: new Uint8Array(nodes.length).fill(1),
    constrained,
    name,
    label: (direction, node) => `${direction.startsWith("r") ? "" : "u"}${direction}_${node}`,
  });
}

/** Nothing would take it up. */
function refuseMoment({ loads }: FrameDescription, node: number, direction: Direction, where: string): void {
  if (!loads.some(({ action }) => action.kind === "node" && action.node === node && action.direction === direction))
    return;
  throw new InputError(
    `${where}, is not restrained: a moment acts there, and all members are hinged; connect one of them, or leave the moment out`,
    { key: "loads" },
  );
}

function isEmpty({ pattern, values }: Matrix, row: number): boolean {
  for (let j = pattern.rowStart[row]; j < pattern.rowStart[row + 1]; j++) if (values[j] !== 0) return false;
  return true;
}
