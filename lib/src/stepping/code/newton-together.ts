/** Newton's iteration of newton.ts where it goes as it does as a rule: one factor, and every correction smaller than the one before by FAST, until what is left is
 *  rounding. For many systems side by side, which go round together; one that has come to its end goes round without a change. The decisions are those of newton.ts,
 *  and so are the digits. Where another would be needed (a new factor, a residual that comes to rest above rounding) the step is left to that. */
import type { Node } from "../../symbolic/dag.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import { FAST, MOST, NOISY, UNDERFLOW } from "./limits.js";
import { type Counters, equationsOf, foresight, type StageNodes } from "./newton.js";

export interface Together {
  /** 1 where A solves the equations, else 0. */
  readonly solved: Node;
  /** What it took; null where it is not counted. */
  readonly taken: Counters | null;
}

export function newtonTogether(forces: ForceCode, stage: StageNodes, counts: boolean): Together {
  const { graph, code } = forces;
  const { A, x, moving } = stage;
  const { add, subtract, multiply, divide, choose, power } = graph;
  const foreseen = foresight(graph);
  const { number, isLess, isAtMost, both, either } = formulas(graph);
  const [zero, one] = [number(0), number(1)];
  const [going, solved, count, length, ratio, rate, bias, due, kept] = code.variables(9);
  const [nextLength, nextRatio] = code.variables(2);
  const next = code.variables(A.length);
  const [iterations, gradients] = counts ? code.variables(2) : [];
  const { approach, assess, factorize, solve, isRegular, worst, isMeasured, squares, isClose, r } = equationsOf(
    forces,
    stage,
  );
  const isTrue = (condition: Node) => choose(condition, one, zero);
  const not = (condition: Node) => choose(condition, zero, one);
  const moved = (by: Node) => A.map((entry, i) => subtract(entry, choose(by, next[i], zero)));

  code.assign(moving, x);
  forces.forceAndTangent();
  approach();
  factorize(next);
  const begins = isTrue(isRegular);
  code.assign(
    [...A, going, solved, length, ratio, bias, rate, due, kept, ...(counts ? [iterations, gradients] : [])],
    [
      ...moved(isRegular),
      ...[begins, begins, squares(next), number(Number.POSITIVE_INFINITY), zero, one, zero, zero],
      ...[...(counts ? [one, one] : [])],
    ],
  );
  code.assign([count], [zero]);
  code.repeat(() => {
    code.assign([count], [add(count, one)]);
    code.assign(moving, x);
    forces.force();
    assess();
    code.assign(next, solve(r));
    code.assign([nextLength, nextRatio], [squares(next), worst]);
    const noisy = isAtMost(ratio, number(NOISY));
    const rateNow = choose(noisy, rate, divide(nextLength, add(length, number(UNDERFLOW))));
    const biasNow = choose(noisy, multiply(bias, rate), power(nextRatio, 2));
    const isOrdinary = both(isMeasured, isLess(count, number(MOST)));
    const isFast = both(isAtMost(nextLength, multiply(number(FAST ** 2), length)), isOrdinary);
    const isDue = both(both(isLess(zero, due), isAtMost(nextRatio, number(NOISY))), isOrdinary);
    const close = isClose(nextRatio, rateNow, biasNow);
    const end = foreseen(nextRatio, rateNow);
    const wantsFactor = both(both(kept, end.wantsFactor), not(close));
    const goesOn = either(isDue, both(isFast, not(wantsFactor)));
    const onward = both(going, goesOn);
    const ends = choose(isDue, isTrue(isAtMost(due, one)), isTrue(close));
    code.assign(
      [...A, going, solved, length, ratio, rate, bias, due, kept, ...(counts ? [iterations, gradients] : [])],
      [
        ...moved(onward),
        isTrue(both(onward, not(ends))),
        isTrue(both(solved, either(goesOn, not(going)))),
        ...[nextLength, nextRatio, choose(isDue, rate, rateNow), choose(isDue, multiply(bias, rate), biasNow)],
        ...[choose(isDue, subtract(due, one), end.due), one],
        ...(counts ? [add(iterations, isTrue(onward)), add(gradients, going)] : []),
      ],
    );
  }, going);
  return { solved, taken: counts ? { iterations, factorizations: one, gradients, tangents: one } : null };
}
