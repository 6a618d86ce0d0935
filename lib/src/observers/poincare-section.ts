/** A Poincaré section: where a motion crosses the surface g(t, q, v) = 0.                              [henon1964]
 *
 *  A crossing lies in a step at whose ends g has different signs: upwards where g < 0 before and g ≥ 0 after it. A motion that starts on the
 *  surface crosses it when it comes back; two crossings within one step cancel and are not seen. Inside the step the motion is
 *  a Hermite polynomial of q, v and a = M⁻¹f at its ends, and at the ends of as many steps before as the order p of the method asks for:
 *  the velocity is then off by O(h^{3k − 1}), k ≥ (p + 1)/3 states, the position by a power of h more, so that a crossing is as exact as the
 *  method is, of any order. (The first steps of a run, and those after a kink of the load, have fewer states behind them; the acceleration at a jump of
 *  the load is that of the side on which the step lies.) Where accelerations jump at times that are not known or are not functions of the state, under
 *  friction, constraints and conditions on the state, and in a step with a kink inside of it, q and v alone are used, and k ≥ (p + 1)/2. On the polynomial g
 *  vanishes to rounding.
 *
 *  A step costs an evaluation of g and a copy of the state; a crossing costs k accelerations and some tens of evaluations of g. */
import { InputError } from "../core/failure.js";
import { sidedAtKinks } from "../core/jumps.js";
import { hasSides } from "../core/load-jumps.js";
import { firstFrom, SLACK } from "../core/load-kinks.js";
import type { Observer } from "../core/observer.js";
import type { State } from "../core/state.js";
import { acceleration, type Problem, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { type HermiteNode, hermite } from "./hermite.js";

export type CrossingDirection = "up" | "down" | "both";

export interface SectionOptions {
  /** g: its zeros are the surface. `(s) => s.q[0]` is the plane on which the first coordinate vanishes; `(s) => Math.sin(omega * s.t)` upwards looks once a
   *  period of a drive. */
  readonly surface: (s: Readonly<State>) => number;
  /** Which way g changes (default `up`: from negative to positive). */
  readonly direction?: CrossingDirection;
  /** The order of the method, `method.claims.order` (default 5: two states are enough). */
  readonly order?: number;
  /** Of a run that goes on from a snapshot: its state, so that a crossing in the first step is not missed. */
  readonly from?: Readonly<State>;
}

/** The crossings, in the order of time. */
export interface Crossings {
  readonly t: Vec;
  /** One vector a crossing. */
  readonly q: readonly Vec[];
  readonly v: readonly Vec[];
}

export function poincareSection(
  { system }: Problem,
  { surface, direction = "up", order = 5, from }: SectionOptions,
): Observer<Crossings> {
  if (direction !== "up" && direction !== "down" && direction !== "both")
    throw new InputError(`direction is "${direction}"; accepted: "up", "down", "both"`);
  if (!(order >= 1)) throw new InputError(`order is ${order}; accepted: the order of the method, 1 or more`);
  const { load } = system;
  const isSmooth = system.friction === undefined && system.constraints === undefined && load?.conditions === undefined;
  const kinks = load?.kinks ?? new Float64Array(0);
  const needed = Math.max(2, Math.ceil((order + 1) / (isSmooth ? 3 : 2)));
  const crossings = { t: [] as number[], q: [] as Vec[], v: [] as Vec[] };
  /** The states seen last, the latest first, in buffers that are used again. */
  const seen: State[] = [];
  let spare: State | undefined;
  let before = Number.NaN;

  const keep = (s: Readonly<State>) => {
    const { dof } = system;
    const copy = spare ?? { n: 0, t: 0, q: new Float64Array(dof), v: new Float64Array(dof), memory: [] };
    copy.n = s.n;
    copy.t = s.t;
    copy.q.set(s.q);
    copy.v.set(s.v);
    seen.unshift(copy);
    spare = seen.length > needed ? seen.pop() : undefined;
  };
  /** The system as it is on one side of the kinks between which the steps in question lie. */
  const onOneSide = (from: State, to: State): System => {
    if (load === null || !hasSides(load)) return system;
    const sided = sidedAtKinks(load, to.t - from.t);
    sided.enter(from.t, to.t);
    return { ...system, load: sided.load } as System;
  };
  /** Is there a kink after the earlier and before the later of them; with a positive slack, or at it? */
  const isKinked = (one: State, other: State, slack: number) => {
    const [from, to] = [Math.min(one.t, other.t), Math.max(one.t, other.t)];
    const first = firstFrom(kinks, from + Math.abs(slack));
    return first < kinks.length && kinks[first] < to + slack;
  };
  /** What is known of the motion around the step last taken. */
  const nodesOfStep = (): readonly HermiteNode[] => {
    const [end, start, ...earlier] = seen;
    const slack = SLACK * Math.abs(end.t - start.t);
    if (!isSmooth) return [start, end, ...earlier];
    if (isKinked(start, end, -slack)) return [start, end];
    const beyond = earlier.findIndex((state) => isKinked(state, start, slack));
    const smooth = [start, end, ...(beyond < 0 ? earlier : earlier.slice(0, beyond))];
    const own = onOneSide(smooth[smooth.length === 2 ? 0 : smooth.length - 1], end);
    return smooth.map(({ t, q, v }) => {
      const a = new Float64Array(system.dof);
      acceleration(own, t, q, v, a);
      return { t, q, v, a };
    });
  };
  const locate = (after: number) => {
    const [end, start] = seen;
    const motion = hermite(nodesOfStep());
    const s: State = { ...start, q: new Float64Array(system.dof), v: new Float64Array(system.dof) };
    const move = (tau: number) => {
      s.t = start.t + tau * (end.t - start.t);
      motion.at(tau, s.q, s.v);
    };
    const tau = rootIn01(before, after, (x) => {
      move(x);
      return surface(s);
    });
    move(tau);
    crossings.t.push(s.t);
    crossings.q.push(s.q);
    crossings.v.push(s.v);
  };
  if (from !== undefined) {
    keep(from);
    before = surface(from);
  }

  return {
    on: "steps",
    observe(s) {
      const after = surface(s);
      keep(s);
      const goesUp = before < 0 && after >= 0;
      const goesDown = before > 0 && after <= 0;
      if ((goesUp && direction !== "down") || (goesDown && direction !== "up")) locate(after);
      before = after;
    },
    finish: () => ({ t: Float64Array.from(crossings.t), q: [...crossings.q], v: [...crossings.v] }),
  };
}

/** A change of sign of f in [0, 1], to the last bits of the time: regula falsi as Anderson and Björck have it, which scales the value at an end that
 *  stays down so that both ends move, and halving every fourth time, so that no function makes it slow. */
function rootIn01(f0: number, f1: number, f: (x: number) => number): number {
  let [low, atLow, high, atHigh] = [0, f0, 1, f1];
  if (atHigh === 0) return 1;
  let moved: "low" | "high" | null = null;
  for (let k = 1; high - low > Number.EPSILON && k < MOST; k++) {
    const secant = low - (atLow * (high - low)) / (atHigh - atLow);
    const x = k % 4 === 0 || !(secant > low && secant < high) ? low + (high - low) / 2 : secant;
    const value = f(x);
    if (value === 0) return x;
    if (value > 0 === atHigh > 0) {
      if (moved === "high") atLow *= scaleOf(value / atHigh);
      [high, atHigh, moved] = [x, value, "high"];
    } else {
      if (moved === "low") atHigh *= scaleOf(value / atLow);
      [low, atLow, moved] = [x, value, "low"];
    }
  }
  return high;
}

const scaleOf = (share: number) => (share < 1 ? 1 - share : 0.5);

/** Halving alone needs 4 × 52. */
const MOST = 220;
