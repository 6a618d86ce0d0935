/** Vertex separators: a few vertices whose removal leaves two parts of about the same weight without an edge between them.
 *  Found on a coarse graph by growing regions from random vertices, carried back level by level and improved at each by
 *  moving vertices out of the separator, the way of Fiduccia and Mattheyses [fiduccia1982, ashcraft1998]. */
import { permutation } from "../../core/random.js";
import { type Coarsening, coarsen, type WeightedGraph, withUnitEdges } from "./coarsening.js";
import type { Graph } from "./graph.js";
import { refine, SEPARATOR, type Split, splitOf } from "./refinement.js";

/** Coarsening ends here; growing regions from several starts costs nothing on so few vertices. */
const COARSEST = 60;
const STARTS = 5;
const ATTEMPTS = 2;

/** The better of a few independent separators: where one lands is partly luck. */
export function separate(graph: Graph, random: () => number): Split {
  let best = multilevel(graph, random);
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const other = multilevel(graph, random);
    if (worth(other) < worth(best)) best = other;
  }
  return best;
}

function multilevel(graph: Graph, random: () => number): Split {
  const levels: Coarsening[] = [];
  let total = 0;
  for (const w of graph.weight) total += w;
  const finest = withUnitEdges(graph);
  let coarsest = finest;
  while (coarsest.size > COARSEST) {
    const level = coarsen(coarsest, (1.5 * total) / COARSEST, random);
    // Stars and cliques hardly shrink by matching; what is left is then split as it is.
    if (level.coarse.size > 0.95 * coarsest.size) break;
    levels.push(level);
    coarsest = level.coarse;
  }
  let split = smallest(coarsest, random);
  for (let i = levels.length - 1; i >= 0; i--) {
    const { into } = levels[i];
    const finer = i > 0 ? levels[i - 1].coarse : finest;
    split = splitOf(finer, projected(split.side, into));
    refine(finer, split);
  }
  return split;
}

function projected(side: Uint8Array, into: Int32Array): Uint8Array {
  const finer = new Uint8Array(into.length);
  for (let v = 0; v < into.length; v++) finer[v] = side[into[v]];
  return finer;
}

/** The best of several separators of a small graph. */
function smallest(graph: WeightedGraph, random: () => number): Split {
  let best: Split | null = null;
  for (let start = 0; start < STARTS; start++) {
    const split = splitOf(graph, grown(graph, random));
    refine(graph, split);
    if (best === null || worth(split) < worth(best)) best = split;
  }
  return best as Split;
}

/** Small separators are good, unequal parts are bad. */
function worth({ weights: [a, b, separator] }: Split): number {
  return separator * (1 + Math.abs(a - b) / (a + b + separator)) + (Math.min(a, b) === 0 ? a + b : 0);
}

/** Grows a region from a random vertex to half of the weight; its rim, or that of the rest, is the separator. */
function grown(graph: WeightedGraph, random: () => number): Uint8Array {
  const { size, start, neighbour, weight } = graph;
  let rest = 0;
  for (const w of weight) rest += w;
  const half = rest / 2;
  const side = new Uint8Array(size).fill(1);
  const queue = new Int32Array(size);
  const seeds = permutation(size, random);
  let nextSeed = 0;
  let head = 0;
  let tail = 0;
  const queued = new Uint8Array(size);
  while (rest > half) {
    if (head === tail) {
      while (queued[seeds[nextSeed]] === 1) nextSeed++;
      queued[seeds[nextSeed]] = 1;
      queue[tail++] = seeds[nextSeed];
    }
    const v = queue[head++];
    side[v] = 0;
    rest -= weight[v];
    for (let j = start[v]; j < start[v + 1]; j++) {
      const u = neighbour[j];
      if (queued[u] === 1) continue;
      queued[u] = 1;
      queue[tail++] = u;
    }
  }
  const rim = [0, 1].map((s) => rimOf(graph, side, s));
  const [inner, outer] = rim.map((list) => list.reduce((sum, v) => sum + weight[v], 0));
  for (const v of inner <= outer ? rim[0] : rim[1]) side[v] = SEPARATOR;
  return side;
}

function rimOf({ size, start, neighbour }: Graph, side: Uint8Array, own: number): number[] {
  const rim: number[] = [];
  for (let v = 0; v < size; v++) {
    if (side[v] !== own) continue;
    for (let j = start[v]; j < start[v + 1]; j++) {
      if (side[neighbour[j]] !== own) {
        rim.push(v);
        break;
      }
    }
  }
  return rim;
}
