/** Is it a mesh that everything else can rely on? Throws what is wrong with it. */
import { elementType } from "../../src/mesh/element-types.js";
import { blockStarts, type Mesh, nodeCount } from "../../src/mesh/mesh.js";

const require = (holds: boolean, what: string) => {
  if (!holds) throw new Error(`unsound: ${what}`);
};

const within = (list: ArrayLike<number>, most: number) => {
  for (let k = 0; k < list.length; k++) if (!(list[k] >= 0 && list[k] < most)) return false;
  return true;
};

export function requireSound(mesh: Mesh): void {
  const nodes = nodeCount(mesh);
  require(Number.isInteger(nodes), "points are not in threes");
  require(mesh.points.every(Number.isFinite), "a point is not finite");
  require(mesh.nodeNumbers === null || new Set(mesh.nodeNumbers).size === nodes, "nodes have the same number");
  const starts = blockStarts(mesh);
  const elements = starts[mesh.blocks.length];
  for (const { type, nodes: list, numbers } of mesh.blocks) {
    const { nodes: width } = elementType(type);
    require(list.length % width === 0, `an element of ${type} is not whole`);
    require(within(list, nodes), "an element has a node that is not there");
    require(numbers === null || numbers.length === list.length / width, "not every element has a number");
  }
  for (const group of mesh.groups) {
    require(within(
      group.of === "nodes" ? group.nodes : group.elements,
      group.of === "nodes" ? nodes : elements,
    ), `members of a group of ${group.of}`);
    if (group.of !== "sides") continue;
    require(group.sides.length === group.elements.length, "a side without an element");
    group.elements.forEach((element, k) => {
      const block = mesh.blocks[starts.findIndex((start) => start > element) - 1];
      require(group.sides[k] < elementType(block.type).sides.length, "an element has not that side");
    });
  }
}
