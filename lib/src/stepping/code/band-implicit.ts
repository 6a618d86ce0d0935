/** Whole implicit steps as code with loops, for systems whose tangent is a narrow band: implicit.ts, with vectors in memory in the place of variables. */
import { emptyGraph, type Node } from "../../symbolic/dag.js";
import { procedure } from "../../symbolic/procedure.js";
import type { Band } from "./band-factor.js";
import { bandNewton, placeOf } from "./band-newton.js";
import type { ForceKind } from "./forces.js";
import { formulas } from "./formulas.js";
import type { ImplicitOptions, StepCode, StepLayout } from "./implicit.js";

/** `bounds`: does the system know a bound on the rounding errors of its force? */
export interface BandSystem extends Band {
  readonly symmetric: boolean;
  readonly bounds: boolean;
}

/** Where the functions of the system find their place, and leave what they have found. */
export interface LoopedLayout extends StepLayout {
  readonly places: readonly { readonly x: number; readonly g: number }[];
  readonly K: readonly number[];
  readonly lower: readonly number[];
  readonly bound: number | null;
}

export interface LoopedCode extends StepCode {
  readonly layout: LoopedLayout;
}

/** With the force at a place, or between two ends. */
export function bandImplicit(
  { rows, width, symmetric, bounds }: BandSystem,
  kind: ForceKind,
  { summation, rounds }: ImplicitOptions,
): LoopedCode {
  const graph = emptyGraph();
  const code = procedure(graph);
  const { add, subtract, multiply, choose, power } = graph;
  const { number, sum, size, isLess, isBounded, both, lostOfLarger, upperHalf, product } = formulas(graph);
  const [zero, one] = [number(0), number(1)];
  const compensated = summation === "compensated";
  const between = kind === "ends";
  const array = () => code.array(rows, width);
  const [q, v, last, difference, guess, mass] = [array(), array(), array(), array(), array(), array()];
  const carried = compensated ? [array(), array()] : [];
  const [x, g, A, start, rest, delta] = [array(), array(), array(), array(), array(), array()];
  const K = Array.from({ length: width + 1 }, array);
  const lower = symmetric ? K : Array.from({ length: width + 1 }, array);
  const bound = bounds ? array() : null;
  const [h, cancelling, count] = code.cells(3);
  const counted = code.cells(4);
  const [iterations, factorizations] = counted;
  const [half, position, high, low, positionHigh, positionLow, ofV, slopes, bends] = code.variables(9);
  const everywhere = { first: 0, count: rows };

  const square = multiply(h, h);
  const [hHigh, squareHigh] = [upperHalf(h), upperHalf(square)];
  const hLow = subtract(h, hHigh);
  const ofSquare = add(
    add(subtract(multiply(hHigh, hHigh), square), multiply(number(2), multiply(hHigh, hLow))),
    multiply(hLow, hLow),
  );
  const part = number(between ? 0.5 : 0.25);
  code.assign(
    [half, position, high, low, positionHigh, positionLow],
    [
      multiply(number(0.5), h),
      multiply(part, square),
      hHigh,
      hLow,
      multiply(part, squareHigh),
      multiply(part, add(subtract(square, squareHigh), ofSquare)),
    ],
  );
  // The force is at q₀ + h/2 v₀ + h²/4 A, and at q₀ + h v₀ + h²/2 A.
  const halves = { high: multiply(number(0.5), high), low: multiply(number(0.5), low) };
  const along = between ? { h, high, low } : { h: half, ...halves };
  const moveBy = (a: Node) =>
    compensated && between ? product({ high: positionHigh, low: positionLow }, a) : multiply(position, a);
  code.loop(() => {
    code.when(isLess(count, one), code.leave);
    code.assign([ofV], [zero]);
    code.along(everywhere, ({ at }) => {
      const [cq, cv] = compensated ? carried.map((entry) => at(entry)) : [zero, zero];
      const y = compensated ? product(along, at(v)) : multiply(along.h, at(v));
      const begin = add(at(q), y);
      // Of two ends both are rounded, the first by what its sum carries.
      const ofSums = add(between ? multiply(number(2), cq) : cq, multiply(along.h, cv));
      const lost = add(lostOfLarger(at(q), y, begin), ofSums);
      const place = placeOf(graph, begin, lost, moveBy(at(guess)));
      return {
        assign: [[ofV, add(ofV, size(at(v)))]],
        store: [
          { array: A, value: at(guess) },
          { array: start, value: begin },
          { array: rest, value: lost },
          { array: x, value: place.x },
          { array: delta, value: place.delta },
        ],
      };
    });
    const { solved, d, largest } = bandNewton(
      graph,
      code,
      {
        ...{ rows, width, mass, A, start, rest, x, delta, g, K, lower, position, cancelling, rounds, bound, moveBy },
        reach: ({ at }, shift) =>
          sum([at(x, shift), at(q, shift), between ? multiply(h, at(v, shift)) : at(start, shift)].map(size)),
        displacement: between
          ? ({ at }) => ({
              du: multiply(h, add(at(v), multiply(half, at(A)))),
              motion: multiply(
                multiply(number(0.5), at(mass)),
                add(power(at(v), 2), power(add(at(v), multiply(h, at(A))), 2)),
              ),
            })
          : null,
        force: () => code.call(0, [], []),
        tangent: () => code.call(1, [], []),
        rounding: () => code.call(2, [], []),
      },
      { iterations, factorizations },
    );
    // What is no number in the end is left to the general stepper, which says so.
    const endsBounded = isBounded(multiply(h, add(ofV, multiply(add(one, size(half)), largest))));
    code.when(both(solved, endsBounded), () => {}, code.leave);
    code.assign([slopes, bends], [zero, zero]);
    code.along(everywhere, ({ at }) => {
      const a = subtract(at(A), at(d));
      const kick = compensated ? product(halves, a) : multiply(half, a);
      const w = add(at(v), kick);
      const slope = subtract(a, at(last));
      const bend = subtract(slope, at(difference));
      const state = () => {
        if (!compensated)
          return [
            { array: q, value: add(at(q), multiply(h, w)) },
            { array: v, value: add(at(v), multiply(h, a)) },
          ];
        const [cq, cv] = carried;
        // As in implicit.ts.
        const ofPlace = add(at(cq), multiply(h, at(cv)));
        const move = product({ high, low }, w);
        const q1 = add(at(q), add(move, ofPlace));
        const whole = multiply(number(2), kick);
        const v1 = add(at(v), add(whole, at(cv)));
        const ofMean = multiply(h, lostOfLarger(at(v), kick, w));
        return [
          { array: q, value: q1 },
          { array: v, value: v1 },
          { array: cq, value: add(add(lostOfLarger(at(q), move, q1), ofPlace), ofMean) },
          { array: cv, value: add(lostOfLarger(at(v), whole, v1), at(cv)) },
        ];
      };
      return {
        assign: [
          [slopes, add(slopes, size(slope))],
          [bends, add(bends, size(bend))],
        ],
        store: [
          ...state(),
          { array: last, value: a },
          { array: difference, value: slope },
          { array: guess, value: add(slope, bend) },
        ],
      };
    });
    // As in extrapolation.ts.
    const smooth = isLess(multiply(number(2), bends), slopes);
    code.along(everywhere, ({ at }) => ({
      store: [{ array: guess, value: add(at(last), choose(smooth, at(guess), zero)) }],
    }));
    code.assign([count], [subtract(count, one)]);
  });
  const at = (node: number) => code.arrays + graph.entries[node].value;
  return {
    procedure: code.finished(),
    layout: {
      q: q.at,
      v: v.at,
      memory: [last, difference, guess, ...carried].map((entry) => entry.at),
      mass: mass.at,
      h: at(h),
      cancelling: at(cancelling),
      count: at(count),
      work: at(counted[0]),
      places: [{ x: x.at, g: g.at }],
      K: K.map((entry) => entry.at),
      lower: lower.map((entry) => entry.at),
      bound: bound?.at ?? null,
    },
  };
}
