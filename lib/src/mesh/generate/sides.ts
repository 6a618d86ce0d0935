/** Named sides of a mesh: those whose nodes all lie where the name says. */
import { elementType } from "../element-types.js";
import type { Group, Mesh } from "../mesh.js";

/** Of the elements of the first block. */
export function sidesWhere({ blocks: [block] }: Mesh, name: string, lies: (node: number) => boolean): Group {
  const { nodes: width, sides } = elementType(block.type);
  const elements: number[] = [];
  const numbers: number[] = [];
  const count = block.nodes.length / width;
  for (let element = 0; element < count; element++) {
    sides.forEach((side, s) => {
      if (!side.nodes.every((node) => lies(block.nodes[element * width + node]))) return;
      elements.push(element);
      numbers.push(s);
    });
  }
  return { name, of: "sides", elements: Int32Array.from(elements), sides: Uint8Array.from(numbers) };
}

const NAMES: readonly (readonly (readonly [string, string])[])[] = [
  [["left", "right"]],
  [
    ["left", "right"],
    ["bottom", "top"],
  ],
  [
    ["left", "right"],
    ["front", "back"],
    ["bottom", "top"],
  ],
];

/** left and right (x), front and back (y), bottom and top (z); in the plane left and right, bottom and top (y). */
export const boxSides = (dimension: number): readonly (readonly [string, string])[] => NAMES[dimension - 1];

/** Whether a coordinate of a node has this value: generators place the nodes of a side exactly. */
export function onPlane({ points }: Mesh, direction: number, value: number): (node: number) => boolean {
  return (node) => points[3 * node + direction] === value;
}
