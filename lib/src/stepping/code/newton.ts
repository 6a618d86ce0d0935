/** Newton's iteration of linalg/nonlinear.ts for few unknowns, as code with everything written out: the smallest systems are integrated for
 *  millions of steps, and there the bookkeeping of general vectors costs several times the arithmetic.
 *
 *  The equations are those of one stage,    m_i A_i + w G_i(x(A)) + b_i = 0,    x = x̂ + c A. They are accepted as the general
 *  solver accepts them: when they hold, at the iterate, to the rounding of their terms. What does not converge at once (a residual that grows, a
 *  pivot near zero, a number that is not finite, more than a few corrections) is not solved here and not judged here: the general solver
 *  takes the step from its start. */

import type { Graph, Node } from "../../symbolic/dag.js";
import { MOST_ROUNDING } from "../place-rounding.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import {
  ACCEPTED,
  ALIKE,
  BIAS,
  FAST,
  LEAST_RATE,
  LOST,
  MOST,
  NOISY,
  SLOWEST,
  SURE,
  UNDERFLOW,
  UNFELT,
} from "./limits.js";
import { adjugate, ldlt, lu } from "./small-factors.js";

export interface StageNodes {
  /** Variables: the guess on entry, the solution on return. */
  readonly A: readonly Node[];
  /** m: what the inertia is multiplied by. */
  readonly inertia: readonly Node[];
  /** w, b and c. */
  readonly weight: Node;
  readonly b: readonly Node[];
  readonly position: Node;
  /** x of the force's place, in terms of A; and the variables of the place that it is assigned to. */
  readonly x: readonly Node[];
  readonly moving: readonly Node[];
  /** What x has been rounded by, in terms of A and of the moving variables. */
  readonly delta: readonly Node[];
  /** The sizes of the terms that x is a sum of. */
  readonly reach: readonly Node[];
  /** Terms that cancel in the forces. */
  readonly cancelling: Node;
  /** Are products with the inertia rounded (lost-inertia.ts)? */
  readonly rounds: boolean;
  readonly symmetric: boolean;
  /** Where the equations are to keep the energy: what the residual does work on. */
  readonly displacement?: readonly Node[];
}

/** What is counted, as variables. */
export interface Counters {
  readonly iterations: Node;
  readonly factorizations: Node;
  readonly gradients: Node;
  readonly tangents: Node;
}

/** The equations of a stage, and what is asked of them: formulas in A, g, K and the variables r and S. */
export function equationsOf({ graph, code, g, K, secant }: ForceCode, stage: StageNodes) {
  const { A, inertia, weight, b, position, delta, cancelling, rounds, symmetric } = stage;
  const { add, subtract, multiply, divide, choose, larger, power } = graph;
  const { sum, size, number, isLess, isAtMost, both, either, upperHalf, lostOfProduct } = formulas(graph);
  const [r, S] = [code.variables(A.length), code.variables(A.length)];

  // The matrix J = m + w c K, and its factor: variables, but for what is constant.
  const stiffness = multiply(weight, position);
  const J = K.map((row, i) =>
    row.map((entry, j) => (i === j ? add(inertia[i], multiply(stiffness, entry)) : multiply(stiffness, entry))),
  );
  const kept: [Node, Node][] = [];
  const keep = (value: Node): Node => {
    if (graph.isConstant(value)) return value;
    const [variable] = code.variables(1);
    kept.push([variable, value]);
    return variable;
  };
  const factor = A.length <= 2 ? adjugate : symmetric ? ldlt : lu;
  const { solve, solveFirst, isRegular } = factor(graph, J, keep);

  // Far from the solution the rounding of its terms is not seen, and not computed.
  const rough = g.map((entry, i) => add(add(multiply(inertia[i], A[i]), multiply(weight, entry)), b[i]));
  const lostInertia = (i: number): Node => {
    if (!rounds) return number(0);
    const [m, a] = [inertia[i], A[i]];
    const high = upperHalf(m);
    return lostOfProduct(multiply(m, a), { high, low: subtract(m, high) }, a);
  };
  // The force where the stage is, and not where its position is rounded to (place-rounding.ts).
  const residual = g.map((entry, i) => {
    const change = sum(delta.map((y, j) => multiply(K[i][j], y)));
    const isRounding = isAtMost(size(change), multiply(number(MOST_ROUNDING), size(entry)));
    const ofInertia = multiply(inertia[i], A[i]);
    const ofForce = multiply(weight, entry);
    return {
      // The large terms first, which cancel: what is less than an ulp of them is kept.
      r: add(
        add(add(ofInertia, ofForce), b[i]),
        add(choose(isRounding, multiply(weight, change), number(0)), lostInertia(i)),
      ),
      S: [size(ofForce), size(b[i]), cancelling, ...(secant ? [secant.terms[i]] : [])].reduce(add, size(ofInertia)),
    };
  });
  /** Of two that are not negative, without a branch: which of them is larger cannot be foreseen. */
  const largest = (a: Node, c: Node) => multiply(number(0.5), add(add(a, c), size(subtract(a, c))));
  /** The largest |r_i| in units of ε S_i; terms that overflow measure nothing. */
  const worst = multiply(
    number(1 / Number.EPSILON),
    r.map((entry, i) => divide(size(entry), add(S[i], number(UNDERFLOW)))).reduce(largest),
  );
  return {
    r,
    S,
    /** Assigns what is left of the equations but for rounding. */
    approach: () => code.assign(r, rough),
    /** Assigns what is left of the equations, and the sizes of their terms. */
    assess() {
      code.assign([...r, ...S], [...residual.map((entry) => entry.r), ...residual.map((entry) => entry.S)]);
    },
    /** Assigns the factor of the matrix at this place, which `solve` reads, and the first correction with it. */
    factorize(correction: readonly Node[]) {
      const [variables, values] = [kept.map(([variable]) => variable), kept.map(([, value]) => value)];
      if (solveFirst === undefined) {
        code.assign(variables, values);
        code.assign(correction, solve(r));
      } else code.assign([...variables, ...correction], [...values, ...solveFirst(r)]);
    },
    solve,
    isRegular,
    worst,
    isMeasured: isLess(sum(S), number(Number.POSITIVE_INFINITY)),
    squares: (vector: readonly Node[]) => sum(vector.map((entry) => power(entry, 2))),
    /** Is it all rounding, or will it be after a correction that is itself hardly more? Of the rate and the bias the squares: no root is needed. */
    isClose(ratio: Node, rate: Node, bias: Node): Node {
      const soon = isAtMost(multiply(power(ratio, 2), larger(rate, number(LEAST_RATE ** 2))), number(1 / 16));
      const close = either(isAtMost(ratio, number(1)), both(isAtMost(rate, number(SURE ** 2)), soon));
      return both(close, isAtMost(multiply(bias, rate), number(BIAS ** 2)));
    },
  };
}

/** As linalg/newton-convergence.ts foresees the end from a residual and the square of what an iteration leaves: how many residuals are still to be looked at, 0 where that cannot be
 *  told; and would the last correction but one, with a factor that has been kept, not lead to the solution? A new factor of few unknowns is cheap. */
export function foresight(graph: Graph) {
  const { multiply, power, choose, subtract } = graph;
  const { number, isLess, isAtMost, both } = formulas(graph);
  return (ratio: Node, rate: Node) => {
    const isClear = isLess(number(NOISY), ratio);
    const left = multiply(power(ratio, 2), rate);
    const isEnd = isAtMost(multiply(left, multiply(number(ALIKE ** 2), rate)), number(BIAS ** 2));
    const isNext = both(isEnd, isAtMost(left, number(UNFELT ** 2)));
    const isNear = both(isClear, isAtMost(left, number(NOISY ** 2)));
    return {
      due: choose(isNear, choose(isEnd, number(1), number(2)), number(0)),
      wantsFactor: both(isClear, subtract(number(1), isNext)),
    };
  };
}

/** Writes the iteration; the variable that it returns is 1 where A solves the equations, else 0. */
export function newtonCode(forces: ForceCode, stage: StageNodes, counters: Counters | null): Node {
  const { graph, code, g, K } = forces;
  const { A, weight, x, moving, reach, displacement } = stage;
  const { add, subtract, multiply, divide, choose, larger, power } = graph;
  const { sum, size, number, isLess, isAtMost, both } = formulas(graph);
  const foreseen = foresight(graph);
  const n = A.length;
  const zero = number(0);
  const one = number(1);
  const [solved, again, judging, count, length, ratio, rate, bias, due, kept] = code.variables(10);
  const [nextLength, nextRatio] = code.variables(2);
  const [d, next] = [code.variables(n), code.variables(n)];
  const increment = (variable: Node): readonly [Node, Node] => [variable, add(variable, one)];
  const assign = (...pairs: readonly (readonly [Node, Node])[]) =>
    code.assign(
      pairs.map(([target]) => target),
      pairs.map(([, value]) => value),
    );
  const together = (targets: readonly Node[], values: readonly Node[]) =>
    targets.map((target, i) => [target, values[i]] as const);
  const { r, S, approach, assess, factorize, solve, isRegular, worst, isMeasured, squares, isClose } = equationsOf(
    forces,
    stage,
  );
  const ratioOf = choose(isMeasured, worst, number(Number.POSITIVE_INFINITY));
  /** Is what rounding leaves in the forces small beside the work that they do, as in methods/energy-momentum/step.ts? */
  const knownWork = (bounds: readonly Node[]): Node[] => {
    if (displacement === undefined) return [];
    const done = sum(displacement.map((du, i) => multiply(size(du), size(g[i]))));
    const unknown = sum(displacement.map((du, i) => multiply(size(du), bounds[i])));
    const left = size(sum(displacement.map((du, i) => multiply(du, r[i]))));
    return [isAtMost(unknown, multiply(number(LOST), done)), isAtMost(left, multiply(number(LOST), done))];
  };
  const take = (step: readonly Node[]) =>
    together(
      A,
      A.map((entry, i) => subtract(entry, step[i])),
    );
  const iterated = counters === null ? [] : [increment(counters.iterations)];
  const accept = (...also: readonly (readonly [Node, Node])[]) => {
    assign(...also, [solved, one]);
    code.leave();
  };

  const keepFactor = () => assign(...together(d, next), [length, nextLength], [kept, one]);
  const foresee = () => {
    const end = foreseen(ratio, rate);
    assign([due, end.due]);
    code.when(both(kept, end.wantsFactor), () => {
      assign([due, one], [again, one]);
      code.leave();
    });
  };

  assign(
    [solved, zero],
    [again, zero],
    [judging, zero],
    [count, zero],
    [due, zero],
    [ratio, number(Number.POSITIVE_INFINITY)],
    [rate, one],
  );
  code.assign(moving, x);
  code.loop(() => {
    forces.forceAndTangent();
    if (counters !== null)
      assign(
        increment(counters.factorizations),
        ...(forces.counts ? [increment(counters.gradients), increment(counters.tangents)] : []),
      );
    // Far from the solution only: what a correction leaves out that turns out to be the last has a sign.
    code.when(again, assess, approach);
    // It has come to rest above the rounding of its terms: is it what the stiffness of this place makes of the rounding of the position?
    code.when(judging, () => {
      const bounds = S.map((entry, i) => {
        const ofPlace = sum(reach.map((y, j) => multiply(size(K[i][j]), y)));
        return multiply(number(2 * ACCEPTED * Number.EPSILON), larger(entry, multiply(size(weight), ofPlace)));
      });
      const finite = isLess(sum([...S, ...reach]), number(Number.POSITIVE_INFINITY));
      const within = r.map((entry, i) => isAtMost(size(entry), bounds[i]));
      assign([solved, [...within, ...knownWork(bounds)].reduce(both, finite)]);
      code.leave();
    });
    factorize(d);
    code.when(isRegular, () => {}, code.leave);
    // A new factor for what was rounding already, or nearly.
    code.when(again, () => code.when(isClose(ratio, rate, bias), () => accept(...take(d), ...iterated)));
    assign([length, squares(d)], [again, zero], [kept, zero]);
    code.loop(() => {
      assign(increment(count), ...iterated);
      code.when(isLess(number(MOST), count), code.leave);
      assign(...take(d));
      code.assign(moving, x);
      forces.force();
      if (forces.counts && counters !== null) assign(increment(counters.gradients));
      assess();
      code.assign(next, solve(r));
      assign([nextLength, squares(next)], [nextRatio, ratioOf]);
      code.when(
        both(isLess(zero, due), isAtMost(nextRatio, number(NOISY))),
        () => {
          code.when(isAtMost(due, one), () => accept(...take(next), ...iterated));
          assign([due, subtract(due, one)], [bias, multiply(bias, rate)], [ratio, nextRatio]);
          keepFactor();
        },
        () => {
          code.when(
            isAtMost(nextLength, multiply(number(SLOWEST ** 2), length)),
            () => {
              const noisy = isAtMost(ratio, number(NOISY));
              const slow = isLess(multiply(number(0.5), ratio), nextRatio);
              const [wasSlow] = code.variables(1);
              assign(
                [wasSlow, slow],
                [rate, choose(noisy, rate, divide(nextLength, add(length, number(UNDERFLOW))))],
                [bias, choose(noisy, multiply(bias, rate), power(nextRatio, 2))],
                [ratio, nextRatio],
              );
              code.when(
                isAtMost(nextLength, multiply(number(FAST ** 2), length)),
                () => {
                  code.when(isClose(ratio, rate, bias), () => accept(...take(next), ...iterated));
                  foresee();
                  keepFactor();
                },
                () => {
                  // All rounding, which no new factor would make less.
                  code.when(isAtMost(ratio, one), () => accept(...take(next), ...iterated));
                  code.when(both(wasSlow, isAtMost(ratio, number(2 * ACCEPTED))), () => accept());
                  assign([again, one], [judging, wasSlow]);
                  code.leave();
                },
              );
            },
            () => {
              code.when(isAtMost(nextRatio, number(2 * ACCEPTED)), () => accept());
              code.when(isLess(nextLength, number(Number.POSITIVE_INFINITY)), () =>
                assign([again, one], [judging, one]),
              );
              code.leave();
            },
          );
        },
      );
    });
    code.when(again, () => {}, code.leave);
  });
  return solved;
}
