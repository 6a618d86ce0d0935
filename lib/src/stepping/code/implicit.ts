/** Whole implicit steps as code: the midpoint rule and the step of energy–momentum methods with a discrete gradient or a secant term, which differ in where the
 *  force is taken.
 *
 *      midpoint         M A + ∇V(q₀ + h/2 w) = 0,        w = v₀ + h/2 A
 *      energy–momentum  M A + ∇V(q₀, q₀ + h w) = 0
 *      both             q₁ = q₀ + h w,  v₁ = v₀ + h A
 *
 *  What midpoint.ts and methods/energy-momentum/step.ts compute, but for rounding: operations inside the solution of a step have another order, and what a
 *  product with h rounds away is carried into the next step. */

import type { Node } from "../../symbolic/dag.js";
import type { Procedure } from "../../symbolic/procedure.js";
import type { Summation } from "../summation.js";
import type { ForceCode, SecantCode } from "./forces.js";
import { extrapolated, formulas } from "./formulas.js";
import { LOST } from "./limits.js";
import { type MemberLayout, type MemberOptions, memberCode } from "./members.js";
import { newtonCode } from "./newton.js";
import { secantNewtonCode } from "./newton-secant.js";
import { newtonTogether } from "./newton-together.js";

/** Where things are in memory: the first variable of each, and for vectors as many as there are coordinates. */
export interface StepLayout {
  readonly q: number;
  readonly v: number;
  /** What the method remembers, one vector after another. */
  readonly memory: readonly number[];
  /** Masses, or what stands for them. */
  readonly mass: number;
  readonly h: number;
  readonly cancelling: number;
  /** How many steps to take; as many as were not taken, on return. */
  readonly count: number;
  /** Iterations, factorizations, gradients, tangents, added to at every call; -1 where nothing is counted. */
  readonly work: number;
  /** What else the forces are given. */
  readonly given?: number;
  /** What there is besides, for many systems side by side. */
  readonly member?: MemberLayout;
}

export interface StepCode {
  readonly procedure: Procedure;
  readonly layout: StepLayout;
}

export interface ImplicitOptions {
  readonly summation: Summation;
  /** Are products with the masses rounded? */
  readonly rounds: boolean;
}

/** `many`: for many systems side by side. */
export function implicitCode(
  forces: ForceCode,
  { summation, rounds }: ImplicitOptions,
  many?: MemberOptions,
): StepCode {
  const { graph, code, place, g, secant } = forces;
  const { add, subtract, multiply, divide, negate, power } = graph;
  const { size, sum, number, isLess, isAtMost, isBounded, both, lostOfLarger, upperHalf, product } = formulas(graph);
  const n = g.length;
  const between = place.length === 2 * n;
  const zeros = g.map(() => number(0));
  const compensated = summation === "compensated";
  const vector = () => code.cells(n);
  const [q, v, last, difference, guess] = [vector(), vector(), vector(), vector(), vector()];
  const [cq, cv] = compensated ? [vector(), vector()] : [zeros, zeros];
  const mass = code.cells(n, "common");
  const [h, cancelling, count] = code.cells(3, "common");
  const counted = many === undefined || many.counts === true ? code.cells(4) : [];
  const [iterations, factorizations, gradients, tangents] = counted;
  const counters = counted.length > 0 ? { iterations, factorizations, gradients, tangents } : null;
  const [half, position, high, low] = code.variables(4);
  const [halfHigh, halfLow, positionHigh, positionLow] = code.variables(4);
  const [A, start, rest] = [code.variables(n), code.variables(n), code.variables(n)];
  const at = (node: Node) => graph.entries[node].value;

  const moving = place.slice(-n);
  const kicks = A.map((a) => (compensated ? product({ high: halfHigh, low: halfLow }, a) : multiply(half, a)));
  const means = kicks.map((kick, i) => add(v[i], kick));
  // With a secant term, whose code is long, these are variables.
  const w = secant ? code.variables(n) : means;
  const carried = secant && compensated ? code.variables(n) : q.map((_, i) => add(cq[i], multiply(h, cv[i])));
  const displacements = w.map((entry) => multiply(h, entry));
  // The force is at q₀ + h/2 v₀ + h²/4 A, and at q₀ + h v₀ + h²/2 A: `start` and what A moves it by.
  const along = between ? { h, high, low } : { h: half, high: halfHigh, low: halfLow };
  const moves = A.map((a) =>
    compensated && between ? product({ high: positionHigh, low: positionLow }, a) : multiply(position, a),
  );

  const settle = () => {
    const part = number(between ? 0.5 : 0.25);
    const [upper, square] = [upperHalf(h), multiply(h, h)];
    const lower = subtract(h, upper);
    const ofSquare = add(
      add(subtract(multiply(upper, upper), square), multiply(number(2), multiply(upper, lower))),
      multiply(lower, lower),
    );
    code.assign(
      [half, position, high, low, halfHigh, halfLow, positionHigh, positionLow],
      [
        multiply(number(0.5), h),
        multiply(part, square),
        upper,
        lower,
        multiply(number(0.5), upper),
        multiply(number(0.5), lower),
        multiply(part, upperHalf(square)),
        multiply(part, add(subtract(square, upperHalf(square)), ofSquare)),
      ],
    );
  };
  /** With a secant term the force is looked at where the next step starts, to the bit, so that what is found there serves both. */
  const secantPlace = ({ du }: SecantCode) => {
    const ways = means.map((entry) => (compensated ? product({ high, low }, entry) : multiply(h, entry)));
    return {
      x: [...q.map((entry, i) => add(entry, compensated ? add(ways[i], carried[i]) : ways[i])), ...ways, ...means],
      moving: [...moving, ...du, ...w],
      delta: du.map((move, i) => {
        const ofMean = multiply(h, lostOfLarger(v[i], kicks[i], w[i]));
        return sum([lostOfLarger(q[i], move, moving[i]), carried[i], ofMean, cq[i]]);
      }),
    };
  };
  const stage = {
    A,
    inertia: mass,
    weight: number(1),
    b: zeros,
    position,
    ...(secant
      ? secantPlace(secant)
      : {
          x: moves.map((move, i) => add(start[i], move)),
          moving,
          delta: moves.map((move, i) => add(lostOfLarger(start[i], move, moving[i]), rest[i])),
        }),
    reach: q.map((entry, i) => sum([size(moving[i]), size(entry), between ? size(multiply(h, v[i])) : size(start[i])])),
    cancelling,
    rounds,
    symmetric: !between || secant !== undefined,
    ...(between && { displacement: displacements }),
  };
  const begin = () => {
    code.when(isLess(count, number(1)), code.leave);
    if (secant !== undefined) {
      const sums = compensated ? q.map((_, i) => add(cq[i], multiply(h, cv[i]))) : [];
      code.assign([...A, ...place.slice(0, n), ...(compensated ? carried : [])], [...guess, ...q, ...sums]);
      secant.open();
      return;
    }
    const moves = v.map((entry) => (compensated ? product(along, entry) : multiply(along.h, entry)));
    const starts = moves.map((move, i) => add(q[i], move));
    code.assign(
      [...A, ...start, ...rest, ...place.slice(0, -n)],
      [
        ...guess,
        ...starts,
        ...q.map((entry, i) => {
          // Of two ends both are rounded, the first by what its sum carries.
          const carried = add(between ? multiply(number(2), cq[i]) : cq[i], multiply(along.h, cv[i]));
          return add(lostOfLarger(entry, moves[i], starts[i]), carried);
        }),
        ...(between ? q : []),
      ],
    );
  };
  /** What is no number in the end is left to the general stepper, which says so. */
  const endsFinite = isBounded(multiply(h, sum(w)));
  const member = many && memberCode(forces, { q, v }, many);
  const end = (taken: readonly Node[]) => {
    const next = q.map((entry, i) => {
      if (!compensated)
        return { q: add(entry, multiply(h, w[i])), v: add(v[i], multiply(h, A[i])), cq: cq[i], cv: cv[i] };
      const ofPlace = carried[i];
      const move = product({ high, low }, w[i]);
      const q1 = add(entry, add(move, ofPlace));
      // Twice the kick to w: the mean of both velocities is w and what that is rounded by.
      const kick = multiply(number(2), kicks[i]);
      const v1 = add(v[i], add(kick, cv[i]));
      // Exact where the sum is larger than what is added to it, as in all steps but those that pass zero; there within half an ulp of the increment.
      return {
        q: q1,
        v: v1,
        cq: sum([lostOfLarger(entry, move, q1), ofPlace, multiply(h, lostOfLarger(v[i], kicks[i], w[i]))]),
        cv: add(lostOfLarger(v[i], kick, v1), cv[i]),
      };
    });
    const entered = extrapolated(graph, { last, difference, guess }, A);
    const seen = member?.seen(next.map((entry) => entry.q)) ?? [];
    code.assign(
      [
        ...[...q, ...v, ...(compensated ? [...cq, ...cv] : []), ...last, ...difference, ...guess],
        ...[...seen.map(([peak]) => peak), ...taken.map((_, k) => counted[k]), count],
      ],
      [
        ...next.map((entry) => entry.q),
        ...next.map((entry) => entry.v),
        ...(compensated ? [...next.map((entry) => entry.cq), ...next.map((entry) => entry.cv)] : []),
        ...entered.last,
        ...entered.difference,
        ...entered.guess,
        ...seen.map(([, value]) => value),
        ...taken.map((more, k) => add(counted[k], more)),
        subtract(count, number(1)),
      ],
    );
  };

  settle();
  secant?.begin();
  member?.begin(() => {
    // As in midpoint.ts and methods/energy-momentum/step.ts: with the acceleration of the start.
    const first = g.map((entry, i) => divide(negate(entry), mass[i]));
    code.assign(
      [...last, ...difference, ...guess, ...(compensated ? [...cq, ...cv] : [])],
      [...first, ...zeros, ...first, ...(compensated ? [...zeros, ...zeros] : [])],
    );
  });
  code.loop(() => {
    begin();
    const solved = secant ? secantNewtonCode(forces, secant, stage, counters) : newtonCode(forces, stage, counters);
    // With the last correction.
    if (secant !== undefined) code.assign(w, means);
    code.when(both(solved, endsFinite), () => {}, code.leave);
    if (secant !== undefined) {
      // As in methods/energy-momentum/step.ts; what is not confirmed here is left to the general stepper.
      const left = g.map((entry, i) => add(multiply(mass[i], A[i]), entry));
      code.when(secant.isSound(left, cancelling), () => {}, code.leave);
    }
    if (forces.potentials !== undefined) {
      // As in methods/energy-momentum/step.ts, at the place of the last force: what is not confirmed here is left to the general stepper.
      const [before, after] = code.variables(2);
      code.assign([before, after], forces.potentials);
      const done = sum(displacements.map((move, i) => multiply(move, g[i])));
      const energies = sum([
        ...displacements.map((move, i) => size(multiply(move, g[i]))),
        ...v.map((entry, i) => multiply(multiply(number(0.5), mass[i]), power(entry, 2))),
        ...v.map((entry, i) => multiply(multiply(number(0.5), mass[i]), power(add(entry, multiply(h, A[i])), 2))),
      ]);
      const off = size(subtract(done, subtract(after, before)));
      code.when(isAtMost(off, multiply(number(LOST), energies)), () => {}, code.leave);
    }
    end([]);
  });
  if (many !== undefined && forces.potentials === undefined) {
    code.ordinary(() => {
      settle();
      code.loop(() => {
        begin();
        const { solved, taken } = newtonTogether(forces, stage, counted.length > 0);
        code.when(both(solved, endsFinite), () => {}, code.leave);
        end(taken === null ? [] : [taken.iterations, taken.factorizations, taken.gradients, taken.tangents]);
      });
    });
  }
  member?.end();
  return {
    procedure: code.finished(),
    layout: {
      q: at(q[0]),
      v: at(v[0]),
      memory: [last, difference, guess, ...(compensated ? [cq, cv] : [])].map(([first]) => at(first)),
      mass: at(mass[0]),
      h: at(h),
      cancelling: at(cancelling),
      count: at(count),
      work: counted.length > 0 ? at(counted[0]) : -1,
      ...(secant && secant.given.length > 0 && { given: at(secant.given[0]) }),
      ...(member && { member: member.layout }),
    },
  };
}
