/** Times at which a function of time is not smooth: where a condition changes sides, or an inverse function its branch (conditions.ts).
 *
 *  A condition that is affine in time does so once. One that is itself made of pieces, such as max(0, 1 − |t − 1|), is affine between the kinks of
 *  its pieces, which are found first: conditions are looked at from the inside out, and between two neighbouring times where it has the same
 *  slope throughout, a change of sides is a quotient. A harmonic condition, such as sin(t) > 0, changes sides again and again, at times that are known
 *  (harmonic.ts). Others have no list; that is said.
 *
 *  A time is known as well as its condition can be evaluated. So it is listed with two others, before and after it, at which the condition has
 *  certainly not yet and certainly already changed; these are found by evaluating it. Times which cannot be told apart like that are one.
 *
 *  They are numbers, which methods copy when they plan their steps and models when they add up loads; so the parameters
 *  that decide them can no longer change. */
import { type Listed, listedBy, type TimesOfKinks } from "../core/kinks.js";
import { firstFrom } from "../core/load-kinks.js";
import type { Vec } from "../core/vec.js";
import { machineOf } from "./compile.js";
import { conditionsOf, isSmooth } from "./conditions.js";
import type { Graph, Node } from "./dag.js";
import { dependents, partials } from "./derivative.js";
import { harmonicChanges } from "./harmonic.js";
import { pin } from "./steady.js";
import { awayFrom, type Change } from "./zeros.js";

export interface Kinks {
  /** Where to evaluate the limits from before and after each kink. */
  readonly before: Vec;
  readonly after: Vec;
  readonly listed: TimesOfKinks & { readonly kinks: Vec | null };
  /** Of conditions that depend on other inputs than time, the lowest derivative that may jump where one changes; null: there are none. */
  readonly conditions: number | null;
}

interface Kink extends Change {
  readonly jumps: boolean;
}

/** Time is input 0. */
export function kinksOf(graph: Graph, components: readonly Node[]): Kinks {
  const ofState = dependents(graph, components, (input) => input !== 0);
  let kinks: readonly Kink[] = [];
  let conditions: Kinks["conditions"] = null;
  const limits: Listed[] = [];
  for (const { value, smoothness, onlyInTime } of conditionsOf(graph, components)) {
    const slopes = partials(graph, value);
    if ([...slopes.keys()].some((input) => input !== 0) || ofState.has(value)) {
      if (slopes.size > 0 && !onlyInTime) conditions = Math.min(conditions ?? smoothness, smoothness);
      continue;
    }
    const slope = slopes.get(0);
    if (slope === undefined) continue;
    pin(graph, value, "decides when a load has a kink");
    const found = changesOf(graph, value, slope, kinks);
    const jumps = smoothness === 0;
    const limit = found === null ? NOWHERE : found.listed;
    if (limit !== undefined) limits.push(jumps ? limit : { ...limit, corners: true });
    if (found !== null) kinks = merged([...kinks, ...found.changes.map((change) => ({ ...change, jumps }))]);
  }
  const times = Float64Array.from(kinks, ({ time }) => time);
  return {
    before: Float64Array.from(kinks, ({ before }) => before),
    after: Float64Array.from(kinks, ({ after }) => after),
    listed: {
      kinks: times.length === 0 ? null : times,
      ...(times.length === 0 ? {} : { jumps: times.filter((_, k) => kinks[k].jumps) }),
      ...listedBy(limits.map((listed) => ({ listed }))),
    },
    conditions,
  };
}

/** A time that cannot be told from a kink is moved to the side from which the limit is wanted. */
export function besideKink({ before, after }: Pick<Kinks, "before" | "after">, t: number, side: -1 | 1): number {
  const k = firstFrom(after, t);
  if (k === after.length || before[k] > t) return t;
  return side < 0 ? before[k] : after[k];
}

const NOWHERE: Listed = { from: 0, to: 0 };

function changesOf(graph: Graph, value: Node, slope: Node, kinks: readonly Kink[]) {
  // A function with a second derivative is not affine, however straight it looks.
  const isCurved = partials(graph, slope).get(0) !== undefined;
  if (isCurved) return isSmooth(graph, value) ? harmonicChanges(graph, value, slope) : null;
  const changes = affineChanges(graph, value, slope, kinks);
  return changes === null ? null : { changes };
}

/** Where a function that is affine between the kinks given vanishes, unless it is at one of them; null where it is not affine there. */
function affineChanges(graph: Graph, value: Node, slope: Node, kinks: readonly Kink[]): Change[] | null {
  const { input, routines } = machineOf(graph, 1, [[value], [slope]], "tape");
  const at = (routine: number, t: number) => {
    input[0] = t;
    routines[routine].run();
    return routines[routine].output[0];
  };
  const latest = kinks.length === 0 ? 0 : Math.max(Math.abs(kinks[0].time), Math.abs(kinks[kinks.length - 1].time));
  const reach = 1 + latest;
  const starts = [Number.NEGATIVE_INFINITY, ...kinks.map(({ after }) => after)];
  const ends = [...kinks.map(({ before }) => before), Number.POSITIVE_INFINITY];
  const found: Change[] = [];
  for (let k = 0; k < ends.length; k++) {
    const from = Math.max(starts[k], (Number.isFinite(ends[k]) ? ends[k] : 0) - 8 * reach);
    const to = Math.min(ends[k], from + 16 * reach);
    const middle = (from + to) / 2;
    const rate = at(1, middle);
    // Slopes at places without a common measure: one that varies is seen to.
    const looks = [0.117, 0.291, 0.468, 0.643, 0.886].map((share) => at(1, from + share * (to - from)));
    if (looks.some((other) => !(Math.abs(other - rate) <= 1e-9 * (Math.abs(rate) + Math.abs(other))))) return null;
    if (rate === 0) continue;
    let time = middle - at(0, middle) / rate;
    // Once more from there: what is rounded is as large as the middle was.
    for (let again = 0; again < 2; again++) time -= at(0, time) / rate;
    if (!(time > starts[k] && time < ends[k])) continue;
    found.push(bracketed((t) => at(0, t), time, Math.min(time - starts[k], ends[k] - time)));
  }
  return found;
}

/** Two times around a zero at which the function certainly has the signs that it has before and after it. Those that are so near to another kink
 *  that this cannot be seen reach up to that one. */
function bracketed(at: (t: number) => number, time: number, room: number): Change {
  const away = awayFrom(at, time, Math.min(room / 2, 1e-6 * (1 + Math.abs(time))), true) ?? 2 * room;
  return { time, before: time - away, after: time + away };
}

/** Ascending; those whose brackets overlap are one, at the time that is known best. */
function merged(kinks: readonly Kink[]): Kink[] {
  const out: Kink[] = [];
  for (const kink of [...kinks].sort((a, b) => a.before - b.before)) {
    const last = out[out.length - 1];
    if (last === undefined || kink.before > last.after) out.push(kink);
    else {
      const width = (each: Kink) => each.after - each.before;
      out[out.length - 1] = {
        time: width(kink) < width(last) ? kink.time : last.time,
        before: Math.min(kink.before, last.before),
        after: Math.max(kink.after, last.after),
        jumps: kink.jumps || last.jumps,
      };
    }
  }
  return out;
}
