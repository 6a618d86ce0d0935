/** Newton's iteration of newton.ts for equations whose matrix is a narrow band, as code with loops along the vectors: its length does not depend on the number of unknowns.
 *
 *      m_i A_i + G_i(x(A)) = 0,    x = x̂ + c A
 *
 *  What is accepted is what linalg/nonlinear.ts accepts, by its criteria; what is not ordinary is left to it. */
import type { Entries, NumberArray } from "../../symbolic/along-arrays.js";
import type { Graph, Node } from "../../symbolic/dag.js";
import type { ProcedureBuilder } from "../../symbolic/procedure.js";
import { MOST_ROUNDING } from "../place-rounding.js";
import { type Band, bandFactor } from "./band-factor.js";
import { formulas } from "./formulas.js";
import { ACCEPTED, ALIKE, BIAS, LEAST_RATE, LOST, NOISY, SLOWEST, SURE, UNDERFLOW, UNFELT } from "./limits.js";

/** As in linalg/nonlinear.ts: what a factor may leave that is kept, always and where new ones have not been better. */
const KEPT = 0.1;
const WORSE = 1.5;
const KEPT_AT_MOST = 0.5;
/** More corrections than this are not ordinary: with a factor that leaves a half of each, so many go from a first guess to rounding. */
const MOST = 40;

/** The arrays of a stage. */
export interface BandStage extends Band {
  readonly mass: NumberArray;
  /** The guess on entry. */
  readonly A: NumberArray;
  /** x̂, what it has been rounded by, and x; x is written on entry. */
  readonly start: NumberArray;
  readonly rest: NumberArray;
  readonly x: NumberArray;
  /** What A moves x by: c A. */
  moveBy(a: Node): Node;
  /** The sizes of the terms that x is a sum of, so many places on. */
  reach(entries: Entries, shift: number): Node;
  /** Where the equations are to keep the energy: what the residual does work on, and the kinetic energies. */
  readonly displacement: ((entries: Entries) => { readonly du: Node; readonly motion: Node }) | null;
  /** What x has been rounded by: written on entry. */
  readonly delta: NumberArray;
  /** The force, and its tangent by diagonals: entry i of K[d] is that of row i and column i + d. */
  readonly g: NumberArray;
  readonly K: readonly NumberArray[];
  /** Entry i of lower[d] is that of row i + d and column i; K where the tangent is symmetric. */
  readonly lower: readonly NumberArray[];
  /** c, and terms that cancel in the forces. */
  readonly position: Node;
  readonly cancelling: Node;
  /** Are products with the mass rounded (lost-inertia.ts)? */
  readonly rounds: boolean;
  /** Calls of the system: the first for g at x, the second for K. */
  force(): void;
  tangent(): void;
  /** A bound on what rounding leaves in g, where the system knows one, and the call for it. */
  readonly bound: NumberArray | null;
  rounding(): void;
}

export interface BandSolution {
  /** 1 where A − d solves the equations. */
  readonly solved: Node;
  readonly d: NumberArray;
  /** A bound on Σ|A − d|. */
  readonly largest: Node;
}

export interface BandCounters {
  readonly iterations: Node;
  readonly factorizations: Node;
}

/** x and what it is rounded by. */
export function placeOf(graph: Graph, start: Node, rest: Node, move: Node) {
  const x = graph.add(start, move);
  return { x, delta: graph.add(formulas(graph).lostOfLarger(start, move, x), rest) };
}

export function bandNewton(
  graph: Graph,
  code: ProcedureBuilder,
  stage: BandStage,
  { iterations, factorizations }: BandCounters,
): BandSolution {
  const { add, subtract, multiply, divide, choose, larger, smaller, power } = graph;
  const { sum, size, number, isLess, isAtMost, both, either, upperHalf, lostOfProduct } = formulas(graph);
  const {
    rows,
    width,
    mass,
    A,
    start,
    rest,
    x,
    displacement,
    delta,
    g,
    K,
    lower,
    position,
    cancelling,
    rounds,
    bound,
  } = stage;
  const [zero, one, infinite] = [number(0), number(1), number(Number.POSITIVE_INFINITY)];
  const everywhere = { first: 0, count: rows };
  const [r, d] = [code.array(rows), code.array(rows)];
  const [solved, again, kept, count, length, ratio, rate, bias, due, made, fresh, enough] = code.variables(12);
  const [nextRatio, worst, sizes, ofA, within, wasSlow, isEnd, left] = code.variables(8);
  const assign = (...pairs: readonly (readonly [Node, Node])[]) =>
    code.assign(
      pairs.map(([target]) => target),
      pairs.map(([, value]) => value),
    );
  const increment = (variable: Node) => [variable, add(variable, one)] as const;
  const factor = bandFactor(graph, code, {
    rows,
    width,
    symmetric: lower === K,
    entry: (row, k) => {
      const part = multiply(position, row(k < 0 ? lower[-k] : K[k]));
      return k === 0 ? add(row(mass), part) : part;
    },
  });
  /** Σ_j of something with entry (i, j) of K and what belongs to j, given at the shift j − i. */
  const overRow = ({ at }: Entries, term: (entry: Node, shift: number) => Node): Node =>
    sum(
      Array.from({ length: 2 * width + 1 }, (_, k) => k - width).map((shift) =>
        term(shift < 0 ? at(lower[-shift], shift) : at(K[shift]), shift),
      ),
    );
  const terms = ({ at }: Entries) => {
    const ofInertia = multiply(at(mass), at(A));
    return { ofInertia, S: add(add(size(ofInertia), size(at(g))), cancelling) };
  };

  const lostInertia = ({ at }: Entries): Node => {
    if (!rounds) return zero;
    const [m, a] = [at(mass), at(A)];
    const high = upperHalf(m);
    return lostOfProduct(multiply(m, a), { high, low: subtract(m, high) }, a);
  };
  /** What is left of the equations, and the largest in units of ε S. `near`: with what is of the order of rounding; K must be known. */
  const assess = (near: boolean) => {
    assign([worst, zero], [sizes, zero], [ofA, zero]);
    code.along(everywhere, (entries) => {
      const { at } = entries;
      const { ofInertia, S } = terms(entries);
      // The force where the stage is, and not where its position is rounded to (place-rounding.ts).
      const change = near ? overRow(entries, (entry, shift) => multiply(entry, at(delta, shift))) : zero;
      const isRounding = isAtMost(size(change), multiply(number(MOST_ROUNDING), size(at(g))));
      const residual = add(
        add(ofInertia, at(g)),
        near ? add(choose(isRounding, change, zero), lostInertia(entries)) : zero,
      );
      const part = divide(size(residual), add(S, number(UNDERFLOW)));
      return {
        assign: [
          [worst, choose(isLess(worst, part), part, worst)],
          [sizes, add(sizes, S)],
          [ofA, add(ofA, size(at(A)))],
        ],
        store: [{ array: r, value: residual }],
      };
    });
    // Terms that overflow measure nothing.
    assign([nextRatio, choose(isLess(sizes, infinite), multiply(number(1 / Number.EPSILON), worst), infinite)]);
  };
  /** The energies of the step, the work of what rounding leaves in the forces, and that of the residual. */
  const worksOf = (
    [energies, unknown, leftOver]: readonly Node[],
    { du, motion }: { readonly du: Node; readonly motion: Node },
    { at }: Entries,
    most: Node,
  ) =>
    [
      [energies, add(energies, add(motion, multiply(size(du), size(at(g)))))],
      [unknown, add(unknown, multiply(size(du), most))],
      [leftOver, add(leftOver, multiply(du, at(r)))],
    ] as const;
  /** Is every residual within what rounding leaves, by the stiffness of this place? */
  const judge = () => {
    stage.tangent();
    if (bound !== null) stage.rounding();
    // The sizes of the terms that x is a sum of, at places around this one: carried along.
    const around = code.variables(2 * width);
    const works = displacement === null ? [] : code.variables(3);
    code.along({ first: 0, count: 1 }, (entries) => ({
      assign: [
        ...around.map((variable, k) => [variable, stage.reach(entries, k - width)] as const),
        ...works.map((variable) => [variable, zero] as const),
        [within, one] as const,
      ],
    }));
    code.along(everywhere, (entries) => {
      const all = [...around, stage.reach(entries, width)];
      const ofPlace = overRow(entries, (entry, shift) => multiply(size(entry), all[shift + width]));
      // As in force-rounding.ts.
      const { ofInertia, S } = terms(entries);
      const rounding = number(2 * ACCEPTED * Number.EPSILON);
      const most =
        bound === null
          ? multiply(rounding, add(S, ofPlace))
          : add(multiply(rounding, add(size(ofInertia), ofPlace)), multiply(number(ACCEPTED), entries.at(bound)));
      const holds = both(isAtMost(size(entries.at(r)), most), isLess(most, infinite));
      return {
        assign: [
          ...around.map((variable, k) => [variable, all[k + 1]] as const),
          ...(displacement === null ? [] : worksOf(works, displacement(entries), entries, most)),
          [within, choose(holds, within, zero)] as const,
        ],
      };
    });
    // As in methods/energy-momentum/step.ts: is what is not known of the forces small beside the energies of the step, and what is left of the equations?
    if (displacement !== null) {
      const [energies, unknown, leftOver] = works;
      const known = [unknown, size(leftOver)].map((work) => isAtMost(work, multiply(number(LOST), energies)));
      assign([within, known.reduce(both, within)]);
    }
  };
  const move = () =>
    code.along(everywhere, ({ at }) => {
      const next = subtract(at(A), at(d));
      const place = placeOf(graph, at(start), at(rest), stage.moveBy(next));
      return {
        store: [
          { array: A, value: next },
          { array: x, value: place.x },
          { array: delta, value: place.delta },
        ],
      };
    });
  const clear = (array: NumberArray) => code.along(everywhere, () => ({ store: [{ array, value: zero }] }));
  const accept = () => {
    assign([solved, one]);
    code.leave();
  };
  const isClose = () => {
    const soon = isAtMost(multiply(ratio, larger(rate, number(LEAST_RATE))), number(1 / 4));
    const close = either(isAtMost(ratio, one), both(isAtMost(rate, number(SURE)), soon));
    return both(close, isAtMost(multiply(bias, rate), number(BIAS)));
  };
  /** With the correction that has just been found. */
  const acceptNext = () => {
    assign(increment(iterations));
    accept();
  };
  /** Accepts what is no more than rounding, with the correction that belongs to it: below so many units of ε S at once. */
  const acceptRounding = (units: number) => {
    assign([within, isAtMost(nextRatio, number(units))]);
    code.when(within, () => {}, judge);
    code.when(within, acceptNext);
  };
  /** The correction just found is taken next. */
  const keepFactor = (next: Node) => assign([length, next], [kept, one]);
  const renewFactor = () => {
    assign([again, one]);
    code.leave();
  };
  /** The end as it has been foreseen (linalg/nonlinear.ts), so many residuals later. */
  const endAsForeseen = (next: Node, otherwise: () => void) => {
    assign([within, both(isLess(zero, due), isAtMost(nextRatio, number(NOISY)))]);
    const isOpen = both(
      both(isLess(zero, due), isLess(number(NOISY), nextRatio)),
      isAtMost(next, multiply(number(1 / 4), length)),
    );
    code.when(isOpen, judge);
    code.when(
      within,
      () => {
        code.when(isAtMost(due, one), acceptNext);
        assign([due, subtract(due, one)], [bias, multiply(bias, rate)], [ratio, nextRatio]);
        keepFactor(next);
      },
      otherwise,
    );
  };
  /** How many residuals are still to be looked at, from the last that is clear of rounding. */
  const foresee = () => {
    const isClear = both(isLess(number(NOISY), ratio), isAtMost(rate, number(KEPT)));
    assign([left, multiply(ratio, rate)]);
    assign([isEnd, isAtMost(multiply(left, multiply(number(ALIKE), rate)), number(BIAS))]);
    const isNear = both(isClear, isAtMost(left, number(NOISY)));
    const isNext = both(both(isClear, isEnd), isAtMost(left, number(UNFELT)));
    assign([due, choose(isNear, choose(isEnd, one, number(2)), zero)]);
    // The last correction but one leads to the solution, and not halfway there.
    const leads = isAtMost(multiply(left, divide(ratio, made)), number(BIAS));
    const wantsFactor = both(both(isClear, both(kept, isAtMost(fresh, number(KEPT ** 2)))), leads);
    code.when(
      isNext,
      () => {},
      () =>
        code.when(wantsFactor, () => {
          assign([due, one]);
          renewFactor();
        }),
    );
  };

  assign([solved, zero], [again, zero], [count, zero], [rate, one], [fresh, zero], [due, zero]);
  stage.force();
  assess(false);
  assign([ratio, nextRatio], [bias, nextRatio]);
  code.loop(() => {
    stage.tangent();
    assign(increment(factorizations));
    factor.factorize();
    code.when(factor.wellSized, () => {}, code.leave);
    factor.solve(r, d);
    assign([length, factor.length], [again, zero], [kept, zero], [made, ratio]);
    code.loop(() => {
      assign(increment(count), increment(iterations));
      code.when(isLess(number(MOST), count), code.leave);
      code.when(isClose(), accept);
      move();
      stage.force();
      assess(true);
      factor.solve(r, d);
      const next = factor.length;
      endAsForeseen(next, () => {
        const contracts = isAtMost(next, multiply(number(SLOWEST ** 2), length));
        code.when(
          contracts,
          () => {},
          () => {
            // A correction that has become longer is no better than the place.
            code.when(
              isAtMost(next, length),
              () => {},
              () => clear(d),
            );
            code.when(isLess(next, infinite), () => acceptRounding(2 * ACCEPTED));
            code.leave();
          },
        );
        const noisy = isAtMost(ratio, number(NOISY));
        const contraction = divide(next, add(length, number(UNDERFLOW)));
        const slower = choose(isLess(number(KEPT ** 2), fresh), multiply(number(WORSE ** 2), contraction), zero);
        assign(
          [enough, choose(kept, enough, larger(number(KEPT ** 2), smaller(number(KEPT_AT_MOST ** 2), slower)))],
          [fresh, choose(kept, fresh, contraction)],
          [wasSlow, isLess(multiply(number(0.5), ratio), nextRatio)],
          [rate, choose(noisy, rate, divide(nextRatio, ratio))],
          [bias, choose(noisy, multiply(bias, rate), nextRatio)],
          [ratio, nextRatio],
        );
        foresee();
        code.when(
          either(isLess(zero, due), isAtMost(next, multiply(enough, length))),
          () => keepFactor(next),
          () => {
            // All rounding, which no new factor would make less.
            code.when(isAtMost(ratio, one), acceptNext);
            code.when(wasSlow, () => acceptRounding(2 * ACCEPTED));
            renewFactor();
          },
        );
      });
    });
    code.when(again, () => {}, code.leave);
  });
  return { solved, d, largest: add(ofA, power(factor.length, 0.5)) };
}
