/** Assembly of element matrices: the pattern once, values as often as wanted, without searching. Elements connect nodes, and
 *  every node has `block` rows; a node of −1 is fixed and its rows are left out. */
import { InputError } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import { specialises } from "../core/specialise.js";
import type { Vec } from "../core/vec.js";

export interface ElementAssembly {
  readonly pattern: Sparsity;
  /** Adds an element's matrix, row by row with `block` rows a node, to the values of the whole: `matrix[first]`, and every `step`th number behind it. */
  add(element: number, matrix: Vec, values: Vec, first?: number, step?: number): void;
}

/** Elements of one kind: `perElement` nodes after another. */
export interface ElementList {
  readonly elements: Int32Array;
  readonly perElement: number;
}

export function elementAssembly(nodes: number, elements: Int32Array, perElement: number, block = 1): ElementAssembly {
  return elementAssemblies(nodes, [{ elements, perElement }], block)[0];
}

/** Several kinds of elements on the same nodes: their matrices are added on one pattern. */
export function elementAssemblies(nodes: number, lists: readonly ElementList[], block = 1): ElementAssembly[] {
  for (const { elements, perElement } of lists) {
    const odd = elements.findIndex((node) => node < -1 || node >= nodes);
    if (odd >= 0) {
      const element = Math.floor(odd / perElement);
      throw new InputError(`node ${elements[odd]} is outside 0 … ${nodes - 1}`, { key: `element ${element}` });
    }
  }
  const around = lists.map((list) => occurrences(nodes, list));
  const graph = nodeGraph(nodes, lists, around);
  const pattern = expanded(nodes, graph, block);
  const addOne = block === 3 && specialises() ? addTriples : addBlocks;
  return lists.map(({ elements, perElement }, l) => {
    const places = placesOf(lists[l], around[l], graph, block);
    const map = { perElement, block, places, strides: stridesOf(elements, graph, block) };
    return {
      pattern,
      add(element, matrix, values, first = 0, step = 1) {
        addOne(map, element, matrix, first, step, values);
      },
    };
  });
}

/** Where the blocks of element matrices go: all that adding one needs. */
interface ScatterMap {
  readonly perElement: number;
  readonly block: number;
  /** For every pair of nodes of every element. */
  readonly places: Int32Array;
  /** From a row to the next one of the same node, for every node of every element. */
  readonly strides: Int32Array;
}

/** The matrix of the element begins at `first` of `matrix`. */
function addBlocks(
  { perElement, block, places, strides }: ScatterMap,
  element: number,
  matrix: Vec,
  first: number,
  step: number,
  values: Vec,
): void {
  const width = perElement * block;
  for (let a = 0; a < perElement; a++) {
    const node = element * perElement + a;
    for (let b = 0; b < perElement; b++) {
      const place = places[node * perElement + b];
      if (place < 0) continue;
      for (let c = 0; c < block; c++) {
        const row = (a * block + c) * width + b * block;
        for (let d = 0; d < block; d++) values[place + c * strides[node] + d] += matrix[first + step * (row + d)];
      }
    }
  }
}

/** The same with the inner loops written out for three rows a node: more than twice as quick. */
function addTriples(
  { perElement, places, strides }: ScatterMap,
  element: number,
  matrix: Vec,
  first: number,
  step: number,
  values: Vec,
): void {
  const width = 3 * perElement * step;
  const twice = 2 * step;
  for (let a = 0; a < perElement; a++) {
    const node = element * perElement + a;
    const stride = strides[node];
    let from = first + 3 * a * width;
    const end = (node + 1) * perElement;
    for (let pair = node * perElement; pair < end; pair++, from += 3 * step) {
      const place = places[pair];
      if (place < 0) continue;
      values[place] += matrix[from];
      values[place + 1] += matrix[from + step];
      values[place + 2] += matrix[from + twice];
      const second = place + stride;
      const below = from + width;
      values[second] += matrix[below];
      values[second + 1] += matrix[below + step];
      values[second + 2] += matrix[below + twice];
      const third = second + stride;
      const last = below + width;
      values[third] += matrix[last];
      values[third + 1] += matrix[last + step];
      values[third + 2] += matrix[last + twice];
    }
  }
}

interface NodeGraph {
  readonly start: Int32Array;
  readonly neighbour: Int32Array;
}

/** The neighbours of every node, itself included, ascending. */
function nodeGraph(nodes: number, lists: readonly ElementList[], around: readonly Occurrences[]): NodeGraph {
  const start = new Int32Array(nodes + 1);
  const found = new Int32Array(
    lists.reduce((sum, { elements, perElement }) => sum + elements.length * perElement, nodes),
  );
  const seen = new Int32Array(nodes).fill(-1);
  let end = 0;
  for (let i = 0; i < nodes; i++) {
    found[end++] = i;
    seen[i] = i;
    for (let l = 0; l < lists.length; l++) {
      const { elements, perElement } = lists[l];
      const { first, place } = around[l];
      for (let k = first[i]; k < first[i + 1]; k++) {
        const element = place[k] - (place[k] % perElement);
        for (let a = 0; a < perElement; a++) {
          const other = elements[element + a];
          if (other < 0 || seen[other] === i) continue;
          seen[other] = i;
          found[end++] = other;
        }
      }
    }
    found.subarray(start[i], end).sort();
    start[i + 1] = end;
  }
  return { start, neighbour: found.slice(0, end) };
}

/** Where every node stands in a list of elements: node i at place[first[i]] … place[first[i + 1] − 1]. */
interface Occurrences {
  readonly first: Int32Array;
  readonly place: Int32Array;
}

function occurrences(nodes: number, { elements }: ElementList): Occurrences {
  const first = new Int32Array(nodes + 1);
  for (let k = 0; k < elements.length; k++) if (elements[k] >= 0) first[elements[k] + 1]++;
  for (let i = 0; i < nodes; i++) first[i + 1] += first[i];
  const place = new Int32Array(first[nodes]);
  const next = first.slice(0, nodes);
  for (let k = 0; k < elements.length; k++) if (elements[k] >= 0) place[next[elements[k]]++] = k;
  return { first, place };
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

/** Entries of a row of each node of each element: from a row of the node to its next. */
function stridesOf(elements: Int32Array, { start }: NodeGraph, block: number): Int32Array {
  return elements.map((node) => (node < 0 ? 0 : block * (start[node + 1] - start[node])));
}

/** Where the block of each pair of nodes of each element begins in the values; −1 where a node is fixed. */
function placesOf(
  { elements, perElement }: ElementList,
  { first, place }: Occurrences,
  { start, neighbour }: NodeGraph,
  block: number,
): Int32Array {
  const places = new Int32Array(elements.length * perElement).fill(-1);
  const blockOf = new Int32Array(start.length);
  for (let i = 0; i + 1 < start.length; i++) {
    // Node by node, what stands in its row is written down once and looked up by all its elements.
    for (let k = start[i]; k < start[i + 1]; k++)
      blockOf[neighbour[k]] = block * block * start[i] + block * (k - start[i]);
    for (let k = first[i]; k < first[i + 1]; k++) {
      const at = place[k];
      const element = at - (at % perElement);
      for (let b = 0; b < perElement; b++) {
        const other = elements[element + b];
        if (other >= 0) places[at * perElement + b] = blockOf[other];
      }
    }
  }
  return places;
}
