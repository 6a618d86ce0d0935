/** Steps of Gauss collocation as code with loops, where they are short and the tangent is a narrow band: gauss-code.ts, with vectors in memory in the place of variables. */
import type { Entries } from "../../symbolic/along-arrays.js";
import { emptyGraph, type Node } from "../../symbolic/dag.js";
import { procedure } from "../../symbolic/procedure.js";
import { factorsOf } from "../factors.js";
import { MOST_ROUNDING } from "../place-rounding.js";
import { MOST_ITERATIONS, NOISE_AT_MOST, QUICK } from "../stages/inertia-iteration.js";
import type { Tableau } from "../stages/tableau.js";
import type { Summation } from "../summation.js";
import type { BandSystem, LoopedCode } from "./band-implicit.js";
import { formulas, LARGEST } from "./formulas.js";
import { ACCEPTED, BIAS, NOISY, UNDERFLOW } from "./limits.js";

/** `ahead`: the coefficients of the last accelerations in those that a step begins with. */
export function gaussLoops(
  { rows, width, bounds }: BandSystem,
  tableau: Tableau,
  ahead: readonly (readonly number[])[],
  summation: Summation,
): LoopedCode {
  const graph = emptyGraph();
  const code = procedure(graph);
  const { add, subtract, multiply, divide, choose, larger, smaller, power } = graph;
  const { sum, size, number, isLess, isAtMost, both, either, isBounded } = formulas(graph);
  const { lostOfLarger, lostOfProduct, upperHalf, product, weighted, addProduct } = formulas(graph);
  const s = tableau.nodes.value.length;
  const stages = Array.from({ length: s }, (_, i) => i);
  const [zero, one, infinite] = [number(0), number(1), number(Number.POSITIVE_INFINITY)];
  const compensated = summation === "compensated";
  const dot = (coefficients: readonly number[], terms: readonly Node[]) =>
    sum(coefficients.map((c, j) => multiply(number(c), terms[j])));
  const [inPosition, inVelocity] = [factorsOf(tableau.reach), factorsOf(tableau.weights)];
  const everywhere = { first: 0, count: rows };

  const array = () => code.array(rows, width);
  const several = () => stages.map(array);
  const [q, v, mass, inverse] = [array(), array(), array(), array()];
  const last = code.array(s * rows);
  const carried = compensated ? [array(), array()] : [];
  const [A, D, base, rest, x, g, delta] = [several(), several(), several(), several(), several(), several(), several()];
  const K = Array.from({ length: width + 1 }, array);
  const bound = bounds ? array() : null;
  const [h, cancelling, count, pause] = code.cells(4);
  const counted = code.cells(4);
  const [iterations] = counted;
  const [high, low, ofV, ofA] = code.variables(4);
  const factor = { h, high, low };
  const [ratio, square, lastRate, rate, bias, tries, near, within, solved] = code.variables(9);
  const [worst, now, squareNow] = code.variables(3);
  const assign = (...pairs: readonly (readonly [Node, Node])[]) =>
    code.assign(
      pairs.map(([target]) => target),
      pairs.map(([, value]) => value),
    );

  /** The places of all stages, for these accelerations. */
  const placesOf = (accelerations: readonly Node[], bases: readonly Node[], rests: readonly Node[]) =>
    stages.flatMap((i) => {
      const way = add(dot(tableau.position.value[i], accelerations), dot(tableau.position.rest[i], accelerations));
      const move = product(factor, product(factor, way));
      const place = add(bases[i], move);
      return [
        { array: x[i], value: place },
        { array: delta[i], value: add(lostOfLarger(bases[i], move, place), rests[i]) },
      ];
    });
  const begin = () => {
    code.when(isLess(count, one), code.leave);
    code.when(isLess(zero, pause), code.leave);
    assign([ofV, zero]);
    code.along(everywhere, ({ at }) => {
      const [cq, cv] = compensated ? carried.map((entry) => at(entry)) : [zero, zero];
      const starts = stages.map((i) => {
        const [c, cRest] = [number(tableau.nodes.value[i]), number(tableau.nodes.rest[i])];
        const y = product(factor, multiply(c, at(v)));
        const end = add(at(q), y);
        const ofSums = add(cq, multiply(h, add(multiply(c, cv), multiply(cRest, at(v)))));
        const guess = dot(
          ahead[i],
          stages.map((j) => at(last, j * rows)),
        );
        return { end, lost: add(lostOfLarger(at(q), y, end), ofSums), guess };
      });
      const [bases, rests, guesses] = [starts.map((e) => e.end), starts.map((e) => e.lost), starts.map((e) => e.guess)];
      return {
        assign: [[ofV, add(ofV, size(at(v)))]],
        store: [
          ...stages.map((i) => ({ array: base[i], value: bases[i] })),
          ...stages.map((i) => ({ array: rest[i], value: rests[i] })),
          ...stages.map((i) => ({ array: A[i], value: guesses[i] })),
          ...placesOf(guesses, bases, rests),
        ],
      };
    });
    assign([ratio, zero], [square, infinite], [lastRate, one], [rate, one], [bias, zero], [tries, zero], [near, zero]);
    assign([within, one], [solved, zero]);
  };

  /** Σ_j of something with entry (k, j) of K and what belongs to j, given at the shift j − k. */
  const overRow = ({ at }: Entries, term: (entry: Node, shift: number) => Node): Node =>
    sum(
      Array.from({ length: 2 * width + 1 }, (_, k) => k - width).map((shift) =>
        term(shift < 0 ? at(K[-shift], shift) : at(K[shift]), shift),
      ),
    );
  /** D = M⁻¹ F of stage i, and what was found of F; near the solution with what the rounding of its place makes of it and what the inertia is rounded by, and
   *  with a bound on what rounding leaves. */
  const assess = (i: number, isNear: boolean) =>
    code.along(everywhere, (entries) => {
      const { at } = entries;
      const momentum = multiply(at(mass), at(A[i]));
      const change = isNear ? overRow(entries, (entry, shift) => multiply(entry, at(delta[i], shift))) : zero;
      const isRounding = isAtMost(size(change), multiply(number(MOST_ROUNDING), size(at(g[i]))));
      const upper = upperHalf(at(mass));
      const ofInertia = lostOfProduct(momentum, { high: upper, low: subtract(at(mass), upper) }, at(A[i]));
      const extra = isNear ? add(choose(isRounding, change, zero), ofInertia) : zero;
      const left = add(add(momentum, at(g[i])), extra);
      const terms = add(add(size(momentum), size(at(g[i]))), cancelling);
      const part = divide(size(left), add(terms, number(UNDERFLOW)));
      const d = multiply(left, at(inverse));
      const isAccepted = () => {
        const reach = (shift: number) => sum([at(x[i], shift), at(base[i], shift), at(q, shift)].map(size));
        const ofPlace = overRow(entries, (entry, shift) => multiply(size(entry), reach(shift)));
        const rounding = number(2 * ACCEPTED * Number.EPSILON);
        const most =
          bound === null
            ? multiply(rounding, add(terms, ofPlace))
            : add(multiply(rounding, add(size(momentum), ofPlace)), multiply(number(ACCEPTED), at(bound)));
        // A bound that has overflowed bounds nothing.
        return both(isAtMost(size(left), most), isLess(most, infinite));
      };
      return {
        assign: [
          [worst, choose(isLess(worst, part), part, worst)],
          [squareNow, add(squareNow, multiply(d, d))],
          [ofA, add(ofA, size(at(A[i])))],
          ...(isNear ? [[within, choose(isAccepted(), within, zero)] as const] : []),
        ],
        store: [{ array: D[i], value: d }],
      };
    });
  const evaluate = () => {
    assign([worst, zero], [squareNow, zero], [ofA, zero], [within, one]);
    for (const i of stages) {
      code.call(i, [], []);
      code.when(
        near,
        () => {
          code.call(s + i, [], []);
          if (bound !== null) code.call(2 * s + i, [], []);
          assess(i, true);
        },
        () => assess(i, false),
      );
    }
    assign([now, multiply(number(1 / Number.EPSILON), worst)]);
  };
  const correct = () =>
    code.along(everywhere, ({ at }) => {
      const next = stages.map((i) => subtract(at(A[i]), at(D[i])));
      return {
        store: [
          ...stages.map((i) => ({ array: A[i], value: next[i] })),
          ...placesOf(
            next,
            base.map((entry) => at(entry)),
            rest.map((entry) => at(entry)),
          ),
        ],
      };
    });
  const iterate = () =>
    code.loop(() => {
      evaluate();
      assign([tries, add(tries, one)], [iterations, add(iterations, one)]);
      code.when(isBounded(squareNow), () => {}, code.leave);
      code.when(isLess(number(MOST_ITERATIONS), tries), code.leave);
      // As in inertia-iteration.ts; of rate and bias the squares.
      const contracts = isAtMost(squareNow, multiply(number(QUICK ** 2), square));
      const first = isAtMost(tries, one);
      const goesOn = either(first, either(contracts, isAtMost(now, number(NOISE_AT_MOST))));
      code.when(goesOn, () => {}, code.leave);
      const [rateNow, lastNow] = code.variables(2);
      const measured = both(contracts, isLess(number(NOISY), ratio));
      const clear = isLess(number(NOISY), now);
      const rateOf = divide(larger(one, now), ratio);
      const mean = multiply(rateOf, lastRate);
      assign(
        [rateNow, choose(measured, choose(clear, mean, smaller(rate, mean)), rate)],
        [lastNow, choose(measured, smaller(one, rateOf), lastRate)],
      );
      const left = choose(
        either(first, both(clear, contracts)),
        multiply(now, now),
        smaller(multiply(bias, rateNow), power(larger(one, now), 2)),
      );
      assign([rate, rateNow], [lastRate, lastNow], [bias, left], [ratio, now], [square, squareNow]);
      const isLast = both(near, isAtMost(multiply(bias, rate), number(BIAS ** 2)));
      code.when(isLast, () => {
        assign([solved, either(isAtMost(ratio, number(NOISY)), within)]);
        code.leave();
      });
      assign([near, isAtMost(multiply(bias, multiply(rate, rate)), number(BIAS ** 2))]);
      correct();
    });

  const end = () =>
    code.along(everywhere, ({ at }) => {
      const a = stages.map((i) => subtract(at(A[i]), at(D[i])));
      const left = Math.floor((s - 1) / 2);
      const half = number(0.5);
      const middle = multiply(half, add(a[left], a[s - 1 - left]));
      const bent = a.map((entry) => subtract(entry, middle));
      const [ofPosition, ofVelocity] = [weighted(inPosition, bent), weighted(inVelocity, bent)];
      const kick = product(factor, add(multiply(half, middle), ofPosition));
      const path = add(at(v), kick);
      const mean = add(middle, ofVelocity);
      const state = () => {
        if (!compensated)
          return [
            { array: q, value: add(at(q), multiply(h, path)) },
            { array: v, value: add(at(v), multiply(h, mean)) },
          ];
        const [cq, cv] = carried;
        const ofPath = multiply(h, add(lostOfLarger(at(v), kick, path), at(cv)));
        const ofMean = multiply(h, lostOfLarger(middle, ofVelocity, mean));
        const moved = addProduct(at(q), add(at(cq), ofPath), factor, path);
        const kicked = addProduct(at(v), add(at(cv), ofMean), factor, mean);
        return [
          { array: q, value: moved.x },
          { array: v, value: kicked.x },
          { array: cq, value: moved.c },
          { array: cv, value: kicked.c },
        ];
      };
      return { store: [...state(), ...stages.map((i) => ({ array: last, shift: i * rows, value: a[i] }))] };
    });

  assign([high, upperHalf(h)], [low, subtract(h, upperHalf(h))]);
  code.along(everywhere, ({ at }) => ({ store: [{ array: inverse, value: divide(one, at(mass)) }] }));
  code.loop(() => {
    begin();
    iterate();
    // Are the products with h such that what they are rounded by can be found? Differences of accelerations are no more than twice the largest.
    const largest = multiply(number(4), add(ofA, power(squareNow, 0.5)));
    const inRange = isLess(add(ofV, multiply(add(one, size(h)), largest)), number(LARGEST));
    code.when(both(solved, inRange), () => {}, code.leave);
    end();
    assign([count, subtract(count, one)]);
  });
  const at = (node: number) => code.arrays + graph.entries[node].value;
  return {
    procedure: code.finished(),
    layout: {
      q: q.at,
      v: v.at,
      memory: [last.at, at(pause), ...carried.map((entry) => entry.at)],
      mass: mass.at,
      h: at(h),
      cancelling: at(cancelling),
      count: at(count),
      work: at(counted[0]),
      places: stages.map((i) => ({ x: x[i].at, g: g[i].at })),
      K: K.map((entry) => entry.at),
      lower: K.map((entry) => entry.at),
      bound: bound?.at ?? null,
    },
  };
}
