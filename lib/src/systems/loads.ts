/** Forces that depend on time alone: functions, tables that are linear between their samples, motions of the ground. */
import { InputError } from "../core/failure.js";
import { kinksOfAll } from "../core/kinks.js";
import type { Signal } from "../core/signal.js";
import type { Mass, TimeLoad } from "../core/system.js";
import type { Vec } from "../core/vec.js";

/** The load that `add` adds to out at time t. `kinks` lists where it or one of its derivatives may jump, ascending. */
export function timeLoad(add: (t: number, out: Vec) => void, kinks: Vec | null = null): TimeLoad {
  return { addTo: (t, _q, _v, out) => add(t, out), byPosition: null, byVelocity: null, kinks };
}

/** The same, with its derivatives. */
export function smoothLoad(addDerivative: NonNullable<TimeLoad["addDerivative"]>, kinks: Vec | null = null): TimeLoad {
  return { ...timeLoad((t, out) => addDerivative(0, t, 1, out), kinks), addDerivative };
}

/** One function a degree of freedom. */
export function loadOf(components: readonly ((t: number) => number)[], kinks: Vec | null = null): TimeLoad {
  return timeLoad((t, out) => {
    for (let i = 0; i < components.length; i++) out[i] += components[i](t);
  }, kinks);
}

/** Samples of one or several quantities at ascending times. */
export interface Samples {
  readonly times: ArrayLike<number>;
  /** columns[k][n] is quantity k at times[n]. */
  readonly columns: readonly ArrayLike<number>[];
}

/** Column k acts on degree of freedom k; linear between samples, nothing before the first and after the last. */
export function tableLoad({ times, columns }: Samples): TimeLoad {
  const at = checkedTimes(times);
  const values = columns.map((column, k) => checkedColumn(column, at.length, `column ${k}`));
  const load = timeLoad((t, out) => {
    const n = intervalOf(at, t);
    if (n < 0) return;
    const right = (t - at[n]) / (at[n + 1] - at[n]);
    for (let k = 0; k < values.length; k++) out[k] += (1 - right) * values[k][n] + right * values[k][n + 1];
  }, at);
  return {
    ...load,
    jumps: endsOf(at, values),
    addDerivative(order, t, side, out) {
      for (let k = 0; k < values.length; k++) out[k] += derivativeOf(at, values[k], order, t, side);
    },
  };
}

export interface GroundMotionParts {
  readonly mass: Pick<Mass, "matrix" | "apply">;
  /** How far each degree of freedom is carried along by a unit displacement of the ground; 1 for all by default. */
  readonly influence?: ArrayLike<number>;
  /** From the units of the record to those of the model: 9.81 for a record in g. */
  readonly scale?: number;
  readonly record: { readonly times: ArrayLike<number>; readonly values: ArrayLike<number> };
}

/** −M·influence·scale·ü_g(t): what the ground's acceleration is in the frame that moves along with it. */
export function groundMotion({ mass, influence, scale = 1, record }: GroundMotionParts): TimeLoad {
  const dof = mass.matrix.pattern.size;
  const carried = Float64Array.from(influence ?? new Float64Array(dof).fill(1));
  if (carried.length !== dof) {
    throw new InputError(`found ${carried.length} numbers for ${dof} degrees of freedom; give one each`, {
      key: "influence",
    });
  }
  const shape = new Float64Array(dof);
  mass.apply(carried, shape);
  for (let i = 0; i < dof; i++) shape[i] *= -scale;
  const times = checkedTimes(record.times);
  const acceleration = checkedColumn(record.values, times.length, "record");
  const load = timeLoad((t, out) => {
    const n = intervalOf(times, t);
    if (n < 0) return;
    const right = (t - times[n]) / (times[n + 1] - times[n]);
    const now = (1 - right) * acceleration[n] + right * acceleration[n + 1];
    for (let i = 0; i < dof; i++) out[i] += now * shape[i];
  }, times);
  return {
    ...load,
    jumps: endsOf(times, [acceleration]),
    addDerivative(order, t, side, out) {
      const now = derivativeOf(times, acceleration, order, t, side);
      for (let i = 0; i < dof; i++) out[i] += now * shape[i];
    },
  };
}

/** Samples as a function of time: linear between them, nothing before the first and after the last. */
export function sampledSignal({ times, values }: GroundMotionParts["record"], scale = 1): Signal {
  const at = checkedTimes(times);
  const samples = checkedColumn(values, at.length, "record").map((value) => scale * value);
  return {
    kinks: at,
    jumps: endsOf(at, [samples]),
    derivative: (k, t, side) => derivativeOf(at, samples, k, t, side),
    // The last sample belongs to the record.
    value: (t) => derivativeOf(at, samples, 0, t, t >= at[at.length - 1] - 1e-9 * (at[1] - at[0]) ? -1 : 1),
  };
}

/** Patterns of forces, each times its own function of time. */
export function patternLoad(parts: readonly { readonly pattern: Vec; readonly signal: Signal }[]): TimeLoad | null {
  if (parts.length === 0) return null;
  return sumOf(parts.map(({ pattern, signal }) => signalLoad(pattern, signal)));
}

/** A pattern of forces times a function of time. */
export function signalLoad(pattern: Vec, { derivative, value, ...times }: Signal): TimeLoad {
  const add = (now: number, out: Vec) => {
    if (now === 0) return;
    for (let i = 0; i < pattern.length; i++) out[i] += now * pattern[i];
  };
  return {
    ...smoothLoad((k, t, side, out) => add(derivative(k, t, side), out)),
    ...times,
    ...(value === undefined ? {} : { addTo: (t: number, _q: Vec, _v: Vec, out: Vec) => add(value(t), out) }),
  };
}

/** All of them together, added as one number a coordinate: the sum does not depend on what it is added to, and can be tabulated. */
export function sumOf(loads: readonly TimeLoad[]): TimeLoad {
  const derivatives = loads.map(({ addDerivative }) => addDerivative).filter((each) => each !== undefined);
  let sum = new Float64Array(0);
  const addAll = (write: (k: number, part: Vec) => void, out: Vec) => {
    if (sum.length !== out.length) sum = new Float64Array(out.length);
    sum.fill(0);
    for (let k = 0; k < loads.length; k++) write(k, sum);
    for (let i = 0; i < out.length; i++) out[i] += sum[i];
  };
  return {
    ...(derivatives.length === loads.length
      ? {
          addDerivative: (order: number, t: number, side: -1 | 1, out: Vec) =>
            addAll((k, part) => derivatives[k](order, t, side, part), out),
        }
      : {}),
    addTo: (t, q, v, out) => addAll((k, part) => loads[k].addTo(t, q, v, part), out),
    byPosition: null,
    byVelocity: null,
    ...kinksOfAll(loads),
  };
}

/** Those of the first and the last time at which a sample is not zero, as is all that is outside of them. */
function endsOf(times: Vec, columns: readonly Vec[]): Vec {
  const ends = [0, times.length - 1].filter((n) => columns.some((column) => column[n] !== 0));
  return Float64Array.from(ends, (n) => times[n]);
}

/** The interval [times[n], times[n + 1]] that holds t, −1 outside of the table. A time that misses an end only by the
 *  rounding of t0 + n h belongs to the table. */
function intervalOf(times: Vec, t: number): number {
  const last = times.length - 1;
  const slack = 1e-9 * (times[1] - times[0]);
  if (!(t >= times[0] - slack && t <= times[last] + slack)) return -1;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return low;
}

/** The value, the slope or a higher derivative of what is linear between its samples and zero outside of them, from one side:
 *  a time that misses a sample only by rounding is at it. */
function derivativeOf(times: Vec, values: Vec, order: number, t: number, side: -1 | 1): number {
  const last = times.length - 1;
  const slack = 1e-9 * (times[1] - times[0]);
  const from = t + side * slack;
  if (order > 1 || from < times[0] || from > times[last]) return 0;
  const n = Math.min(last - 1, intervalOf(times, from));
  const slope = (values[n + 1] - values[n]) / (times[n + 1] - times[n]);
  return order === 1 ? slope : values[n] + slope * (t - times[n]);
}

function checkedTimes(times: ArrayLike<number>): Vec {
  const at = Float64Array.from(times);
  if (at.length < 2) throw new InputError(`found ${at.length} times; a table needs two or more`, { key: "times" });
  const odd = at.findIndex((t, n) => !Number.isFinite(t) || (n > 0 && t <= at[n - 1]));
  if (odd >= 0) throw new InputError(`time ${odd} is ${at[odd]}; times must be finite and ascend`, { key: "times" });
  return at;
}

function checkedColumn(column: ArrayLike<number>, length: number, key: string): Vec {
  const values = Float64Array.from(column);
  if (values.length !== length) throw new InputError(`found ${values.length} values for ${length} times`, { key });
  const odd = values.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0) throw new InputError(`sample ${odd} is ${values[odd]}; accepted: finite numbers`, { key });
  return values;
}
