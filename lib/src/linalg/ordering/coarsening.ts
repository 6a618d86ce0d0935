/** Coarser graphs by heavy-edge matching [karypis1998]: pairs of neighbours joined by the heaviest edges become one vertex,
 *  so that a separator of the coarse graph is one of the fine graph with the same weight, found among far fewer vertices. */
import { permutation } from "../../core/random.js";
import type { Graph } from "./graph.js";

/** A graph whose edges stand for several of a finer one. */
export interface WeightedGraph extends Graph {
  readonly edge: Int32Array;
}

export interface Coarsening {
  readonly coarse: WeightedGraph;
  /** The coarse vertex of every fine one. */
  readonly into: Int32Array;
}

export function withUnitEdges(graph: Graph): WeightedGraph {
  return { ...graph, edge: new Int32Array(graph.neighbour.length).fill(1) };
}

/** No vertex grows beyond `heaviest`, lest the coarse graph have no balanced separator. */
export function coarsen(graph: WeightedGraph, heaviest: number, random: () => number): Coarsening {
  const { size, start, neighbour, weight, edge } = graph;
  const partner = new Int32Array(size).fill(-1);
  for (const v of byDegree(graph, random)) {
    if (partner[v] >= 0) continue;
    let best = v;
    let heaviestEdge = 0;
    for (let j = start[v]; j < start[v + 1]; j++) {
      const u = neighbour[j];
      if (partner[u] >= 0 || edge[j] <= heaviestEdge || weight[u] + weight[v] > heaviest) continue;
      best = u;
      heaviestEdge = edge[j];
    }
    partner[v] = best;
    partner[best] = v;
  }
  const into = new Int32Array(size);
  let count = 0;
  for (let v = 0; v < size; v++) into[v] = partner[v] >= v ? count++ : into[partner[v]];
  return { coarse: contracted(graph, partner, into, count), into };
}

/** Vertices with few neighbours first: they have the fewest partners to choose from. Ties in random order. */
function byDegree({ size, start }: Graph, random: () => number): Int32Array {
  let most = 0;
  for (let v = 0; v < size; v++) most = Math.max(most, start[v + 1] - start[v]);
  const place = new Int32Array(most + 2);
  for (let v = 0; v < size; v++) place[start[v + 1] - start[v] + 1]++;
  for (let d = 0; d <= most; d++) place[d + 1] += place[d];
  const sorted = new Int32Array(size);
  for (const v of permutation(size, random)) sorted[place[start[v + 1] - start[v]]++] = v;
  return sorted;
}

function contracted(graph: WeightedGraph, partner: Int32Array, into: Int32Array, count: number): WeightedGraph {
  const { size, start, neighbour, weight, edge } = graph;
  const coarseStart = new Int32Array(count + 1);
  const coarseNeighbour = new Int32Array(neighbour.length);
  const coarseEdge = new Int32Array(neighbour.length);
  const coarseWeight = new Int32Array(count);
  const placeOf = new Int32Array(count).fill(-1);
  let end = 0;
  for (let v = 0; v < size; v++) {
    if (partner[v] < v) continue;
    const c = into[v];
    const begin = end;
    for (let member = v; ; member = partner[v]) {
      coarseWeight[c] += weight[member];
      for (let j = start[member]; j < start[member + 1]; j++) {
        const d = into[neighbour[j]];
        if (d === c) continue;
        if (placeOf[d] >= begin) coarseEdge[placeOf[d]] += edge[j];
        else {
          placeOf[d] = end;
          coarseNeighbour[end] = d;
          coarseEdge[end++] = edge[j];
        }
      }
      if (member === partner[v]) break;
    }
    coarseStart[c + 1] = end;
  }
  return {
    size: count,
    start: coarseStart,
    neighbour: coarseNeighbour.slice(0, end),
    edge: coarseEdge.slice(0, end),
    weight: coarseWeight,
  };
}
