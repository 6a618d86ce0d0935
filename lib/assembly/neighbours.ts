/** Pairs within reach of one another, two candidates at a time, and their order: the loops of `lib/src/models/particles/pair-search.ts`, with the same result. */

/** Who is within reach of the particle at place k: places k + 1 to rowEnd, then runs of places seen from a shifted point. A run is two integers, where it begins and
 *  ends, and three doubles. `places` holds all x, all y, all z. Pairs go to low and high from number `end` on; returns the new end. */
export function look(
  places: usize,
  count: i32,
  members: usize,
  k: i32,
  rowEnd: i32,
  runs: usize,
  runCount: i32,
  limit: f64,
  low: usize,
  high: usize,
  end: i32,
): i32 {
  const size = (<usize>count) << 3;
  const at = places + ((<usize>k) << 3);
  const x = load<f64>(at),
    y = load<f64>(at + size),
    z = load<f64>(at + 2 * size);
  const who = load<i32>(members + ((<usize>k) << 2));
  end = gather(places, size, members, k + 1, rowEnd, x, y, z, limit, who, low, high, end);
  for (let r = 0; r < runCount; r++) {
    const run = runs + ((<usize>r) << 5);
    const dx = x - load<f64>(run + 8),
      dy = y - load<f64>(run + 16),
      dz = z - load<f64>(run + 24);
    end = gather(places, size, members, load<i32>(run), load<i32>(run + 4), dx, dy, dz, limit, who, low, high, end);
  }
  return end;
}

function gather(
  places: usize,
  size: usize,
  members: usize,
  from: i32,
  to: i32,
  x: f64,
  y: f64,
  z: f64,
  limit: f64,
  who: i32,
  low: usize,
  high: usize,
  end: i32,
): i32 {
  const px = f64x2.splat(x),
    py = f64x2.splat(y),
    pz = f64x2.splat(z),
    most = f64x2.splat(limit);
  for (let k = from; k < to; k += 2) {
    const at = places + ((<usize>k) << 3);
    const dx = f64x2.sub(px, v128.load(at)),
      dy = f64x2.sub(py, v128.load(at + size)),
      dz = f64x2.sub(pz, v128.load(at + 2 * size));
    const square = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
    const near = i64x2.bitmask(f64x2.lt(square, most));
    // Written in any case: nobody can foresee who is within reach.
    const first = load<i32>(members + ((<usize>k) << 2));
    store<i32>(low + ((<usize>end) << 2), min(who, first));
    store<i32>(high + ((<usize>end) << 2), max(who, first));
    end += near & 1;
    const second = load<i32>(members + ((<usize>k) << 2) + 4);
    store<i32>(low + ((<usize>end) << 2), min(who, second));
    store<i32>(high + ((<usize>end) << 2), max(who, second));
    end += (near >> 1) & i32(k + 1 < to);
  }
  return end;
}

/** By the higher particle, then in this order by the lower, counting in place of comparing. `start` and `place` have room for a number a particle, and one more. */
export function sort(
  count: i32,
  pairs: i32,
  low: usize,
  high: usize,
  rowStart: usize,
  start: usize,
  place: usize,
  sorted: usize,
  partner: usize,
): void {
  memory.fill(rowStart, 0, (<usize>count + 1) << 2);
  memory.fill(start, 0, (<usize>count + 1) << 2);
  for (let k: usize = 0; k < <usize>pairs; k++) {
    const row = rowStart + ((<usize>load<i32>(low + (k << 2))) << 2);
    store<i32>(row + 4, load<i32>(row + 4) + 1);
    const column = start + ((<usize>load<i32>(high + (k << 2))) << 2);
    store<i32>(column + 4, load<i32>(column + 4) + 1);
  }
  for (let i: usize = 0; i < <usize>count; i++) {
    const at = i << 2;
    store<i32>(rowStart + at + 4, load<i32>(rowStart + at + 4) + load<i32>(rowStart + at));
    store<i32>(start + at + 4, load<i32>(start + at + 4) + load<i32>(start + at));
    store<i32>(place + at, load<i32>(start + at));
  }
  for (let k: usize = 0; k < <usize>pairs; k++) {
    const at = place + ((<usize>load<i32>(high + (k << 2))) << 2);
    const to = load<i32>(at);
    store<i32>(sorted + ((<usize>to) << 2), load<i32>(low + (k << 2)));
    store<i32>(at, to + 1);
  }
  memory.copy(place, rowStart, (<usize>count) << 2);
  for (let j: i32 = 0; j < count; j++) {
    const end = load<i32>(start + ((<usize>j) << 2) + 4);
    for (let k = load<i32>(start + ((<usize>j) << 2)); k < end; k++) {
      const at = place + ((<usize>load<i32>(sorted + ((<usize>k) << 2))) << 2);
      const to = load<i32>(at);
      store<i32>(partner + ((<usize>to) << 2), j);
      store<i32>(at, to + 1);
    }
  }
}
