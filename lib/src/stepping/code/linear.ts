/** Steps of linear systems by the generalised-α family, for many of them side by side: alpha-family.ts with the linear stage of implicit-acceleration.ts and the
 *  factors of few-unknowns.ts and envelope.ts, operation by operation, so that every member has the digits that it has alone. Where these would exchange rows or
 *  meet a pivot near zero, a member does not fit and is left to them. */
import type { Sparsity } from "../../core/matrix.js";
import type { Node } from "../../symbolic/dag.js";
import { emptyGraph } from "../../symbolic/dag.js";
import { type Procedure, procedure } from "../../symbolic/procedure.js";
import type { Summation } from "../summation.js";
import type { FamilyCoefficients } from "../trapezoid-balance.js";
import { formulas } from "./formulas.js";
import { type WatchLayout, watchCode } from "./watch.js";

/** What the code is generated from: a stepper of the family carries it. */
export interface LinearRecipe {
  readonly coefficients: FamilyCoefficients;
  readonly summation: Summation;
  readonly h: number;
}

export interface LinearShape {
  readonly dof: number;
  readonly stiffness: Sparsity;
  /** Null where nothing is damped. */
  readonly viscosity: Sparsity | null;
  readonly loaded: boolean;
  readonly peaks: boolean;
}

/** The first cell of each. */
export interface LinearLayout {
  readonly q: number;
  readonly v: number;
  readonly mass: number;
  readonly stiffness: number;
  readonly viscosity: number;
  /** The load at the start. */
  readonly load: number;
  readonly count: number;
  readonly fresh: number;
  /** 1 where the factor is regular without an exchange of rows. */
  readonly regular: number;
  readonly kinetic: number;
  readonly potential: number;
  readonly peaks: number;
  readonly watch: WatchLayout;
  /** Numbers that are the same for all, and their cells. */
  readonly given: readonly (readonly [cell: number, value: number])[];
}

/** What counts as zero beside what it is left of: more than the rounding that few-unknowns.ts and envelope.ts allow for. */
const NEARLY_ZERO = 1e-12;
/** Of a single pivot, which has nothing beside it to be compared with. */
const ZERO = 1e-240;
const SPLITTER = 2 ** 27 + 1;

export function linearCode(
  { coefficients: { beta, gamma, alphaM, alphaF }, summation, h }: LinearRecipe,
  { dof: n, stiffness, viscosity, loaded, peaks }: LinearShape,
): { readonly procedure: Procedure; readonly layout: LinearLayout } {
  const graph = emptyGraph();
  const code = procedure(graph);
  const { add, subtract, multiply, divide, negate, choose } = graph;
  const { sum, number, size, isLess, lostOfLarger } = formulas(graph);
  const compensated = summation === "compensated";
  const averaged = alphaM !== 0 || alphaF !== 0;
  const zeros = Array.from({ length: n }, () => number(0));
  const vector = () => [...code.cells(n)];
  const given: [number, number][] = [];
  const at = (node: Node) => graph.entries[node].value;
  /** A number of the method: no constant of the code, since constants would be multiplied with one another; but 0 and 1 are. */
  const constant = (value: number): Node => {
    if (value === 0 || value === 1) return number(value);
    const [cell] = code.cells(1, "common");
    given.push([at(cell), value]);
    return cell;
  };
  const [q, v, a, mass] = [vector(), vector(), vector(), vector()];
  const firstLoad = code.cells(n, "common");
  const G = averaged ? vector() : zeros;
  const [cq, cv] = compensated ? [vector(), vector()] : [zeros, zeros];
  const K = [...code.cells(stiffness.column.length)];
  const C = viscosity === null ? [] : [...code.cells(viscosity.column.length)];
  const [count] = code.cells(1, "common");
  const [fresh, regular, kinetic, potential, work] = code.cells(5);
  const largest = peaks ? vector() : [];
  const F = loaded ? code.variables(n) : zeros;
  /** Six times its mean over the step, by Simpson's rule. */
  const meanLoad = loaded ? code.variables(n) : zeros;
  const watch = watchCode(graph, code);
  /** As a peak is found alone: what is not a number is not larger. */
  const larger = (peak: Node, other: Node): Node => choose(isLess(peak, other), other, peak);

  const product = ({ rowStart, column }: Sparsity, entries: readonly Node[], x: readonly Node[]): Node[] =>
    zeros.map((_, i) =>
      sum(entries.slice(rowStart[i], rowStart[i + 1]).map((entry, k) => multiply(entry, x[column[rowStart[i] + k]]))),
    );
  /** f_load + f_damping − ∇V. */
  const force = (x: readonly Node[], speed: readonly Node[], load: readonly Node[]): Node[] => {
    const ofStiffness = product(stiffness, K, x);
    const ofViscosity = viscosity === null ? zeros : product(viscosity, C, speed);
    return zeros.map((_, i) => subtract(add(negate(ofStiffness[i]), load[i]), ofViscosity[i]));
  };

  const [m, g] = [1 - alphaM, 1 - alphaF];
  const [c1, c2] = [gamma * h, beta * h * h];
  const [H, toPath, toVelocity] = [constant(h), constant(h * (0.5 - beta)), constant(h * (1 - gamma))];
  const [ofOld, ofNew, ofOldMean, ofNewMean] = [0.5 - beta, beta, 1 - gamma, gamma].map(constant);
  const [cM, cC, cK] = [m, g * c1, g * c2].map(constant);
  const [weight, inertial, loadedBefore, momentumBefore] = [g, m, alphaF, alphaM].map(constant);
  const split = SPLITTER * h;
  const high = split - (split - h);
  const [upper, lower] = compensated ? [high, h - high].map(constant) : [];

  // The matrix of a step, and its factor: computed at the start.
  const entryOf = ({ rowStart, column }: Sparsity, entries: readonly Node[], i: number, j: number): Node => {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (column[k] === j) return entries[k];
    return number(0);
  };
  const J = zeros.map((_, i) =>
    zeros.map((__, j) => {
      const elastic = multiply(cK, entryOf(stiffness, K, i, j));
      const withMass = i === j ? add(elastic, multiply(cM, mass[i])) : elastic;
      return viscosity === null ? withMass : add(withMass, multiply(cC, entryOf(viscosity, C, i, j)));
    }),
  );
  const kept: [Node, Node][] = [];
  const keep = (value: Node): Node => {
    if (graph.isConstant(value)) return value;
    const [cell] = code.cells(1);
    kept.push([cell, value]);
    return cell;
  };
  const factor = n <= 3 ? eliminated(graph, J, keep) : decomposed(graph, J, keep);

  code.when(isLess(number(0), fresh), () => {
    code.assign(
      [...kept.map(([cell]) => cell), regular],
      [...kept.map(([, value]) => value), factor.conditions.reduce((all, each) => choose(all, each, number(0)))],
    );
    const start = force(q, v, firstLoad);
    code.assign(
      [...a, ...(averaged ? G : []), ...(compensated ? [...cq, ...cv] : []), ...largest, work, fresh],
      [
        ...start.map((entry, i) => divide(entry, mass[i])),
        ...(averaged ? start.map(negate) : []),
        ...(compensated ? [...zeros, ...zeros] : []),
        ...largest.map((_, i) => larger(number(0), size(q[i]))),
        number(0),
        number(0),
      ],
    );
  });
  /** x + h w with what is lost, as `addProduct` of summation.ts. Where splitting overflows what is carried is no number, and the member is left to that. */
  const added = (x: Node, c: Node, w: Node): { readonly x: Node; readonly c: Node } => {
    const move = multiply(H, w);
    if (!compensated) return { x: add(x, move), c };
    const many = multiply(number(SPLITTER), w);
    const wHigh = subtract(many, subtract(many, w));
    const wLow = subtract(w, wHigh);
    const crossed = add(add(subtract(multiply(upper, wHigh), move), multiply(upper, wLow)), multiply(lower, wHigh));
    const rest = add(add(crossed, multiply(lower, wLow)), c);
    const increment = add(move, rest);
    const next = add(x, increment);
    const by = subtract(next, x);
    const lost = add(subtract(x, subtract(next, by)), subtract(increment, by));
    return { x: next, c: add(lost, add(subtract(move, increment), rest)) };
  };

  code.ordinary(() =>
    code.loop(() => {
      code.when(isLess(count, number(1)), code.leave);
      if (loaded) code.read([...F, ...meanLoad]);
      const b = averaged
        ? a.map((entry, i) => add(multiply(momentumBefore, multiply(mass[i], entry)), multiply(loadedBefore, G[i])))
        : zeros;
      const places = q.map((x, i) => {
        const kick = multiply(toPath, a[i]);
        const w = add(v[i], kick);
        const y = multiply(H, w);
        const to = add(x, y);
        const ofVelocity = multiply(H, add(lostOfLarger(v[i], kick, w), cv[i]));
        return add(to, add(lostOfLarger(x, y, to), add(cq[i], ofVelocity)));
      });
      const speeds = v.map((x, i) => add(x, multiply(toVelocity, a[i])));
      const right = force(places, speeds, F).map((entry, i) => negate(add(multiply(weight, negate(entry)), b[i])));
      const A = factor.solve(right);
      const found = code.variables(n);
      code.assign(found, A);
      const next = q.map((x, i) => {
        const kick = multiply(H, add(multiply(ofOld, a[i]), multiply(ofNew, found[i])));
        const w = add(v[i], kick);
        const mean = add(multiply(ofOldMean, a[i]), multiply(ofNewMean, found[i]));
        const carried = compensated ? add(cq[i], multiply(H, add(lostOfLarger(v[i], kick, w), cv[i]))) : cq[i];
        return { q: added(x, carried, w), v: added(v[i], cv[i], mean) };
      });
      const done = sum(next.map((entry, i) => multiply(meanLoad[i], subtract(entry.q.x, q[i]))));
      const sizes = next.map((entry) => size(entry.q.x));
      code.assign(
        [
          ...[...q, ...v, ...a, ...(averaged ? G : []), ...(compensated ? [...cq, ...cv] : [])],
          ...[...largest, ...(loaded ? [work] : []), count],
        ],
        [
          ...next.map((entry) => entry.q.x),
          ...next.map((entry) => entry.v.x),
          ...found,
          ...(averaged
            ? found.map((entry, i) => divide(negate(add(multiply(inertial, multiply(mass[i], entry)), b[i])), weight))
            : []),
          ...(compensated ? [...next.map((entry) => entry.q.c), ...next.map((entry) => entry.v.c)] : []),
          ...largest.map((peak, i) => larger(peak, sizes[i])),
          ...(loaded ? [add(work, done)] : []),
          subtract(count, number(1)),
        ],
      );
    }),
  );
  const twiceKinetic = sum(v.map((entry, i) => multiply(entry, multiply(mass[i], entry))));
  const twicePotential = sum(product(stiffness, K, q).map((entry, i) => multiply(q[i], entry)));
  code.assign(
    [kinetic, potential],
    [twiceKinetic, twicePotential].map((twice) => multiply(number(0.5), twice)),
  );
  watch.look({ q, v, kinetic, potential, supplied: divide(work, number(6)) });
  return {
    procedure: code.finished(),
    layout: {
      q: at(q[0]),
      v: at(v[0]),
      mass: at(mass[0]),
      stiffness: at(K[0]),
      viscosity: C.length === 0 ? -1 : at(C[0]),
      load: at(firstLoad[0]),
      count: at(count),
      fresh: at(fresh),
      regular: at(regular),
      kinetic: at(kinetic),
      potential: at(potential),
      peaks: peaks ? at(largest[0]) : -1,
      watch: watch.layout,
      given,
    },
  };
}

interface LinearFactor {
  /** What has to hold for it to be the factor of a member alone. */
  readonly conditions: readonly Node[];
  solve(b: readonly Node[]): Node[];
}
type Rows = readonly (readonly Node[])[];

/** As few-unknowns.ts does it, where it exchanges no rows. */
function eliminated(graph: ReturnType<typeof emptyGraph>, J: Rows, keep: (value: Node) => Node): LinearFactor {
  const { subtract, multiply, divide, power } = graph;
  const { size, number, isLess, isAtMost } = formulas(graph);
  const isLarge = (pivot: Node, beside: Node) => isLess(multiply(number(NEARLY_ZERO), size(beside)), size(pivot));
  if (J.length === 1) {
    const pivot = keep(J[0][0]);
    return { conditions: [isLess(number(ZERO), size(J[0][0]))], solve: ([b]) => [divide(b, pivot)] };
  }
  const inverse1 = power(J[0][0], -1);
  const l = J.slice(1).map((row) => multiply(row[0], inverse1));
  const left = (i: number, j: number) => subtract(J[i][j], multiply(l[i - 1], J[0][j]));
  const second = left(1, 1);
  const inverse2 = power(second, -1);
  const conditions = [
    ...J.slice(1).map((row) => isAtMost(size(row[0]), size(J[0][0]))),
    isLarge(J[0][0], J[0][0]),
    isLarge(second, J[1][1]),
  ];
  if (J.length === 2) {
    const [l2, u12, first, last] = [l[0], J[0][1], inverse1, inverse2].map(keep);
    return {
      conditions,
      solve([b1, b2]) {
        const y = multiply(subtract(b2, multiply(l2, b1)), last);
        return [multiply(subtract(b1, multiply(u12, y)), first), y];
      },
    };
  }
  const below = left(2, 1);
  const ratio = multiply(below, inverse2);
  const beside = left(1, 2);
  const third = subtract(left(2, 2), multiply(ratio, beside));
  const inverse3 = power(third, -1);
  const [i1, u12, u13, l2, i2, u23, l3, l32, i3] = [
    ...[inverse1, J[0][1], J[0][2], l[0], inverse2],
    ...[beside, l[1], ratio, inverse3],
  ].map(keep);
  return {
    conditions: [...conditions, isAtMost(size(below), size(second)), isLarge(third, J[2][2])],
    solve([b1, b2, b3]) {
      const y2 = subtract(b2, multiply(l2, b1));
      const x3 = multiply(subtract(subtract(b3, multiply(l3, b1)), multiply(l32, y2)), i3);
      const x2 = multiply(subtract(y2, multiply(u23, x3)), i2);
      return [multiply(subtract(subtract(b1, multiply(u12, x2)), multiply(u13, x3)), i1), x2, x3];
    },
  };
}

/** As envelope.ts does it, for a matrix that is symmetric and positive definite. */
function decomposed(graph: ReturnType<typeof emptyGraph>, J: Rows, keep: (value: Node) => Node): LinearFactor {
  const { add, subtract, multiply, power } = graph;
  const { number, isLess, sum } = formulas(graph);
  const n = J.length;
  /** Four sums at once, as there. */
  const dot = (x: readonly Node[], y: readonly Node[]): Node => {
    const products = x.map((entry, k) => multiply(entry, y[k]));
    const whole = products.length - (products.length % 4);
    const parts = [0, 1, 2, 3].map((r) => sum(products.filter((_, k) => (k < whole ? k % 4 === r : r === 0))));
    return add(add(parts[0], parts[1]), add(parts[2], parts[3]));
  };
  const rows: Node[][] = [];
  const inverse: Node[] = [];
  const conditions: Node[] = [];
  for (let i = 0; i < n; i++) {
    const left: Node[] = [];
    for (let j = 0; j < i; j++) {
      left[j] = j === 0 ? J[i][0] : subtract(J[i][j], dot(left.slice(0, j), rows[j]));
    }
    rows[i] = left.map((entry, j) => multiply(entry, inverse[j]));
    const pivot = left.reduce((rest, entry, j) => subtract(rest, multiply(entry, rows[i][j])), J[i][i]);
    inverse[i] = power(pivot, -1);
    conditions.push(isLess(multiply(number(NEARLY_ZERO), J[i][i]), pivot), isLess(number(0), J[i][i]));
  }
  const L = rows.map((row) => row.map(keep));
  const inverses = inverse.map(keep);
  return {
    conditions,
    solve(b) {
      const y: Node[] = [];
      for (let i = 0; i < n; i++) y[i] = L[i].reduce((rest, entry, j) => subtract(rest, multiply(entry, y[j])), b[i]);
      const x = y.map((entry, i) => multiply(entry, inverses[i]));
      for (let i = n - 1; i >= 0; i--) for (let j = 0; j < i; j++) x[j] = subtract(x[j], multiply(L[i][j], x[i]));
      return x;
    },
  };
}
