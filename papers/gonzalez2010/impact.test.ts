/** The impact against an independent computation with 28 digits of the same motion: all that double precision can hold. */
import { forceStepping, run, type State } from "noether";
import { expect, test } from "vitest";
import { cube, ENERGY_AT_REST, MESHES, SPACING } from "./cube.js";

const GOLDEN = 0.6180339887498949;
/** Kinetic energy, V_h and the momenta at 0.5, 1 and 2 µs; faces crossed, and those without a kink. */
const REFERENCE = [
  {
    t: 0.5e-6,
    kinetic: 4050134.600123195670046,
    potential: 39010620.72655969201943,
    momenta: [2698.626272349316014621, 2694.966376181294989764, 2706.407351469388995614],
  },
  {
    t: 1e-6,
    kinetic: 4031674.421456074293286,
    potential: 39029080.90522681339619,
    momenta: [2697.11599642637031062685, 2563.223315758144060693, 2643.937593524593297546],
  },
  {
    t: 2e-6,
    kinetic: 4013943.386915741549689,
    potential: 39046811.93976714613979,
    momenta: [2690.801688290659210782, 2518.120448130613743261, 2551.823721203671679193],
  },
];
const FACES = 7559;
const WITHOUT_KINK = 5951;

const [mesh] = MESHES;

/** The grid of the reference: o = h frac((j + 1) φ) in the positions, coordinates counted by nodes in the order of x, y, z. */
function gridOrigin(points: Float64Array): number[] {
  const key = (node: number) => [0, 1, 2].map((d) => Math.round(points[3 * node + d] * 1e6));
  const nodes = Array.from({ length: points.length / 3 }, (_, node) => node).sort((a, b) => {
    const [A, B] = [key(a), key(b)];
    return A[0] - B[0] || A[1] - B[1] || A[2] - B[2];
  });
  const rank = nodes.map((_, node) => nodes.indexOf(node));
  return Array.from(points, (x, i) => SPACING * (((3 * rank[Math.floor(i / 3)] + (i % 3) + 1) * GOLDEN) % 1) - x);
}

test.each(["sparse", "ring"] as const)("%s: the first 2 µs, with the wall from 1 µs on", (algorithm) => {
  const { body, problem, momenta, kinetic } = cube(mesh);
  const origin = gridOrigin(body.parts.mesh.points);
  const found: { t: number; values: number[] }[] = [];
  const method = forceStepping({ grid: SPACING, origin, matchEnergy: false, algorithm });
  const { steps } = run(problem, method, {
    time: { end: 2e-6, interval: 0.5e-6 },
    observe: ([energy]) => ({
      all: {
        observe(s: Readonly<State>) {
          const total = energy.value(s.t, s.q, s.v);
          const moving = kinetic(s);
          const linear = momenta.slice(0, 3).map(({ value }) => value(s.t, s.q, s.v));
          found.push({ t: s.t, values: [moving, total - moving + ENERGY_AT_REST, ...linear] });
        },
        finish: () => null,
      },
    }),
  });
  // The last step is the one that passes the end.
  expect(steps).toBe((algorithm === "ring" ? FACES : FACES - WITHOUT_KINK) + 1);
  for (const { t, kinetic: moving, potential, momenta: linear } of REFERENCE) {
    const at = found.find((each) => Math.abs(each.t - t) < 1e-12);
    [moving, potential, ...linear].forEach((expected, k) => {
      // Rounding, amplified by the faces crossed so far: some 1e-14.
      expect(Math.abs((at?.values[k] ?? 0) / expected - 1)).toBeLessThan(1e-13);
    });
  }
});
