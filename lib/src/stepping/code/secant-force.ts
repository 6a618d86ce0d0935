/** The mean force of methods/energy-momentum/quartic.ts with its secant term as code, for systems that give V, ∇V and ∇²V as functions and nothing else:
 *
 *      g* = ḡ − ΔK Δu/12 + η c,    η = (ΔV − Δu·g_q)/(Δu·c)                                    [krenk2014, (29), (39)]
 *
 *  One call evaluates V, ∇V and ∇²V at the end of the step. The end that was looked at last is mostly the start of the next step, to the bit: then nothing is
 *  evaluated there again. Of the derivative, what has rank one is left out: it is as small as the secant term, and an iteration that it slows down is left to the
 *  general stepper. */
import type { Sparsity } from "../../core/matrix.js";
import { emptyGraph, type Node } from "../../symbolic/dag.js";
import { procedure } from "../../symbolic/procedure.js";
import type { ForceCode, SecantCode } from "./forces.js";
import { formulas } from "./formulas.js";
import { NOISE } from "./limits.js";

/** A force along a translation, relative to its terms, that is none; as in methods/energy-momentum/secant.ts. */
const FORCELESS = 1e-12;

/** Of a symmetric matrix, the entries on the diagonal and to the right of it that the pattern has. */
export function upperEntries({
  size,
  rowStart,
  column,
}: Sparsity): readonly (readonly [row: number, column: number])[] {
  const upper: [number, number][] = [];
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (column[k] >= i) upper.push([i, column[k]]);
  }
  return upper;
}

/** `translations`: along so many directions the system can be translated; c is without them. */
export function secantForce(
  n: number,
  pattern: Sparsity,
  translations: number,
): ForceCode & { readonly secant: SecantCode } {
  const graph = emptyGraph();
  const { add, subtract, multiply, divide, choose, power } = graph;
  const { sum, size, number, isLess, isAtMost, isBounded, both } = formulas(graph);
  const code = procedure(graph, 2 * n);
  const place = Array.from({ length: 2 * n }, (_, i) => graph.input(i));
  const [q0, q1] = [place.slice(0, n), place.slice(n)];
  const dot = (x: readonly Node[], y: readonly Node[]) => sum(x.map((entry, i) => multiply(entry, y[i])));
  const zero = number(0);

  // In the order of `secantPlaces` (secant-calls.ts).
  const entries = pattern.column.length;
  const [V1] = code.variables(1);
  const [g1, allOfK1] = [code.variables(n), code.variables(entries)];
  const [middle, allOfMiddle] = [code.variables(n), code.variables(entries)];
  const [nearby, [ofNearby]] = [code.variables(n), code.variables(1)];
  const [du, quartic, g, residual] = [code.variables(n), code.variables(n), code.variables(n), code.variables(n)];
  const [sizes, reach, allOfSlopes] = [code.variables(n), code.variables(n), code.variables(entries)];
  const [V0, noise, below, eta, accepted] = code.variables(5);
  // Of symmetric matrices one half is read.
  const upper = upperEntries(pattern);
  const halfOf = (all: readonly Node[]) =>
    upper.map(([i, j]) => {
      let k = pattern.rowStart[i];
      while (pattern.column[k] !== j) k++;
      return all[k];
    });
  const [K1, ofMiddle, slopes] = [halfOf(allOfK1), halfOf(allOfMiddle), halfOf(allOfSlopes)];
  const [isMeasured, isKnown, missing, ofPotential] = code.variables(4);
  const [g0, K0] = [code.variables(n), code.variables(K1.length)];
  const directions = Array.from({ length: translations }, () => code.cells(n));

  const rowsOf = (half: readonly Node[]) => {
    const rows = g.map(() => new Array<Node>(n).fill(zero));
    upper.forEach(([i, j], k) => {
      rows[i][j] = half[k];
      rows[j][i] = half[k];
    });
    return rows;
  };
  const change = rowsOf(K1.map((entry, k) => subtract(entry, K0[k])));
  const gq = g.map((_, i) =>
    subtract(multiply(number(0.5), add(g0[i], g1[i])), multiply(number(1 / 12), dot(change[i], du))),
  );
  const c = translations === 0 ? du : code.variables(n);
  const projected = directions.reduce<readonly Node[]>((rest, direction) => {
    const along = dot(direction, du);
    return rest.map((entry, i) => subtract(entry, multiply(along, direction[i])));
  }, du);
  const potentials = add(size(V0), size(V1));
  const rounding = add(multiply(number(Number.EPSILON), potentials), multiply(number(NOISE), noise));

  const evaluate = () => code.call(0, q1, [V1, ...g1, ...K1]);
  const force = () => {
    evaluate();
    code.assign(
      [...quartic, below, ...(translations === 0 ? [] : c)],
      [...gq, dot(du, projected), ...(translations === 0 ? [] : projected)],
    );
    code.assign([missing, eta, ofPotential], [subtract(subtract(V1, V0), dot(du, quartic)), zero, zero]);
    // Divided by a small Δu, a difference of potentials that is all rounding would push at random.
    code.when(both(isLess(rounding, size(missing)), isLess(zero, below)), () => {
      code.when(isMeasured, () => {}, measure);
      const counts = isLess(rounding, size(missing));
      code.assign(
        [eta, ofPotential],
        [choose(counts, divide(missing, below), zero), choose(counts, divide(potentials, below), zero)],
      );
    });
    code.assign(
      g,
      quartic.map((entry, i) => add(entry, multiply(eta, c[i]))),
    );
  };
  const differentiate = () => {
    code.assign(
      middle,
      middle.map((_, i) => multiply(number(0.5), add(q0[i], q1[i]))),
    );
    code.call(1, middle, ofMiddle);
    code.assign(
      slopes,
      slopes.map((_, k) => {
        const ofQuartic = multiply(number(1 / 6), add(add(ofMiddle[k], ofMiddle[k]), K1[k]));
        return upper[k][0] === upper[k][1] ? add(ofQuartic, eta) : ofQuartic;
      }),
    );
  };
  /** What V jumps by at the start, beyond its slope, from one place to the next. */
  const measure = () => {
    code.assign(
      nearby,
      q0.map((x) => add(x, multiply(number(2 * Number.EPSILON), x))),
    );
    code.call(2, nearby, [ofNearby]);
    const expected = sum(nearby.map((x, i) => multiply(g0[i], subtract(x, q0[i]))));
    code.assign([noise, isMeasured], [size(subtract(subtract(ofNearby, V0), expected)), number(1)]);
  };
  const isForceless = (gradient: readonly Node[], cancelling: Node) => {
    const terms = add(sum(gradient.map(size)), cancelling);
    const along = sum(directions.map((direction) => power(dot(direction, gradient), 2)));
    return isAtMost(along, power(multiply(number(FORCELESS), terms), 2));
  };

  return {
    graph,
    code,
    place,
    g,
    K: rowsOf(slopes),
    counts: false,
    force,
    forceAndTangent() {
      force();
      differentiate();
    },
    secant: {
      du,
      given: directions.flat(),
      differentiate,
      begin: () => code.assign([isKnown], [zero]),
      open() {
        const isLast = q0.map((x, i) => graph.compare("equal", x, q1[i])).reduce(both, isKnown);
        code.when(
          isLast,
          () => {},
          () => {
            code.assign(q1, q0);
            evaluate();
          },
        );
        code.assign([V0, noise, isMeasured, isKnown, ...g0, ...K0], [V1, zero, zero, number(1), ...g1, ...K1]);
      },
      terms: c.map((entry) => multiply(ofPotential, size(entry))),
      isRounding({ r, S, reach: lengths }) {
        code.assign([...residual, ...sizes, ...reach], [...r, ...S, ...lengths]);
        code.call(
          3,
          [...q1, ...du, ...quartic, ...residual, ...sizes, ...reach, ...slopes, V0, noise, below],
          [accepted],
        );
        return accepted;
      },
      isSound(r, cancelling) {
        code.assign(residual, r);
        code.call(4, [...du, ...quartic, ...g, ...residual], [accepted]);
        const ends = translations === 0 ? [] : [isForceless(g0, cancelling), isForceless(g1, cancelling)];
        return [accepted, isBounded(add(V0, V1)), ...ends].reduce(both);
      },
    },
  };
}
