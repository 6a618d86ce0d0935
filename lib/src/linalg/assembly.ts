/** Assembly of element matrices: the pattern once, values as often as wanted, without searching. Elements connect nodes, and
 *  every node has `block` rows; a node of −1 is held and its rows are left out. */
import { InputError } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";

export interface ElementAssembly {
  readonly pattern: Sparsity;
  /** Adds an element's matrix, row by row with `block` rows a node, to the values of the whole. */
  add(element: number, matrix: Vec, values: Vec): void;
}

/** `elements` holds `perElement` nodes after another. */
export function elementAssembly(nodes: number, elements: Int32Array, perElement: number, block = 1): ElementAssembly {
  const odd = elements.findIndex((node) => node < -1 || node >= nodes);
  if (odd >= 0) {
    const element = Math.floor(odd / perElement);
    throw new InputError(`node ${elements[odd]} is outside 0 … ${nodes - 1}`, { key: `element ${element}` });
  }
  const graph = nodeGraph(nodes, elements, perElement);
  const pattern = expanded(nodes, graph, block);
  const places = placesOf(elements, perElement, graph, block);
  const width = perElement * block;

  return {
    pattern,
    add(element, matrix, values) {
      for (let a = 0; a < perElement; a++) {
        const node = elements[element * perElement + a];
        if (node < 0) continue;
        const stride = block * (graph.start[node + 1] - graph.start[node]);
        for (let b = 0; b < perElement; b++) {
          const place = places[(element * perElement + a) * perElement + b];
          if (place < 0) continue;
          for (let c = 0; c < block; c++) {
            const row = (a * block + c) * width + b * block;
            for (let d = 0; d < block; d++) values[place + c * stride + d] += matrix[row + d];
          }
        }
      }
    },
  };
}

interface NodeGraph {
  readonly start: Int32Array;
  readonly neighbour: Int32Array;
}

/** The neighbours of every node, itself included, ascending. */
function nodeGraph(nodes: number, elements: Int32Array, perElement: number): NodeGraph {
  const first = new Int32Array(nodes + 1);
  for (const node of elements) if (node >= 0) first[node + 1]++;
  for (let i = 0; i < nodes; i++) first[i + 1] += first[i];
  const around = new Int32Array(first[nodes]);
  const next = first.slice(0, nodes);
  elements.forEach((node, k) => {
    if (node >= 0) around[next[node]++] = Math.floor(k / perElement);
  });
  const start = new Int32Array(nodes + 1);
  const lists: Int32Array[] = [];
  const seen = new Int32Array(nodes).fill(-1);
  for (let i = 0; i < nodes; i++) {
    const found = [i];
    seen[i] = i;
    for (let k = first[i]; k < first[i + 1]; k++) {
      for (let a = 0; a < perElement; a++) {
        const other = elements[around[k] * perElement + a];
        if (other < 0 || seen[other] === i) continue;
        seen[other] = i;
        found.push(other);
      }
    }
    lists.push(Int32Array.from(found).sort());
    start[i + 1] = start[i] + found.length;
  }
  const neighbour = new Int32Array(start[nodes]);
  lists.forEach((list, i) => {
    neighbour.set(list, start[i]);
  });
  return { start, neighbour };
}

function expanded(nodes: number, { start, neighbour }: NodeGraph, block: number): Sparsity {
  const size = nodes * block;
  const rowStart = new Int32Array(size + 1);
  const column = new Int32Array(neighbour.length * block * block);
  let end = 0;
  for (let i = 0; i < nodes; i++) {
    for (let c = 0; c < block; c++) {
      for (let k = start[i]; k < start[i + 1]; k++) {
        for (let d = 0; d < block; d++) column[end++] = neighbour[k] * block + d;
      }
      rowStart[i * block + c + 1] = end;
    }
  }
  return { size, rowStart, column };
}

/** Where the block of each pair of nodes of each element begins in the values; −1 where a node is held. */
function placesOf(
  elements: Int32Array,
  perElement: number,
  { start, neighbour }: NodeGraph,
  block: number,
): Int32Array {
  const places = new Int32Array(elements.length * perElement).fill(-1);
  elements.forEach((node, k) => {
    if (node < 0) return;
    const element = k - (k % perElement);
    for (let b = 0; b < perElement; b++) {
      const other = elements[element + b];
      if (other < 0) continue;
      let low = start[node];
      let high = start[node + 1] - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (neighbour[middle] < other) low = middle + 1;
        else high = middle;
      }
      places[k * perElement + b] = block * block * start[node] + block * (low - start[node]);
    }
  });
  return places;
}
