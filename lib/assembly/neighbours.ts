/** Pairs within reach of one another, from particles sorted into cells: the search of `lib/src/models/particles/pair-search.ts`, four candidates at a time and in single precision. The limit is
 *  so much longer than the reach that nobody within reach is missed.
 *
 *  LOCATE finds the cells of a range of particles, and SORT puts all of them in their order. FIND lists the lower particles near each of those in a range of places. COUNT counts for a range of numbers how often each was found, and STARTS makes places in the rows of these counts: row i
 *  has those of range 0 that i was found near to, then those of range 1. PLACE writes a range there. Numbers ascend within a range, so that every row ascends, whoever took the tasks. */

const LOCATE: i32 = 1;
const SORT: i32 = 2;
const FIND: i32 = 3;
const COUNT: i32 = 4;
const STARTS: i32 = 5;

/** What the tasks are given, as `pair-search.ts` writes it. Addresses are in bytes. */
class Search {
  /** Of the three directions: where the cells begin, how far they go, and one by that and by the width of a cell. */
  originX: f64 = 0;
  originY: f64 = 0;
  originZ: f64 = 0;
  lengthX: f64 = 0;
  lengthY: f64 = 0;
  lengthZ: f64 = 0;
  perLengthX: f64 = 0;
  perLengthY: f64 = 0;
  perLengthZ: f64 = 0;
  perCellX: f64 = 0;
  perCellY: f64 = 0;
  perCellZ: f64 = 0;
  dimension: i32 = 0;
  count: i32 = 0;
  tasks: i32 = 0;
  periodic: i32 = 0;
  /** How many numbers a task has room for, and the pairs that were found; −1 where some had no room. */
  room: i32 = 0;
  pairs: i32 = 0;
  divisionsX: i32 = 0;
  divisionsY: i32 = 0;
  divisionsZ: i32 = 0;
  radiusX: i32 = 0;
  radiusY: i32 = 0;
  radiusZ: i32 = 0;
  limit: f32 = 0;
  /** Positions as they are given; by number, the cell, and x, y, z from where the cells begin. */
  positions: u32 = 0;
  cellOf: u32 = 0;
  located: u32 = 0;
  /** Where the particles of a cell begin; who is at a place; all x by place, then, so many bytes later, all y, all z. */
  cellStart: u32 = 0;
  members: u32 = 0;
  places: u32 = 0;
  stride: u32 = 0;
  /** Of each task, the candidates around a cell: so many x, y, z and numbers there is room for. */
  candidates: u32 = 0;
  mostCandidates: i32 = 0;
  /** What FIND has found, and where that of each particle begins and ends. */
  found: u32 = 0;
  foundStart: u32 = 0;
  foundEnd: u32 = 0;
  /** Of each task, a number a particle. */
  counts: u32 = 0;
  rowStart: u32 = 0;
  partner: u32 = 0;
  /** Which bytes of four numbers come first, for each choice of them. */
  choices: u32 = 0;
}

export function task(what: i32, address: u32, t: i32): void {
  const search = changetype<Search>(<usize>address);
  if (what === LOCATE) locate(search, t);
  else if (what === SORT) sort(search);
  else if (what === FIND) find(search, t);
  else if (what === COUNT) count(search, t);
  else if (what === STARTS) starts(search);
  else place(search, t);
}

function at(numbers: u32, k: i32): usize {
  return <usize>numbers + ((<usize>k) << 2);
}

/** Where the range of task t begins. */
function bound(s: Search, t: i32): i32 {
  return <i32>((<i64>t * s.count) / s.tasks);
}

/** As `cells.ts` does it. */
function locate(s: Search, t: i32): void {
  const last = bound(s, t + 1),
    stride = <usize>s.stride;
  for (let i = bound(s, t); i < last; i++) {
    let q = <usize>s.positions + ((<usize>(i * s.dimension)) << 3),
      to = at(s.located, i);
    let cell = inDirection(load<f64>(q), s.originX, s.lengthX, s.perLengthX, s.perCellX, s.divisionsX, s.periodic, to);
    if (s.dimension > 1) {
      q += 8;
      to += stride;
      cell +=
        s.divisionsX *
        inDirection(load<f64>(q), s.originY, s.lengthY, s.perLengthY, s.perCellY, s.divisionsY, s.periodic, to);
    }
    if (s.dimension > 2) {
      q += 8;
      to += stride;
      cell +=
        s.divisionsX *
        s.divisionsY *
        inDirection(load<f64>(q), s.originZ, s.lengthZ, s.perLengthZ, s.perCellZ, s.divisionsZ, s.periodic, to);
    }
    store<i32>(at(s.cellOf, i), cell);
  }
}

function inDirection(
  x: f64,
  origin: f64,
  length: f64,
  perLength: f64,
  perCell: f64,
  divisions: i32,
  periodic: i32,
  to: usize,
): i32 {
  const turned: f64 = periodic ? length * floor(x * perLength) : 0;
  const inside = x - turned - origin;
  const cell = floor(inside * perCell);
  store<f32>(to, <f32>inside);
  return cell < 0 ? 0 : cell < divisions ? <i32>cell : divisions - 1;
}

function sort(s: Search): void {
  const total = s.divisionsX * s.divisionsY * s.divisionsZ,
    stride = <usize>s.stride;
  memory.fill(at(s.cellStart, 0), 0, (<usize>(total + 1)) << 2);
  for (let i = 0; i < s.count; i++) {
    const size = at(s.cellStart, load<i32>(at(s.cellOf, i)));
    store<i32>(size, load<i32>(size) + 1);
  }
  let sum = 0;
  for (let c = 0; c <= total; c++) {
    sum += load<i32>(at(s.cellStart, c));
    store<i32>(at(s.cellStart, c), sum);
  }
  // Each cell's end comes down to its start.
  for (let i = s.count - 1; i >= 0; i--) {
    const end = at(s.cellStart, load<i32>(at(s.cellOf, i)));
    const place = load<i32>(end) - 1;
    store<i32>(end, place);
    store<i32>(at(s.members, place), i);
    const from = at(s.located, i),
      to = at(s.places, place);
    store<f32>(to, load<f32>(from));
    store<f32>(to + stride, load<f32>(from + stride));
    store<f32>(to + 2 * stride, load<f32>(from + 2 * stride));
  }
}

/** The cells whose first place is in a range: their neighbourhoods are copied into one run of candidates each, the images of a periodic box moved to where they are seen, and everyone in the cell looks through it. */
function find(s: Search, t: i32): void {
  const nx = s.divisionsX,
    ny = s.divisionsY;
  const beyond = bound(s, t + 1),
    cells = nx * ny * s.divisionsZ;
  const limit = f32x4.splat(s.limit),
    stride = <usize>s.stride;
  const room = (<usize>s.mostCandidates) << 2;
  const candidates = <usize>s.candidates + <usize>t * 4 * room;
  let end = at(s.found, t * s.room);
  const stop = at(s.found, (t + 1) * s.room);
  for (let cell = cellFrom(s, bound(s, t), cells); cell < cells; cell++) {
    const first = load<i32>(at(s.cellStart, cell)),
      last = load<i32>(at(s.cellStart, cell + 1));
    if (first >= beyond) break;
    if (first === last) continue;
    const size = copyAround(s, cell % nx, (cell / nx) % ny, cell / (nx * ny), candidates);
    if (size === -1 || end + ((<usize>((last - first) * (size + 4))) << 2) > stop) {
      // Whoever writes it writes the same.
      s.pairs = -1;
      return;
    }
    for (let place = first; place < last; place++) {
      const own = at(s.places, place);
      const who = load<i32>(at(s.members, place));
      store<u32>(at(s.foundStart, who), <u32>end);
      end = lowerAndNear(candidates, size, room, own, stride, who, limit, s.choices, end);
      store<u32>(at(s.foundEnd, who), <u32>end);
    }
  }
}

/** The first cell that begins at this place or behind it. */
function cellFrom(s: Search, place: i32, cells: i32): i32 {
  let low = 0,
    high = cells;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<i32>(at(s.cellStart, middle)) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Everyone in the cells around one. Returns how many there are; −1 if there is no room for them. */
function copyAround(s: Search, x: i32, y: i32, z: i32, candidates: usize): i32 {
  const nx = s.divisionsX,
    ny = s.divisionsY,
    nz = s.divisionsZ;
  const right = x + s.radiusX;
  let size = 0;
  for (let c = z - s.radiusZ; c <= z + s.radiusZ; c++) {
    const turnZ = turns(c, nz);
    for (let b = y - s.radiusY; b <= y + s.radiusY; b++) {
      const turnY = turns(b, ny);
      const row = ((c - turnZ * nz) * ny + b - turnY * ny) * nx;
      // Cells side by side, up to where the box ends and its image begins.
      for (let a = x - s.radiusX; a <= right; ) {
        const turnX = turns(a, nx);
        const next = min(right, (turnX + 1) * nx - 1) + 1;
        if (s.periodic || (turnX | turnY | turnZ) === 0) {
          const from = load<i32>(at(s.cellStart, row + a - turnX * nx)),
            to = load<i32>(at(s.cellStart, row + next - turnX * nx));
          if (size + to - from + 4 > s.mostCandidates) return -1;
          copyRun(
            s,
            from,
            to,
            <f32>(turnX * s.lengthX),
            <f32>(turnY * s.lengthY),
            <f32>(turnZ * s.lengthZ),
            at(<u32>candidates, size),
          );
          size += to - from;
        }
        a = next;
      }
    }
  }
  return size;
}

/** Four at a time: what is copied too much, the next run is written over. */
function copyRun(s: Search, from: i32, to: i32, x: f32, y: f32, z: f32, out: usize): void {
  const dx = f32x4.splat(x),
    dy = f32x4.splat(y),
    dz = f32x4.splat(z);
  const stride = <usize>s.stride,
    room = (<usize>s.mostCandidates) << 2;
  let place = at(s.places, from),
    member = at(s.members, from);
  for (let left = to - from; left > 0; left -= 4) {
    v128.store(out, f32x4.add(v128.load(place), dx));
    v128.store(out + room, f32x4.add(v128.load(place + stride), dy));
    v128.store(out + 2 * room, f32x4.add(v128.load(place + 2 * stride), dz));
    v128.store(out + 3 * room, v128.load(member));
    out += 16;
    place += 16;
    member += 16;
  }
}

/** The numbers of those candidates that are near and lower, from `end` on. Returns the new end. */
function lowerAndNear(
  candidates: usize,
  size: i32,
  room: usize,
  own: usize,
  stride: usize,
  number: i32,
  limit: v128,
  choices: u32,
  end: usize,
): usize {
  const x = v128.load32_splat(own),
    y = v128.load32_splat(own + stride),
    z = v128.load32_splat(own + 2 * stride),
    who = i32x4.splat(number);
  let from = candidates;
  for (let left = size; left > 0; left -= 4) {
    const dx = f32x4.sub(x, v128.load(from)),
      dy = f32x4.sub(y, v128.load(from + room)),
      dz = f32x4.sub(z, v128.load(from + 2 * room)),
      members = v128.load(from + 3 * room);
    const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    let chosen = i32x4.bitmask(v128.and(f32x4.lt(square, limit), i32x4.lt_s(members, who)));
    if (left < 4) chosen &= (1 << left) - 1;
    // The chosen come first; the next to be found are written over the others.
    v128.store(end, i8x16.swizzle(members, v128.load(<usize>choices + ((<usize>chosen) << 4))));
    end += (<usize>popcnt(chosen)) << 2;
    from += 16;
  }
  return end;
}

function turns(cell: i32, divisions: i32): i32 {
  return cell < 0 ? -1 : i32(cell >= divisions);
}

/** How often each was found near a particle of a range of numbers. */
function count(s: Search, t: i32): void {
  const counts = <u32>at(s.counts, t * s.count);
  memory.fill(counts, 0, (<usize>s.count) << 2);
  const last = bound(s, t + 1);
  for (let who = bound(s, t); who < last; who++) {
    const end = <usize>load<u32>(at(s.foundEnd, who));
    for (let k = <usize>load<u32>(at(s.foundStart, who)); k < end; k += 4) {
      const entry = at(counts, load<i32>(k));
      store<i32>(entry, load<i32>(entry) + 1);
    }
  }
}

function starts(s: Search): void {
  let sum = 0;
  const size = (<usize>s.count) << 2;
  for (let i = 0; i < s.count; i++) {
    store<i32>(at(s.rowStart, i), sum);
    let count = at(s.counts, i);
    for (let t = 0; t < s.tasks; t++, count += size) {
      const more = load<i32>(count);
      store<i32>(count, sum);
      sum += more;
    }
  }
  store<i32>(at(s.rowStart, s.count), sum);
  s.pairs = sum;
}

function place(s: Search, t: i32): void {
  const next = <u32>at(s.counts, t * s.count),
    partner = s.partner;
  const last = bound(s, t + 1);
  for (let who = bound(s, t); who < last; who++) {
    const end = <usize>load<u32>(at(s.foundEnd, who));
    for (let k = <usize>load<u32>(at(s.foundStart, who)); k < end; k += 4) {
      const to = at(next, load<i32>(k));
      const row = load<i32>(to);
      store<i32>(at(partner, row), who);
      store<i32>(to, row + 1);
    }
  }
}
