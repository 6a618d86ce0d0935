/** The bodies that a mesh is made of: nodes that elements connect, however far. */
import { elementType } from "./element-types.js";
import { type Mesh, nodeCount } from "./mesh.js";

/** For every node the number of its body, −1 where no element has it. */
export function connectedBodies(mesh: Mesh): Int32Array {
  const parent = Int32Array.from({ length: nodeCount(mesh) }, (_, node) => node);
  const root = (node: number): number => {
    let at = node;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  const used = new Uint8Array(parent.length);
  for (const { type, nodes } of mesh.blocks) {
    const perElement = elementType(type).nodes;
    for (let k = 0; k < nodes.length; k++) {
      used[nodes[k]] = 1;
      parent[root(nodes[k])] = root(nodes[k - (k % perElement)]);
    }
  }
  const numbers = new Map<number, number>();
  return Int32Array.from(parent, (_, node) => {
    if (used[node] === 0) return -1;
    const own = root(node);
    const number = numbers.get(own) ?? numbers.size;
    numbers.set(own, number);
    return number;
  });
}
