/** Elements of a block that repeat earlier ones: the same nodes, in any order. */
import { elementType } from "./element-types.js";
import { type ElementBlock, sizeOf } from "./mesh.js";

/** For every element the first one with the same nodes; itself where it is the first. In time proportional to the block. */
export function firstOfEach({ type, nodes }: Pick<ElementBlock, "type" | "nodes">): Int32Array {
  const { nodes: width, corners } = elementType(type);
  const size = sizeOf({ type, nodes, numbers: null });
  const buckets = 1 << Math.ceil(Math.log2(Math.max(2, size)));
  const head = new Int32Array(buckets).fill(-1);
  const next = new Int32Array(size);
  const first = new Int32Array(size);
  for (let e = 0; e < size; e++) {
    const bucket = hashOf(nodes, e * width, corners) & (buckets - 1);
    let other = head[bucket];
    while (other >= 0 && !sameNodes(nodes, e * width, other * width, corners)) other = next[other];
    first[e] = other < 0 ? e : other;
    if (other >= 0) continue;
    next[e] = head[bucket];
    head[bucket] = e;
  }
  return first;
}

/** Of a set: the same in any order. */
function hashOf(nodes: Int32Array, at: number, count: number): number {
  let sum = 0;
  for (let k = at; k < at + count; k++) {
    let x = Math.imul(nodes[k] ^ 0x9e3779b9, 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 15), 0xc2b2ae35);
    sum = (sum + (x ^ (x >>> 13))) | 0;
  }
  return sum ^ (sum >>> 16);
}

function sameNodes(nodes: Int32Array, a: number, b: number, count: number): boolean {
  for (let k = a; k < a + count; k++) {
    let found = false;
    for (let l = b; l < b + count && !found; l++) found = nodes[l] === nodes[k];
    if (!found) return false;
  }
  return true;
}
