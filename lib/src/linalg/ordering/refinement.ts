/** Improves a vertex separator: a vertex that moves to one side pulls its neighbours on the other into the separator; the
 *  best such move is made again and again, also when it costs, and the best separator seen on the way is kept. */
import { type GainQueue, gainQueue } from "./gain-queue.js";
import type { Graph } from "./graph.js";

export const SEPARATOR = 2;

export interface Split {
  /** 0 or 1 for the parts, SEPARATOR between them. */
  readonly side: Uint8Array;
  /** Weights of the parts and of the separator. */
  readonly weights: [number, number, number];
}

/** Each part has at most this share of the weight. */
const LARGEST_SHARE = 0.6;
const PASSES = 10;

export function splitOf({ weight }: Graph, side: Uint8Array): Split {
  const weights: [number, number, number] = [0, 0, 0];
  for (let v = 0; v < side.length; v++) weights[side[v]] += weight[v];
  return { side, weights };
}

export function refine(graph: Graph, split: Split): void {
  const workspace = { queues: [gainQueue(graph.size), gainQueue(graph.size)], moved: new Uint8Array(graph.size) };
  for (let pass = 0; pass < PASSES; pass++) if (!improved(graph, split, workspace, pass)) return;
}

/** What the separator loses in weight if v moves to side `to`. */
function gainOf({ start, neighbour, weight }: Graph, side: Uint8Array, v: number, to: number): number {
  let gain = weight[v];
  for (let j = start[v]; j < start[v + 1]; j++) if (side[neighbour[j]] === 1 - to) gain -= weight[neighbour[j]];
  return gain;
}

interface Workspace {
  readonly queues: readonly GainQueue[];
  /** Vertices that left the separator in this pass; they do not leave it twice. */
  readonly moved: Uint8Array;
}

function improved(graph: Graph, split: Split, { queues, moved }: Workspace, pass: number): boolean {
  const { side, weights } = split;
  const { weight } = graph;
  moved.fill(0);
  // v, its new side, how many it pulled, and those: enough to undo.
  const history: number[] = [];
  let separatorSize = 0;
  for (const queue of queues) queue.clear();
  for (let v = 0; v < graph.size; v++) {
    if (side[v] !== SEPARATOR) continue;
    separatorSize++;
    for (let to = 0; to < 2; to++) queues[to].insert(v, gainOf(graph, side, v, to));
  }
  const largest = Math.max(LARGEST_SHARE * (weights[0] + weights[1] + weights[2]), weights[0], weights[1]);
  const patience = Math.min(5 * separatorSize, 50);
  const before = weights[SEPARATOR];
  const beforeDifference = Math.abs(weights[0] - weights[1]);
  let best = before;
  let bestDifference = beforeDifference;
  let bestLength = 0;
  let waited = 0;
  while (!(queues[0].empty && queues[1].empty) && waited < patience) {
    const to = choice(queues, weights, weight, largest, pass);
    if (to < 0) break;
    const v = queues[to].top();
    move(graph, split, queues, moved, v, to, history);
    const difference = Math.abs(weights[0] - weights[1]);
    if (weights[SEPARATOR] < best || (weights[SEPARATOR] === best && difference < bestDifference)) {
      best = weights[SEPARATOR];
      bestDifference = difference;
      bestLength = history.length;
      waited = 0;
    } else waited++;
  }
  undo(graph, split, history, bestLength);
  return best < before || (best === before && bestDifference < beforeDifference);
}

/** The side with the better move, unless that side is full. */
function choice(
  queues: readonly GainQueue[],
  weights: readonly number[],
  weight: Int32Array,
  largest: number,
  pass: number,
): number {
  const gains = queues.map((queue, to) => {
    if (queue.empty) return -Infinity;
    const v = queue.top();
    return weights[to] + weight[v] > largest ? -Infinity : queue.gainOf(v);
  });
  if (gains[0] === -Infinity && gains[1] === -Infinity) return -1;
  if (gains[0] !== gains[1]) return gains[0] > gains[1] ? 0 : 1;
  if (weights[0] !== weights[1]) return weights[0] < weights[1] ? 0 : 1;
  return pass % 2;
}

function move(
  graph: Graph,
  { side, weights }: Split,
  queues: readonly GainQueue[],
  moved: Uint8Array,
  v: number,
  to: number,
  history: number[],
): void {
  const { start, neighbour, weight } = graph;
  const other = 1 - to;
  for (const queue of queues) if (queue.has(v)) queue.remove(v);
  side[v] = to;
  moved[v] = 1;
  weights[SEPARATOR] -= weight[v];
  weights[to] += weight[v];
  let pulled = 0;
  for (let j = start[v]; j < start[v + 1]; j++) {
    const u = neighbour[j];
    if (side[u] === SEPARATOR) {
      if (queues[other].has(u)) queues[other].change(u, -weight[v]);
    } else if (side[u] === other) {
      side[u] = SEPARATOR;
      weights[other] -= weight[u];
      weights[SEPARATOR] += weight[u];
      history.push(u);
      pulled++;
      for (let k = start[u]; k < start[u + 1]; k++) {
        const x = neighbour[k];
        if (side[x] === SEPARATOR && queues[to].has(x)) queues[to].change(x, weight[u]);
      }
      if (moved[u] === 1) continue;
      for (let s = 0; s < 2; s++) queues[s].insert(u, gainOf(graph, side, u, s));
    }
  }
  history.push(v, to, pulled);
}

function undo({ weight }: Graph, { side, weights }: Split, history: number[], length: number): void {
  while (history.length > length) {
    const pulled = history.pop() as number;
    const to = history.pop() as number;
    const v = history.pop() as number;
    side[v] = SEPARATOR;
    weights[to] -= weight[v];
    weights[SEPARATOR] += weight[v];
    for (let k = 0; k < pulled; k++) {
      const u = history.pop() as number;
      side[u] = 1 - to;
      weights[SEPARATOR] -= weight[u];
      weights[1 - to] += weight[u];
    }
  }
}
