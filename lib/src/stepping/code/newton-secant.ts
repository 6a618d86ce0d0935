/** The iteration of newton.ts for forces with a secant term, which are long: they are written once, for all trials. A difference of potentials is noisier than forces
 *  are, so that what is left of an iteration is also judged by what it can have left, as in linalg/nonlinear.ts. */
import type { Node } from "../../symbolic/dag.js";
import type { ForceCode, SecantCode } from "./forces.js";
import { formulas } from "./formulas.js";
import { ACCEPTED, ALIKE, BIAS, FAST, MOST, NOISY, SLOWEST, SURE, UNDERFLOW } from "./limits.js";
import { type Counters, equationsOf, type StageNodes } from "./newton.js";

/** Writes the iteration; the variable that it returns is 1 where A solves the equations, else 0. */
export function secantNewtonCode(
  forces: ForceCode,
  secant: SecantCode,
  stage: StageNodes,
  counters: Counters | null,
): Node {
  const { graph, code } = forces;
  const { A, x, moving, reach } = stage;
  const { add, subtract, multiply, divide, choose, power } = graph;
  const { number, isLess, isAtMost, both } = formulas(graph);
  const [zero, one] = [number(0), number(1)];
  const [solved, isFirst, isNew, judging, count, length, ratio, rate, bias] = code.variables(9);
  const [nextLength, nextRatio, wasSlow] = code.variables(3);
  const [d, next] = [code.variables(A.length), code.variables(A.length)];
  const assign = (...pairs: readonly (readonly [Node, Node])[]) =>
    code.assign(
      pairs.map(([target]) => target),
      pairs.map(([, value]) => value),
    );
  const increment = (variable: Node): readonly [Node, Node] => [variable, add(variable, one)];
  const { r, S, approach, assess, factorize, solve, isRegular, worst, isMeasured, squares, isClose } = equationsOf(
    forces,
    stage,
  );
  const take = (step: readonly Node[]) => A.map((entry, i) => [entry, subtract(entry, step[i])] as const);
  const keep = () => d.map((entry, i) => [entry, next[i]] as const);
  const accept = (...also: readonly (readonly [Node, Node])[]) => {
    assign(...also, [solved, one]);
    code.leave();
  };
  /** After a trial that contracts. */
  const contracted = () => {
    // More than this iteration can have left, and no more than rounding.
    const alike = multiply(number(ALIKE ** 2), rate);
    const foreseen = isAtMost(multiply(bias, power(alike, 2)), number(BIAS ** 2));
    const noise = both(isAtMost(alike, number(SURE ** 2)), both(foreseen, isAtMost(nextRatio, number(NOISY))));
    code.when(noise, () => accept(...take(next)));
    const noisy = isAtMost(ratio, number(NOISY));
    assign(
      [wasSlow, isLess(multiply(number(0.5), ratio), nextRatio)],
      [rate, choose(noisy, rate, divide(nextLength, add(length, number(UNDERFLOW))))],
      [bias, choose(noisy, multiply(bias, rate), power(nextRatio, 2))],
      [ratio, nextRatio],
    );
    code.when(
      isAtMost(nextLength, multiply(number(FAST ** 2), length)),
      () => assign(...keep(), [length, nextLength]),
      () => {
        // All rounding, which no new factor would make less.
        code.when(isAtMost(ratio, one), () => accept(...take(next)));
        code.when(both(wasSlow, isAtMost(ratio, number(2 * ACCEPTED))), () => accept());
        assign([isNew, one], [judging, wasSlow]);
      },
    );
  };
  const notContracted = () => {
    code.when(isAtMost(nextRatio, number(2 * ACCEPTED)), () => accept());
    code.when(
      isLess(nextLength, number(Number.POSITIVE_INFINITY)),
      () => assign([isNew, one], [judging, one]),
      code.leave,
    );
  };

  assign([solved, zero], [judging, zero], [count, zero], [rate, one], [isFirst, one], [isNew, one]);
  assign([ratio, number(Number.POSITIVE_INFINITY)], [bias, number(Number.POSITIVE_INFINITY)]);
  code.assign(moving, x);
  code.loop(() => {
    forces.force();
    code.when(isNew, () => {
      secant.differentiate();
      if (counters !== null) assign(increment(counters.factorizations));
    });
    // Far from the solution only: what a correction leaves out that turns out to be the last has a sign.
    code.when(isFirst, approach, assess);
    code.when(judging, () => {
      assign([solved, secant.isRounding({ r, S, reach })]);
      code.leave();
    });
    code.when(
      isNew,
      () => {
        factorize(next);
        code.when(isRegular, () => {}, code.leave);
        assign(...keep(), [length, squares(next)], [isFirst, zero], [isNew, zero]);
      },
      () => {
        code.assign(next, solve(r));
        assign([nextLength, squares(next)], [nextRatio, choose(isMeasured, worst, number(Number.POSITIVE_INFINITY))]);
        code.when(isAtMost(nextLength, multiply(number(SLOWEST ** 2), length)), contracted, notContracted);
      },
    );
    // With a new factor the force is looked at once more, where it is.
    code.when(
      isNew,
      () => {},
      () => {
        assign(increment(count), ...(counters === null ? [] : [increment(counters.iterations)]));
        code.when(isLess(number(MOST), count), code.leave);
        code.when(isClose(ratio, rate, bias), () => accept(...take(d)));
        assign(...take(d));
        code.assign(moving, x);
      },
    );
  });
  return solved;
}
