/** A series as the pen moves: pixels, with NaN where the pen is lifted. Long series are reduced to what their pixels show.
 *  Of all the points on one column of pixels the first, the lowest, the highest and the last decide what is seen, so no
 *  peak is lost. A curve that turns back (an orbit) keeps the points where it bends; one that fills the plane becomes the
 *  set of pixels it has passed, row by row. */

export interface Stroke {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** How closely it covers the plot: a `web` is better drawn finely, a `band` lightly. */
  readonly texture: "line" | "web" | "band";
}

/** The series in pixels, and the size of the plot. */
export interface Pixels {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: number;
  readonly height: number;
}

/** Points that a stroke may have before it is reduced, and at most after it. */
const MOST = 5000;

export function lineStroke(pixels: Pixels): Stroke {
  if (pixels.x.length <= MOST / 2) return asItIs(pixels);
  if (isAscending(pixels.x)) return byColumn(pixels);
  return bends(pixels) ?? passedPixels(pixels);
}

/** Separate points: one for each cell of half a pixel, and larger cells while there are too many. */
export function pointStroke({ x, y, width }: Pixels): Stroke {
  for (let cell = 0.5; ; cell *= 2) {
    const taken = new Set<number>();
    const pen = newPen();
    for (let i = 0; i < x.length && pen.x.length <= MOST; i++) {
      const key = Math.floor(y[i] / cell) * Math.ceil(width / cell + 1) + Math.floor(x[i] / cell);
      if (Number.isNaN(key) || taken.has(key)) continue;
      taken.add(key);
      pen.to(x[i], y[i]);
    }
    if (pen.x.length <= MOST) return { ...pen.path(), texture: "line" };
  }
}

function asItIs({ x, y }: Pixels): Stroke {
  const pen = newPen();
  for (let i = 0; i < x.length; i++) pen.to(x[i], y[i]);
  return { ...pen.path(), texture: "line" };
}

function byColumn({ x, y, width, height }: Pixels): Stroke {
  const pen = newPen();
  const ends = { first: 0, low: 0, high: 0, last: -1 };
  const close = () => {
    const { first, low, high, last } = ends;
    if (last < 0) return;
    for (const i of [first, Math.min(low, high), Math.max(low, high), last]) pen.to(x[i], y[i]);
    ends.last = -1;
  };
  let column = Number.NaN;
  for (let i = 0; i < x.length; i++) {
    const at = Math.floor(x[i]);
    if (Number.isNaN(at + y[i])) {
      close();
      pen.lift();
      continue;
    }
    if (ends.last < 0 || at !== column) {
      close();
      column = at;
      ends.first = ends.low = ends.high = i;
    } else if (y[i] < y[ends.low]) ends.low = i;
    else if (y[i] > y[ends.high]) ends.high = i;
    ends.last = i;
  }
  close();
  const path = pen.path();
  return { ...path, texture: travelOf(path.y) > 0.3 * width * height ? "band" : "line" };
}

function travelOf(y: readonly number[]): number {
  let travel = 0;
  for (let i = 1; i < y.length; i++) if (!Number.isNaN(y[i] - y[i - 1])) travel += Math.abs(y[i] - y[i - 1]);
  return travel;
}

/** How far, in pixels, a curve may be from its stroke. */
const TOLERANCE = 0.1;

/** The curve without the points that lie on the way from one bend to the next; null if too many are left. From each point
 *  kept, the directions that pass all later points within the tolerance make a cone; the curve bends where it leaves it,
 *  or where it turns back. */
function bends({ x, y, width, height }: Pixels): Stroke | null {
  const pen = newPen();
  let anchor = -1;
  let middle = 0;
  let low = 0;
  let high = 0;
  let reach = 0;
  const open = (i: number) => {
    pen.to(x[i], y[i]);
    anchor = i;
    reach = 0;
  };
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i] + y[i])) {
      if (anchor >= 0) pen.to(x[i - 1], y[i - 1]);
      pen.lift();
      anchor = -1;
      continue;
    }
    if (anchor < 0) {
      open(i);
      continue;
    }
    const distance = Math.hypot(x[i] - x[anchor], y[i] - y[anchor]);
    if (distance <= TOLERANCE && reach <= TOLERANCE) continue;
    const direction = Math.atan2(y[i] - y[anchor], x[i] - x[anchor]);
    const free = Math.asin(Math.min(1, TOLERANCE / distance));
    if (reach === 0) {
      middle = direction;
      low = -free;
      high = free;
    } else {
      const turn = Math.atan2(Math.sin(direction - middle), Math.cos(direction - middle));
      if (turn < low || turn > high || distance < reach) {
        open(i - 1);
        if (pen.x.length > 2 * MOST) return null;
        i--;
        continue;
      }
      low = Math.max(low, turn - free);
      high = Math.min(high, turn + free);
    }
    reach = distance;
  }
  if (anchor >= 0) pen.to(x[x.length - 1], y[y.length - 1]);
  const path = pen.path();
  const travel = travelOf(path.x) + travelOf(path.y);
  return { ...path, texture: travel > 0.05 * width * height ? "web" : "line" };
}

/** The cells that the curve passes, as horizontal stretches; cells grow while there are too many stretches. */
function passedPixels(pixels: Pixels): Stroke {
  for (let cell = 0.75; ; cell *= 1.5) {
    const columns = Math.ceil(pixels.width / cell) + 1;
    const rows = Math.ceil(pixels.height / cell) + 1;
    const passed = markPassed(pixels, cell, columns, rows);
    const pen = newPen();
    for (let row = 0; row < rows; row++) {
      for (let from = 0; from < columns; from++) {
        if (passed[row * columns + from] === 0) continue;
        let to = from;
        while (to + 1 < columns && passed[row * columns + to + 1] === 1) to++;
        const y = (row + 0.5) * cell;
        pen.lift();
        pen.to(from * cell, y);
        pen.to((to + 1) * cell, y);
        from = to;
      }
    }
    if (pen.x.length <= 4 * MOST) return { ...pen.path(), texture: "band" };
  }
}

function markPassed({ x, y }: Pixels, cell: number, columns: number, rows: number): Uint8Array {
  const passed = new Uint8Array(columns * rows);
  for (let i = 1; i < x.length; i++) {
    const span = Math.max(Math.abs(x[i] - x[i - 1]), Math.abs(y[i] - y[i - 1])) / cell;
    if (Number.isNaN(span)) continue;
    const steps = Math.max(1, Math.ceil(span));
    for (let k = 0; k < steps; k++) {
      const column = Math.floor((x[i - 1] + (k / steps) * (x[i] - x[i - 1])) / cell);
      const row = Math.floor((y[i - 1] + (k / steps) * (y[i] - y[i - 1])) / cell);
      passed[row * columns + column] = 1;
    }
  }
  return passed;
}

function isAscending(x: Float64Array): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < x.length; i++) {
    if (x[i] < before) return false;
    if (x[i] >= before) before = x[i];
  }
  return true;
}

/** Collects a path; a point that is not finite lifts the pen, and nothing is said twice. */
function newPen() {
  const x: number[] = [];
  const y: number[] = [];
  const lift = () => {
    if (x.length > 0 && !Number.isNaN(x[x.length - 1])) {
      x.push(Number.NaN);
      y.push(Number.NaN);
    }
  };
  return {
    x,
    lift,
    to(px: number, py: number) {
      if (!Number.isFinite(px + py)) lift();
      else if (px !== x[x.length - 1] || py !== y[y.length - 1]) {
        x.push(px);
        y.push(py);
      }
    },
    path: () => ({ x, y }),
  };
}
