/** A priority queue of vertices by gain, the largest first, in which gains may change: a binary heap that knows where
 *  everyone stands. Ties go to the vertex that came first. */
export interface GainQueue {
  readonly empty: boolean;
  /** The vertex with the largest gain. */
  top(): number;
  gainOf(v: number): number;
  has(v: number): boolean;
  insert(v: number, gain: number): void;
  change(v: number, by: number): void;
  remove(v: number): void;
  clear(): void;
}

export function gainQueue(size: number): GainQueue {
  const heap = new Int32Array(size);
  const place = new Int32Array(size).fill(-1);
  const gain = new Float64Array(size);
  let count = 0;

  const settle = (v: number, at: number) => {
    heap[at] = v;
    place[v] = at;
  };
  const rise = (v: number, from: number) => {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (gain[heap[above]] >= gain[v]) break;
      settle(heap[above], at);
      at = above;
    }
    settle(v, at);
  };
  const sink = (v: number, from: number) => {
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= count) break;
      if (below + 1 < count && gain[heap[below + 1]] > gain[heap[below]]) below++;
      if (gain[heap[below]] <= gain[v]) break;
      settle(heap[below], at);
      at = below;
    }
    settle(v, at);
  };

  return {
    get empty() {
      return count === 0;
    },
    top: () => heap[0],
    gainOf: (v) => gain[v],
    has: (v) => place[v] >= 0,
    insert(v, value) {
      gain[v] = value;
      rise(v, count++);
    },
    change(v, by) {
      gain[v] += by;
      if (by > 0) rise(v, place[v]);
      else sink(v, place[v]);
    },
    remove(v) {
      const at = place[v];
      place[v] = -1;
      const last = heap[--count];
      if (last === v) return;
      settle(last, at);
      rise(last, at);
      sink(last, place[last]);
    },
    clear() {
      for (let i = 0; i < count; i++) place[heap[i]] = -1;
      count = 0;
    },
  };
}
