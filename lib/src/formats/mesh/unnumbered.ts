/** What is said of a mesh in a format that counts its nodes and elements instead of numbering them. */
import { blocksWithStart } from "../../mesh/boundary-elements.js";
import { elementCount, type Mesh, nodeCount } from "../../mesh/mesh.js";

export function numbersLost(mesh: Mesh): string[] {
  const isCounted = (numbers: Int32Array | null, first: number) =>
    numbers === null || numbers.every((number, k) => number === first + k + 1);
  const lost = [
    ...(isCounted(mesh.nodeNumbers, 0) ? [] : [`nodes become 1 to ${nodeCount(mesh)}`]),
    ...(Array.from(blocksWithStart(mesh)).every(({ block, first }) => isCounted(block.numbers, first))
      ? []
      : [`elements become 1 to ${elementCount(mesh)}`]),
  ];
  return lost.length === 0
    ? []
    : [`the format has no place for numbers: those of ${lost.join(", those of ")}, in the order of the file`];
}
