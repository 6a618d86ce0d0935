/** Approximate minimum degree [amestoy1996]: eliminates the vertex with the (nearly) fewest neighbours, again and again.
 *
 *  The graph that elimination leaves is kept as a quotient graph: an eliminated vertex becomes an element, the clique of its
 *  neighbours, written once; a variable lists the elements it is in, then the variables it still touches directly.
 *  Degrees are bounded from above by sums over elements; variables that have become alike are merged; elements swallowed by
 *  a newer one are dropped. */
import type { Graph } from "./graph.js";

/** order[k] is the vertex eliminated k-th. */
export function minimumDegree(graph: Graph): Int32Array {
  const q = quotientGraph(graph);
  while (q.eliminated < q.total) eliminateNext(q);
  return q.order;
}

interface Quotient {
  readonly size: number;
  readonly total: number;
  eliminated: number;
  readonly order: Int32Array;
  placed: number;
  /** Room for all lists; the list of vertex or element i is room[start[i]] …, first its elements, then its variables. */
  room: Int32Array;
  free: number;
  readonly start: Int32Array;
  readonly length: Int32Array;
  readonly elements: Int32Array;
  /** Weight of a variable (negative while it is in the element being built), 0 once it is merged or eliminated. */
  readonly weight: Int32Array;
  /** Degree of a variable, size of an element (both weighted). */
  readonly degree: Int32Array;
  readonly alive: Uint8Array;
  /** Doubly linked lists of the variables of each degree, and the smallest degree that may be there. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  smallest: number;
  /** Vertices merged into one: a chain from each to the next. */
  readonly chain: Int32Array;
  readonly chainEnd: Int32Array;
  readonly mark: Int32Array;
  readonly bucket: Int32Array;
  stamp: number;
}

const ELEMENT = 2;
const VARIABLE = 1;
const GONE = 0;

function quotientGraph({ size, start, neighbour, weight }: Graph): Quotient {
  let total = 0;
  for (const w of weight) total += w;
  const room = new Int32Array(neighbour.length + (neighbour.length >> 1) + 2 * size + 16);
  room.set(neighbour);
  const q: Quotient = {
    size,
    total,
    eliminated: 0,
    order: new Int32Array(size),
    placed: 0,
    room,
    free: neighbour.length,
    start: start.slice(0, size),
    length: Int32Array.from({ length: size }, (_, i) => start[i + 1] - start[i]),
    elements: new Int32Array(size),
    weight: weight.slice(),
    degree: new Int32Array(size),
    alive: new Uint8Array(size).fill(VARIABLE),
    first: new Int32Array(total + 1).fill(-1),
    next: new Int32Array(size).fill(-1),
    previous: new Int32Array(size).fill(-1),
    smallest: 0,
    chain: new Int32Array(size).fill(-1),
    chainEnd: Int32Array.from({ length: size }, (_, i) => i),
    mark: new Int32Array(size),
    bucket: new Int32Array(size).fill(-1),
    stamp: 1,
  };
  for (let i = 0; i < size; i++) {
    for (let j = start[i]; j < start[i + 1]; j++) q.degree[i] += weight[neighbour[j]];
    enlist(q, i);
  }
  return q;
}

function enlist(q: Quotient, i: number): void {
  const d = q.degree[i];
  const head = q.first[d];
  q.next[i] = head;
  q.previous[i] = -1;
  if (head >= 0) q.previous[head] = i;
  q.first[d] = i;
  if (d < q.smallest) q.smallest = d;
}

function delist(q: Quotient, i: number): void {
  const { next, previous, first, degree } = q;
  if (next[i] >= 0) previous[next[i]] = previous[i];
  if (previous[i] >= 0) next[previous[i]] = next[i];
  else first[degree[i]] = next[i];
}

function eliminateNext(q: Quotient): void {
  while (q.first[q.smallest] < 0) q.smallest++;
  const pivot = q.first[q.smallest];
  delist(q, pivot);
  const pivotWeight = q.weight[pivot];
  makeRoom(q, q.degree[pivot] + 1);
  buildElement(q, pivot);
  measureElements(q, pivot);
  updateVariables(q, pivot, pivotWeight);
  mergeAlike(q, pivot);
  finishElement(q, pivot);
}

/** Moves all lists to the front of the room if fewer than `wanted` places are left behind them. */
function makeRoom(q: Quotient, wanted: number): void {
  if (q.free + wanted <= q.room.length) return;
  const living = Array.from(q.start.keys()).filter((i) => q.alive[i] !== GONE && q.length[i] > 0);
  living.sort((a, b) => q.start[a] - q.start[b]);
  let end = 0;
  for (const i of living) {
    q.room.copyWithin(end, q.start[i], q.start[i] + q.length[i]);
    q.start[i] = end;
    end += q.length[i];
  }
  q.free = end;
  if (end + wanted > q.room.length) {
    const larger = new Int32Array(2 * (end + wanted));
    larger.set(q.room.subarray(0, end));
    q.room = larger;
  }
}

/** The variables around the pivot, whether it touches them directly or through its elements, which die. */
function buildElement(q: Quotient, pivot: number): void {
  const { room, start, length, elements, weight, alive } = q;
  const begin = q.free;
  let end = begin;
  let size = 0;
  const pivotWeight = weight[pivot];
  weight[pivot] = -pivotWeight;
  const gather = (from: number, to: number) => {
    for (let p = from; p < to; p++) {
      const i = room[p];
      const w = weight[i];
      if (w <= 0) continue;
      weight[i] = -w;
      size += w;
      room[end++] = i;
      delist(q, i);
    }
  };
  const own = start[pivot];
  for (let p = own; p < own + elements[pivot]; p++) {
    const e = room[p];
    gather(start[e], start[e] + length[e]);
    alive[e] = GONE;
  }
  gather(own + elements[pivot], own + length[pivot]);
  start[pivot] = begin;
  length[pivot] = end - begin;
  elements[pivot] = 0;
  alive[pivot] = ELEMENT;
  q.degree[pivot] = size;
  q.free = end;
}

/** mark[e] − stamp = weight of element e outside the new one, for every element that shares variables with it. */
function measureElements(q: Quotient, pivot: number): void {
  const { room, start, length, elements, weight, degree, alive, mark } = q;
  // Marks of this round are at least the stamp; degrees never exceed the total.
  if (q.stamp > 2 ** 30 - q.total) {
    mark.fill(0);
    q.stamp = 1;
  }
  q.stamp += q.total + 1;
  const { stamp } = q;
  for (let p = start[pivot]; p < start[pivot] + length[pivot]; p++) {
    const i = room[p];
    const w = -weight[i];
    for (let r = start[i]; r < start[i] + elements[i]; r++) {
      const e = room[r];
      if (alive[e] !== ELEMENT) continue;
      mark[e] = (mark[e] >= stamp ? mark[e] : degree[e] + stamp) - w;
    }
  }
}

/** New lists and degrees of the variables of the new element; those left with nothing else are eliminated with the pivot. */
function updateVariables(q: Quotient, pivot: number, pivotWeight: number): void {
  const { room, start, length, elements, weight, degree, alive, mark, stamp } = q;
  let together = pivotWeight;
  for (let p = start[pivot]; p < start[pivot] + length[pivot]; p++) {
    const i = room[p];
    const begin = start[i];
    const elementEnd = begin + elements[i];
    const listEnd = begin + length[i];
    let end = begin;
    let bound = 0;
    for (let r = begin; r < elementEnd; r++) {
      const e = room[r];
      if (alive[e] !== ELEMENT) continue;
      const outside = mark[e] - stamp;
      if (outside > 0) {
        bound += outside;
        room[end++] = e;
      } else alive[e] = GONE; // all of it is in the new element
    }
    const kept = end;
    for (let r = elementEnd; r < listEnd; r++) {
      const j = room[r];
      if (weight[j] <= 0) continue; // in the new element, merged or eliminated
      bound += weight[j];
      room[end++] = j;
    }
    const w = -weight[i];
    if (end === begin) {
      together += w;
      append(q, pivot, i);
      weight[i] = 0;
      alive[i] = GONE;
      continue;
    }
    // The pivot takes the place of a lost entry: it, or an element now dead, was in the list.
    room[end] = room[kept];
    room[kept] = room[begin];
    room[begin] = pivot;
    elements[i] = kept - begin + 1;
    length[i] = end - begin + 1;
    degree[i] = Math.min(degree[i], bound);
  }
  weight[pivot] = 0;
  q.eliminated += together;
  for (let v = pivot; v >= 0; v = q.chain[v]) q.order[q.placed++] = v;
}

function append(q: Quotient, keeper: number, joining: number): void {
  q.chain[q.chainEnd[keeper]] = joining;
  q.chainEnd[keeper] = q.chainEnd[joining];
}

/** Variables of the new element with the same lists have the same neighbours from now on: one stands for both. */
function mergeAlike(q: Quotient, pivot: number): void {
  const { room, start, length, weight, bucket, next } = q;
  q.stamp += q.total + 1;
  const begin = start[pivot];
  const end = begin + length[pivot];
  for (let p = begin; p < end; p++) {
    const i = room[p];
    if (weight[i] === 0) continue;
    const slot = hashOf(q, i);
    next[i] = bucket[slot];
    bucket[slot] = i;
  }
  for (let p = begin; p < end; p++) {
    if (weight[room[p]] === 0) continue;
    const slot = hashOf(q, room[p]);
    for (let i = bucket[slot]; i >= 0; i = next[i]) mergeInto(q, i);
    bucket[slot] = -1;
  }
}

function hashOf({ room, start, length, size }: Quotient, i: number): number {
  let sum = 0;
  for (let p = start[i]; p < start[i] + length[i]; p++) sum += room[p];
  return sum % size;
}

/** Merges into i whatever follows it in its bucket and has the same list. */
function mergeInto(q: Quotient, i: number): void {
  const { room, start, length, elements, weight, mark, next } = q;
  if (next[i] < 0) return;
  const stamp = ++q.stamp;
  for (let p = start[i]; p < start[i] + length[i]; p++) mark[room[p]] = stamp;
  for (let before = i, j = next[i]; j >= 0; j = next[j]) {
    let same = length[j] === length[i] && elements[j] === elements[i];
    for (let p = start[j]; same && p < start[j] + length[j]; p++) same = mark[room[p]] === stamp;
    if (!same) {
      before = j;
      continue;
    }
    weight[i] += weight[j];
    weight[j] = 0;
    q.alive[j] = GONE;
    append(q, i, j);
    next[before] = next[j];
  }
}

function finishElement(q: Quotient, pivot: number): void {
  const { room, start, length, weight, degree } = q;
  const begin = start[pivot];
  let end = begin;
  let size = 0;
  for (let p = begin; p < begin + length[pivot]; p++) {
    const i = room[p];
    if (weight[i] === 0) continue;
    weight[i] = -weight[i];
    size += weight[i];
    room[end++] = i;
  }
  for (let p = begin; p < end; p++) {
    const i = room[p];
    // Three bounds: what is left, the old degree and the new lists, both without i itself.
    degree[i] = Math.min(q.total - q.eliminated - weight[i], degree[i] + size - weight[i]);
    enlist(q, i);
  }
  length[pivot] = end - begin;
  degree[pivot] = size;
  q.free = end;
  if (end === begin) q.alive[pivot] = GONE;
}
