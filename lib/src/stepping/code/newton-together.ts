/** Newton's iteration of newton.ts where it goes as it does as a rule: one factor, and every correction smaller than the one before by FAST, until what is left is
 *  rounding. For many systems side by side, which go round together; one that has come to its end goes round without a change. The decisions are those of newton.ts,
 *  and so are the digits. Where another would be needed (a new factor, a residual that comes to rest above rounding) the step is left to that. */
import type { Node } from "../../symbolic/dag.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import { FAST, MOST, NOISY, UNDERFLOW } from "./limits.js";
import { type Counters, equationsOf, type StageNodes } from "./newton.js";

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
  const { number, isLess, isAtMost, both, either } = formulas(graph);
  const [zero, one] = [number(0), number(1)];
  const [going, solved, count, length, ratio, rate, bias, nextLength, nextRatio] = code.variables(9);
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
    [...A, going, solved, length, ratio, bias, rate, ...(counts ? [iterations, gradients] : [])],
    [
      ...moved(isRegular),
      ...[begins, begins, squares(next), number(Number.POSITIVE_INFINITY), zero, one, ...(counts ? [one, one] : [])],
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
    const isFast = both(
      both(isAtMost(nextLength, multiply(number(FAST ** 2), length)), isMeasured),
      isLess(count, number(MOST)),
    );
    const onward = both(going, isFast);
    code.assign(
      [...A, going, solved, length, ratio, rate, bias, ...(counts ? [iterations, gradients] : [])],
      [
        ...moved(onward),
        isTrue(both(onward, not(isClose(nextRatio, rateNow, biasNow)))),
        isTrue(both(solved, either(isFast, not(going)))),
        ...[nextLength, nextRatio, rateNow, biasNow],
        ...(counts ? [add(iterations, isTrue(onward)), add(gradients, going)] : []),
      ],
    );
  }, going);
  return { solved, taken: counts ? { iterations, factorizations: one, gradients, tangents: one } : null };
}
