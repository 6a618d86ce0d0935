/** What discrete gradients of expressions are for: M Δv = −h s, Δq = h v̄ keeps the energy, and the momenta that the expression shows, to
 *  rounding. The step is solved here with the tangent as it is, unsymmetric. The figures of docs/topics/discrete-gradients.md
 *  are those of these motions. */
import { expect, test } from "vitest";
import type { Vec } from "../../src/core/vec.js";
import { potentialOf } from "../../src/symbolic/potential.js";

interface Motion {
  readonly potential: string;
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly h: number;
  readonly steps: number;
}

/** The largest change of energy and of angular momentum, for masses of 1 in one or two coordinates. */
function drift({ potential, q: q0, v: v0, h, steps }: Motion) {
  const system = potentialOf({ coordinates: ["x", "y"].slice(0, q0.length), potential });
  const { between, tangent } = system.discreteGradient;
  const n = q0.length;
  const [q, v, b, s, k] = [
    Float64Array.from(q0),
    Float64Array.from(v0),
    ...[n, n, n * n].map((m) => new Float64Array(m)),
  ];
  const energy = () => system.potential(q) + v.reduce((sum, x) => sum + (x * x) / 2, 0);
  const angular = () => (n === 2 ? q[0] * v[1] - q[1] * v[0] : 0);
  const start = [energy(), angular()];
  const worst = [0, 0];
  for (let step = 0; step < steps; step++) {
    for (let i = 0; i < n; i++) b[i] = q[i] + h * v[i];
    let last = Number.POSITIVE_INFINITY;
    for (let iteration = 0; iteration < 20; iteration++) {
      between(q, b, s);
      tangent.values(q, b, k);
      const residual = b.map((x, i) => x - q[i] - h * v[i] + (h * h * s[i]) / 2);
      const correction = solved(
        k.map((x, at) => (h * h * x) / 2 + (at % (n + 1) === 0 ? 1 : 0)),
        residual,
      );
      for (let i = 0; i < n; i++) b[i] -= correction[i];
      const size = Math.max(...residual.map(Math.abs));
      // The floor of rounding: it no longer falls.
      if (size === 0 || size > last / 2) break;
      last = size;
    }
    between(q, b, s);
    for (let i = 0; i < n; i++) v[i] -= h * s[i];
    q.set(b);
    [energy(), angular()].forEach((value, i) => {
      worst[i] = Math.max(worst[i], Math.abs(value - start[i]));
    });
  }
  return worst;
}

/** Cramer's rule for one or two unknowns. */
function solved(k: Vec, r: Vec): readonly number[] {
  if (r.length === 1) return [r[0] / k[0]];
  const determinant = k[0] * k[3] - k[1] * k[2];
  return [(k[3] * r[0] - k[1] * r[1]) / determinant, (k[0] * r[1] - k[2] * r[0]) / determinant];
}

const central = { q: [1.2, 0], v: [0, 1], h: 0.05, steps: 5000 };

// The bounds: a random walk of √steps roundings of the energies and momenta, of size 1 (10 for the last), with a factor of 4.
test.each<[string, Motion, number, number]>([
  ["pendulum, small steps", { potential: "9.81*(1 - cos(x))", q: [0.05], v: [0], h: 1e-3, steps: 20_000 }, 1e-14, 0],
  ["pendulum, large steps", { potential: "9.81*(1 - cos(x))", q: [0.05], v: [0], h: 0.1, steps: 20_000 }, 1e-14, 0],
  ["spring", { ...central, potential: "15*(sqrt(x^2 + y^2) - 1)^2" }, 6e-14, 6e-14],
  ["Lennard-Jones", { ...central, potential: "(x^2 + y^2)^-6 - 2*(x^2 + y^2)^-3", v: [0, 0.3], h: 0.02 }, 6e-14, 6e-14],
  [
    "no symmetry",
    { ...central, potential: "x^2*y/2 + exp(x - y) + cos(x*y) + 2*x^2 + 2*y^2", v: [0.1, 0.4] },
    6e-14,
    10,
  ],
  [
    // The steps go over two units of x: by the mean of the factors their difference was known to 2e-11 of the energy, or not at all.
    "a steep product",
    { potential: "exp(20*x)*exp(-19*x) + x^2/2", q: [0.5], v: [2], h: 1, steps: 2000 },
    6e-13, // a slope of exp(20 x): 40 roundings
    0,
  ],
  ["impact", { potential: "100*max(0, -x)^2.5 + 9.81*x", q: [1], v: [0], h: 0.01, steps: 20_000 }, 1e-12, 0],
])("%s", (_name, motion, ofEnergy, ofMomentum) => {
  const [energy, momentum] = drift(motion);
  expect(energy).toBeLessThan(ofEnergy);
  expect(momentum).toBeLessThanOrEqual(ofMomentum);
});
