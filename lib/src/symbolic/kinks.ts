/** Times at which a function of time is not smooth: where a condition changes sides.
 *
 *  A condition that is affine in time does so once. One that is itself made of pieces, such as max(0, 1 − |t − 1|), is affine between the kinks of
 *  its pieces, which are found first: conditions are looked at from the inside out, and between two neighbouring times where it has the same
 *  slope throughout, a change of sides is a quotient. A harmonic condition, such as sin(t) > 0, changes sides again and again, at times that are known:
 *  those of some thousand periods around zero are listed. Others have no list; that is said.
 *
 *  They are numbers, which methods copy when they plan their steps and models when they add up loads; so the parameters
 *  that decide them can no longer change. */
import { asin, atan2, hypot } from "../core/elementary.js";
import { type Listed, listedBy } from "../core/signal.js";
import type { Vec } from "../core/vec.js";
import { machineOf } from "./compile.js";
import { coneOf, type Graph, type Node } from "./dag.js";
import { partials } from "./derivative.js";
import { pin } from "./steady.js";

export interface Kinks {
  /** Ascending; null: there are none. */
  readonly times: Vec | null;
  /** The time within which all are among them; absent: always. */
  readonly listed?: Listed;
}

/** Time is input 0. */
export function kinksOf(graph: Graph, components: readonly Node[]): Kinks {
  const times = new Set<number>();
  const limits: Listed[] = [];
  // Nodes stand after those they are made of.
  for (const node of [...coneOf(graph, components)].sort((a, b) => a - b)) {
    const difference = switching(graph, node);
    if (difference === null) continue;
    const slope = partials(graph, difference).get(0);
    if (slope === undefined) continue;
    pin(graph, difference, "decides when a load has a kink");
    // A smooth function with a second derivative is not affine, however straight it looks.
    const isCurved = isSmooth(graph, difference) && partials(graph, slope).get(0) !== undefined;
    const changes = isCurved ? null : changesOfSide(graph, difference, slope, [...times]);
    if (changes !== null) for (const time of changes) times.add(time);
    else {
      const waves = isSmooth(graph, difference) ? harmonicChanges(graph, difference, slope) : null;
      for (const time of waves?.times ?? []) times.add(time);
      limits.push(waves ?? NOWHERE);
    }
  }
  return {
    times: times.size === 0 ? null : Float64Array.from(times).sort(),
    ...listedBy(limits.map((listed) => ({ listed }))),
  };
}

/** Where a function that is affine between the times given vanishes; null where it is not affine there. */
function changesOfSide(graph: Graph, value: Node, slope: Node, times: readonly number[]): number[] | null {
  const { input, routines } = machineOf(graph, 1, [[value], [slope]], "tape");
  const at = (routine: number, t: number) => {
    input[0] = t;
    routines[routine].run();
    return routines[routine].output[0];
  };
  const inner = [...times].sort((a, b) => a - b);
  const latest = inner.length === 0 ? 0 : Math.max(Math.abs(inner[0]), Math.abs(inner[inner.length - 1]));
  const reach = 1 + latest;
  const ends = [Number.NEGATIVE_INFINITY, ...inner, Number.POSITIVE_INFINITY];
  const found: number[] = [];
  for (let k = 0; k + 1 < ends.length; k++) {
    const from = Math.max(ends[k], (Number.isFinite(ends[k + 1]) ? ends[k + 1] : 0) - 8 * reach);
    const to = Math.min(ends[k + 1], from + 16 * reach);
    const middle = (from + to) / 2;
    const rate = at(1, middle);
    // Slopes at places without a common measure: one that varies is seen to.
    const looks = [0.117, 0.291, 0.468, 0.643, 0.886].map((share) => at(1, from + share * (to - from)));
    if (looks.some((other) => !(Math.abs(other - rate) <= 1e-9 * (Math.abs(rate) + Math.abs(other))))) return null;
    if (rate === 0) continue;
    let time = middle - at(0, middle) / rate;
    // Once more from there: what is rounded is as large as the middle was.
    for (let again = 0; again < 2; again++) time -= at(0, time) / rate;
    const slack = 1e-12 * Math.max(Math.abs(time), latest);
    if (time >= ends[k] - slack && time <= ends[k + 1] + slack) found.push(nearest(inner, time, slack));
  }
  return found;
}

const NOWHERE: Listed = { from: 0, to: 0 };

/** Has it no conditions of its own? */
const isSmooth = (graph: Graph, node: Node) =>
  [...coneOf(graph, [node])].every((part) => switching(graph, part) === null);

/** Periods that are listed before and after zero. */
const PERIODS = 2048;
/** Times without a common measure, near and far. */
const LOOKS = [0.117, 0.291, -0.643, 1.37, -3.1, 4.71, 11.9, -19.3, 37.7];

/** Where d + A sin(ω t + φ) vanishes; null if it is no such function: g''' = −ω² g'. */
function harmonicChanges(graph: Graph, value: Node, slope: Node): ({ readonly times: number[] } & Listed) | null {
  const second = partials(graph, slope).get(0);
  const third = second === undefined ? undefined : partials(graph, second).get(0);
  if (second === undefined || third === undefined) return null;
  const { input, routines } = machineOf(graph, 1, [[value, slope, second, third]], "tape");
  const at = (t: number) => {
    input[0] = t;
    routines[0].run();
    return [...routines[0].output];
  };
  const looks = LOOKS.map(at);
  const square =
    -looks.reduce((sum, [, g1, , g3]) => sum + g1 * g3, 0) / looks.reduce((sum, [, g1]) => sum + g1 * g1, 0);
  const largest = looks.reduce((most, [, g1]) => Math.max(most, Math.abs(g1)), 0);
  if (!(square > 0) || looks.some(([, g1, , g3]) => !(Math.abs(g3 + square * g1) <= 1e-9 * square * largest)))
    return null;
  const omega = Math.sqrt(square);
  const [g, g1, g2] = at(0);
  const mean = g + g2 / square;
  const [sine, cosine] = [g - mean, g1 / omega];
  const amplitude = hypot(sine, cosine);
  const reach = (2 * Math.PI * PERIODS) / omega;
  const span = { from: -reach, to: reach };
  // One that only touches zero is listed, one that stays clear of it is not.
  if (Math.abs(mean) > amplitude * (1 + 1e-9)) return { times: [], ...span };
  const angle = asin(Math.max(-1, Math.min(1, -mean / amplitude)));
  const phase = atan2(sine, cosine);
  const times = [angle, Math.PI - angle].flatMap((zero) =>
    Array.from({ length: 2 * PERIODS + 1 }, (_, k) => (zero - phase + 2 * Math.PI * (k - PERIODS)) / omega),
  );
  return { times, ...span };
}

/** A time that differs from a known one by rounding is that one. */
const nearest = (times: readonly number[], t: number, slack: number) =>
  times.find((time) => Math.abs(time - t) <= slack) ?? t;

/** The quantity whose sign decides what a piecewise node is; null for smooth nodes. */
function switching(graph: Graph, node: Node): Node | null {
  const { kind, a, b } = graph.entries[node];
  switch (kind) {
    case "abs":
    case "sign":
      return a;
    case "min":
    case "max":
    case "less":
    case "lessEqual":
    case "equal":
    case "notEqual":
      return graph.subtract(a, b);
    default:
      return null;
  }
}
