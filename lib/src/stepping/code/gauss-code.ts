/** Steps of Gauss collocation as code, where they are short: gauss.ts with the iteration of stages/inertia-iteration.ts, but for rounding. What does not contract fast enough, and what has
 *  come to rest above the rounding of its terms and of its places, is left to the general stepper, and so are the steps after one that needed Newton's iteration. */
import type { Node } from "../../symbolic/dag.js";
import { factorsOf } from "../factors.js";
import { MOST_ROUNDING } from "../place-rounding.js";
import { MOST_ITERATIONS, NOISE_AT_MOST, QUICK } from "../stages/inertia-iteration.js";
import type { Tableau } from "../stages/tableau.js";
import type { Summation } from "../summation.js";
import type { ForceCode } from "./forces.js";
import { formulas, LARGEST } from "./formulas.js";
import type { StepCode } from "./implicit.js";
import { ACCEPTED, BIAS, NOISY, UNDERFLOW } from "./limits.js";

/** `ahead`: the coefficients of the last accelerations in those that a step begins with. */
export function gaussCode(
  forces: ForceCode,
  tableau: Tableau,
  ahead: readonly (readonly number[])[],
  summation: Summation,
): StepCode {
  const { graph, code, place, g, K } = forces;
  const { add, subtract, multiply, divide, choose, larger, smaller, power } = graph;
  const { sum, size, number, isLess, isAtMost, both, either, isBounded } = formulas(graph);
  const { lostOfLarger, lostOfProduct, upperHalf, product, weighted, addProduct } = formulas(graph);
  const n = g.length;
  const s = tableau.nodes.value.length;
  const stages = Array.from({ length: s }, (_, i) => i);
  const [zero, one] = [number(0), number(1)];
  const compensated = summation === "compensated";
  const dot = (coefficients: readonly number[], terms: readonly Node[]) =>
    sum(coefficients.map((c, j) => multiply(number(c), terms[j])));

  const [q, v] = [code.cells(n), code.cells(n)];
  const last = code.cells(s * n);
  const [pause] = code.cells(1);
  const zeros = g.map(() => zero);
  const [cq, cv] = compensated ? [code.cells(n), code.cells(n)] : [zeros, zeros];
  const mass = code.cells(n, "common");
  const [h, cancelling, count] = code.cells(3, "common");
  const counted = code.cells(4);
  const [iterations, , gradients, tangents] = counted;
  const [high, low] = code.variables(2);
  const factor = { h, high, low };
  const [inverse, massHigh, massLow] = [code.variables(n), code.variables(n), code.variables(n)];
  const several = () => stages.map(() => code.variables(n));
  const [A, base, rest, force, extra, bound] = [several(), several(), several(), several(), several(), several()];
  const [ratio, square, lastRate, rate, bias, tries, near, within, solved] = code.variables(9);
  const at = (node: Node) => graph.entries[node].value;

  const begin = () => {
    code.when(isLess(count, one), code.leave);
    code.when(isLess(zero, pause), code.leave);
    for (const i of stages) {
      const [c, cRest] = [number(tableau.nodes.value[i]), number(tableau.nodes.rest[i])];
      const ys = v.map((entry) => product(factor, multiply(c, entry)));
      const ends = ys.map((y, k) => add(q[k], y));
      const lost = ys.map((y, k) =>
        add(lostOfLarger(q[k], y, ends[k]), add(cq[k], multiply(h, add(multiply(c, cv[k]), multiply(cRest, v[k]))))),
      );
      const guess = g.map((_, k) =>
        dot(
          ahead[i],
          stages.map((j) => last[j * n + k]),
        ),
      );
      code.assign([...base[i], ...rest[i], ...A[i], ...extra[i]], [...ends, ...lost, ...guess, ...zeros]);
    }
    code.assign(
      [ratio, square, lastRate, rate, bias, tries, near, within, solved],
      [zero, number(Number.POSITIVE_INFINITY), one, one, zero, zero, zero, one, zero],
    );
  };

  /** The force of stage i; near the solution with what the rounding of its place makes of it, with what the inertia m a is rounded by, and a bound on what
   *  rounding leaves. */
  const evaluate = (i: number) => {
    const moves = g.map((_, k) => {
      const terms = A.map((stage) => stage[k]);
      const way = add(dot(tableau.position.value[i], terms), dot(tableau.position.rest[i], terms));
      return product(factor, product(factor, way));
    });
    code.assign(
      place,
      moves.map((move, k) => add(base[i][k], move)),
    );
    const delta = moves.map((move, k) => add(lostOfLarger(base[i][k], move, place[k]), rest[i][k]));
    const reach = g.map((_, k) => add(add(size(place[k]), size(base[i][k])), size(q[k])));
    code.when(
      near,
      () => {
        forces.forceAndTangent();
        if (forces.counts) code.assign([tangents], [add(tangents, one)]);
        const changes = g.map((entry, k) => {
          const change = sum(delta.map((y, j) => multiply(K[k][j], y)));
          const ofPlace = choose(isAtMost(size(change), multiply(number(MOST_ROUNDING), size(entry))), change, zero);
          const a = A[i][k];
          return add(ofPlace, lostOfProduct(multiply(mass[k], a), { high: massHigh[k], low: massLow[k] }, a));
        });
        const ofPlace = g.map((_, k) => sum(reach.map((y, j) => multiply(size(K[k][j]), y))));
        code.assign([...force[i], ...extra[i], ...bound[i]], [...g, ...changes, ...ofPlace]);
      },
      () => {
        forces.force();
        code.assign(force[i], g);
      },
    );
    if (forces.counts) code.assign([gradients], [add(gradients, one)]);
  };

  /** A ← A − M⁻¹ F, and what was found of F. */
  const correct = () => {
    const all = stages.flatMap((i) =>
      g.map((_, k) => {
        const momentum = multiply(mass[k], A[i][k]);
        const left = add(add(momentum, force[i][k]), extra[i][k]);
        const terms = add(add(size(momentum), size(force[i][k])), cancelling);
        const most = multiply(number(2 * ACCEPTED * Number.EPSILON), larger(terms, bound[i][k]));
        return {
          ratio: divide(size(left), add(terms, number(UNDERFLOW))),
          within: isAtMost(size(left), most),
          d: multiply(left, inverse[k]),
          a: A[i][k],
        };
      }),
    );
    /** Of two that are not negative, without a branch. */
    const largest = (a: Node, b: Node) => multiply(number(0.5), add(add(a, b), size(subtract(a, b))));
    const [now, squareNow, contracts] = code.variables(3);
    code.assign(
      [now, squareNow, within, ...A.flat()],
      [
        multiply(number(1 / Number.EPSILON), all.map((entry) => entry.ratio).reduce(largest)),
        sum(all.map(({ d }) => multiply(d, d))),
        choose(near, all.map((entry) => entry.within).reduce(both), zero),
        ...all.map(({ a, d }) => subtract(a, d)),
      ],
    );
    code.assign([contracts], [isAtMost(squareNow, multiply(number(QUICK ** 2), square))]);
    return { now, squareNow, contracts };
  };

  const iterate = () =>
    code.loop(() => {
      for (const i of stages) evaluate(i);
      const { now, squareNow, contracts } = correct();
      code.assign([tries, iterations], [add(tries, one), add(iterations, one)]);
      code.when(isBounded(squareNow), () => {}, code.leave);
      code.when(isLess(number(MOST_ITERATIONS), tries), code.leave);
      // As in inertia-iteration.ts; of rate and bias the squares.
      const first = isAtMost(tries, one);
      const goesOn = either(first, either(contracts, isAtMost(now, number(NOISE_AT_MOST))));
      code.when(goesOn, () => {}, code.leave);
      const [seen, rateNow, lastNow] = code.variables(3);
      const measured = both(contracts, isLess(number(NOISY), ratio));
      const clear = isLess(number(NOISY), now);
      const rateOf = divide(larger(one, now), ratio);
      const mean = multiply(rateOf, lastRate);
      code.assign(
        [seen, rateNow, lastNow],
        [
          power(larger(one, now), 2),
          choose(measured, choose(clear, mean, smaller(rate, mean)), rate),
          choose(measured, smaller(one, rateOf), lastRate),
        ],
      );
      const left = choose(
        either(first, both(clear, contracts)),
        multiply(now, now),
        smaller(multiply(bias, rateNow), seen),
      );
      code.assign([rate, lastRate, bias, ratio, square], [rateNow, lastNow, left, now, squareNow]);
      const isLast = both(near, isAtMost(multiply(bias, rate), number(BIAS ** 2)));
      code.when(isLast, () => {
        code.assign([solved], [either(isAtMost(ratio, number(NOISY)), within)]);
        code.leave();
      });
      code.assign([near], [isAtMost(multiply(bias, multiply(rate, rate)), number(BIAS ** 2))]);
    });

  const [path, mean] = [code.variables(n), code.variables(n)];
  const end = () => {
    const left = Math.floor((s - 1) / 2);
    const [middle, ofPosition, ofVelocity] = [0, 1, 2].map(() => code.variables(n));
    const half = number(0.5);
    code.assign(
      middle,
      g.map((_, k) => multiply(half, add(A[left][k], A[s - 1 - left][k]))),
    );
    const bent = g.map((_, k) => stages.map((i) => subtract(A[i][k], middle[k])));
    const [inPosition, inVelocity] = [factorsOf(tableau.reach), factorsOf(tableau.weights)];
    code.assign(
      [...ofPosition, ...ofVelocity],
      [...bent.map((row) => weighted(inPosition, row)), ...bent.map((row) => weighted(inVelocity, row))],
    );
    const kicks = g.map((_, k) => product(factor, add(multiply(half, middle[k]), ofPosition[k])));
    code.assign(
      [...path, ...mean],
      [...kicks.map((kick, k) => add(v[k], kick)), ...middle.map((entry, k) => add(entry, ofVelocity[k]))],
    );
    /** Are the products with h such that what they are rounded by can be found? */
    if (compensated) code.when(isLess(sum([...path, ...mean].map(size)), number(LARGEST)), () => {}, code.leave);
    const next = g.map((_, k) => {
      if (!compensated)
        return {
          q: { x: add(q[k], multiply(h, path[k])), c: zero },
          v: { x: add(v[k], multiply(h, mean[k])), c: zero },
        };
      const ofPath = multiply(h, add(lostOfLarger(v[k], kicks[k], path[k]), cv[k]));
      const ofMean = multiply(h, lostOfLarger(middle[k], ofVelocity[k], mean[k]));
      return {
        q: addProduct(q[k], add(cq[k], ofPath), factor, path[k]),
        v: addProduct(v[k], add(cv[k], ofMean), factor, mean[k]),
      };
    });
    code.assign(
      [...q, ...v, ...(compensated ? [...cq, ...cv] : []), ...last, count],
      [
        ...next.map((entry) => entry.q.x),
        ...next.map((entry) => entry.v.x),
        ...(compensated ? [...next.map((entry) => entry.q.c), ...next.map((entry) => entry.v.c)] : []),
        ...A.flat(),
        subtract(count, one),
      ],
    );
  };

  code.assign(
    [high, low, ...inverse, ...massHigh, ...massLow],
    [
      ...[upperHalf(h), subtract(h, upperHalf(h))],
      ...mass.map((m) => divide(one, m)),
      ...mass.map(upperHalf),
      ...mass.map((m) => subtract(m, upperHalf(m))),
    ],
  );
  code.loop(() => {
    begin();
    iterate();
    code.when(solved, () => {}, code.leave);
    end();
  });
  return {
    procedure: code.finished(),
    layout: {
      q: at(q[0]),
      v: at(v[0]),
      memory: [last, [pause], ...(compensated ? [cq, cv] : [])].map(([first]) => at(first)),
      mass: at(mass[0]),
      h: at(h),
      cancelling: at(cancelling),
      count: at(count),
      work: at(counted[0]),
    },
  };
}
