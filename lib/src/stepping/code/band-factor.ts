/** J = L D Lᵀ, or L U, of a band as code with loops, for any number of rows: elimination from both ends to the rows in the middle. Either end waits for its own results alone, and the
 *  machine works on both at once.
 *
 *  Elimination of a row changes the next `width` rows: they are carried along as variables, written out, and the loop is over the rows. */
import type { Entries, NumberArray, Stored } from "../../symbolic/along-arrays.js";
import type { Graph, Node } from "../../symbolic/dag.js";
import type { ProcedureBuilder } from "../../symbolic/procedure.js";
import { formulas } from "./formulas.js";
import { NEAR_SINGULAR } from "./limits.js";
import { ldlt, lu } from "./small-factors.js";

export interface Band {
  readonly rows: number;
  /** How many entries a row has beside the diagonal, to either side. */
  readonly width: number;
}

export interface BandMatrix extends Band {
  readonly symmetric: boolean;
  /** Entry (i, i + d), or (i − d, i) for negative d, in terms of what is read at row i. */
  entry(row: Reader, d: number): Node;
}

export interface BandFactor {
  /** Assigns the factor; then `wellSized` tells whether its pivots are. */
  factorize(): void;
  readonly wellSized: Node;
  /** d = J⁻¹ r. */
  solve(r: NumberArray, d: NumberArray): void;
  /** ‖d‖² of the last one. */
  readonly length: Node;
}

/** Of arrays, at a row. */
type Reader = (array: NumberArray) => Node;

export function bandFactor(graph: Graph, code: ProcedureBuilder, matrix: BandMatrix): BandFactor {
  const { add, subtract, multiply, power } = graph;
  const { number, size, isLess, both, sum } = formulas(graph);
  const { rows, width: w, symmetric, entry } = matrix;
  const [zero, one] = [number(0), number(1)];
  /** So many rows are eliminated from either end; so many are left. */
  const half = Math.floor((rows - w) / 2);
  const left = rows - 2 * half;
  const mirror = rows - 1;
  const range = (count: number, from = 0) => Array.from({ length: count }, (_, k) => from + k);
  const loop = { first: 0, count: half, mirror };

  // L[a − 1] and U[a − 1]: of the row and the column a places on.
  const inverse = code.array(rows);
  const L = range(w).map(() => code.array(rows));
  const U = symmetric ? L : range(w).map(() => code.array(rows));
  const [ok] = code.variables(1);
  const [ofTop, ofBottom] = code.variables(2);
  /** Of a square matrix the places that are computed: where it is symmetric, those on and above the diagonal. */
  const places = (count: number) =>
    range(count).flatMap((a) => range(count).flatMap((b) => (symmetric && b < a ? [] : [[a, b] as const])));
  /** Variables for them. */
  const square = (count: number) => {
    const all = range(count).map(() => [] as Node[]);
    for (const [a, b] of places(count)) {
      all[a][b] = code.variables(1)[0];
      if (symmetric) all[b][a] = all[a][b];
    }
    return all;
  };
  const ends = [square(w), square(w)];
  const right = [code.variables(w), code.variables(w)];

  /** Reads at row `shift` of an end, counted from that end. */
  const reader = (entries: Entries, end: number, shift: number): Reader =>
    end === 0 ? (array) => entries.at(array, shift) : (array) => entries.mirrored(array, -shift);
  /** Entry (a, b) in the rows as an end counts them: the bottom counts backwards. */
  const given = (entries: Entries, end: number, a: number, b: number): Node =>
    end === 0 ? entry(reader(entries, end, Math.min(a, b)), b - a) : entry(reader(entries, end, Math.max(a, b)), a - b);
  const put = (end: number, array: NumberArray, value: Node): Stored => ({ array, mirrored: end === 1, value });

  const middle: [Node, Node][] = [];
  const keep = (value: Node): Node => {
    if (graph.isConstant(value)) return value;
    const [variable] = code.variables(1);
    middle.push([variable, value]);
    return variable;
  };
  /** Of what both ends have made of an entry in the middle, and what it was. */
  const joined = (top: Node | null, bottom: Node | null, was: () => Node): Node => {
    if (top === null) return bottom ?? was();
    return bottom === null ? top : add(top, subtract(bottom, was()));
  };
  // Variables for the matrix in the middle, so that its factor is written once.
  const full = square(left);
  const { solve: solveMiddle, isRegular } = (symmetric ? ldlt : lu)(graph, full, keep);
  const ofMiddle = middle.splice(0);

  const factorize = () => {
    code.along({ first: 0, count: 1, mirror }, (entries) => ({
      assign: [
        ...ends.flatMap((end, e) => places(w).map(([a, b]) => [end[a][b], given(entries, e, a, b)] as const)),
        [ok, one] as const,
      ],
    }));
    code.along(loop, (entries) => {
      let good = ok;
      const results = ends.map((end, e) => {
        const window = (a: number, b: number): Node => (a < w && b < w ? end[a][b] : given(entries, e, a, b));
        const pivot = window(0, 0);
        const reciprocal = power(pivot, -1);
        const was = given(entries, e, 0, 0);
        good = both(good, isLess(multiply(number(NEAR_SINGULAR), size(was)), size(pivot)));
        const lower = range(w, 1).map((a) => multiply(window(a, 0), reciprocal));
        const upper = range(w, 1).map((b) => multiply(window(0, b), reciprocal));
        return {
          assign: places(w).map(
            ([a, b]) => [end[a][b], subtract(window(a + 1, b + 1), multiply(lower[a], window(0, b + 1)))] as const,
          ),
          store: [
            put(e, inverse, reciprocal),
            ...lower.map((factor, a) => put(e, L[a], factor)),
            ...(symmetric ? [] : upper.map((factor, b) => put(e, U[b], factor))),
          ],
        };
      });
      return {
        assign: [...results.flatMap(({ assign }) => assign), [ok, good] as const],
        store: results.flatMap(({ store }) => store),
      };
    });
    code.along({ first: half, count: 1 }, (entries) => ({
      assign: places(left).map(([a, b]) => {
        const [otherA, otherB] = [left - 1 - a, left - 1 - b]; // as the bottom counts
        const was = () => (Math.abs(b - a) > w ? zero : entry((array) => entries.at(array, Math.min(a, b)), b - a));
        const top = Math.max(a, b) < w ? ends[0][a][b] : null;
        const bottom = Math.max(otherA, otherB) < w ? ends[1][otherA][otherB] : null;
        return [full[a][b], joined(top, bottom, was)] as const;
      }),
    }));
    code.assign(
      ofMiddle.map(([variable]) => variable),
      ofMiddle.map(([, value]) => value),
    );
    code.assign([ok], [both(ok, isRegular)]);
  };

  const solve = (r: NumberArray, d: NumberArray) => {
    code.along({ first: 0, count: 1, mirror }, (entries) => ({
      assign: right.flatMap((end, e) => end.map((variable, a) => [variable, reader(entries, e, a)(r)] as const)),
    }));
    code.along(loop, (entries) => {
      const results = right.map((end, e) => {
        const here = reader(entries, e, 0);
        const next = [...end.slice(1), reader(entries, e, w)(r)];
        return {
          assign: end.map((variable, a) => [variable, subtract(next[a], multiply(here(L[a]), end[0]))] as const),
          store: [put(e, d, multiply(end[0], here(inverse)))],
        };
      });
      return { assign: results.flatMap(({ assign }) => assign), store: results.flatMap(({ store }) => store) };
    });
    const found = code.variables(left);
    code.along({ first: half, count: 1 }, (entries) => {
      const values = range(left).map((a) =>
        joined(a < w ? right[0][a] : null, left - 1 - a < w ? right[1][left - 1 - a] : null, () => entries.at(r, a)),
      );
      const solution = solveMiddle(values);
      return {
        assign: found.map((variable, a) => [variable, solution[a]] as const),
        store: solution.map((value, a) => ({ array: d, shift: a, value })),
      };
    });
    // The last `width` ones, nearest first.
    const carried = [code.variables(w), code.variables(w)];
    code.assign(
      [...carried.flat(), ofTop, ofBottom],
      [
        ...found.slice(0, w),
        ...found.slice(left - w).reverse(),
        sum(found.map((entry) => multiply(entry, entry))),
        zero,
      ],
    );
    code.along({ first: half - 1, count: half, down: true, mirror }, (entries) => {
      const lengths = [ofTop, ofBottom];
      const results = carried.map((end, e) => {
        const here = reader(entries, e, 0);
        // The one that was found last comes last: the others need not wait for it.
        const value = range(w)
          .reverse()
          .reduce((rest, a) => subtract(rest, multiply(here(U[a]), end[a])), here(d));
        return {
          assign: [
            ...end.map((variable, a) => [variable, a === 0 ? value : end[a - 1]] as const),
            [lengths[e], add(lengths[e], multiply(value, value))] as const,
          ],
          store: [put(e, d, value)],
        };
      });
      return { assign: results.flatMap(({ assign }) => assign), store: results.flatMap(({ store }) => store) };
    });
  };
  return { factorize, wellSized: ok, solve, length: add(ofTop, ofBottom) };
}
