import { expect, test } from "vitest";
import { projection } from "../../../src/analysis/certify/projection.js";
import { henonHeiles } from "../../../src/models/oscillators/henon-heiles.js";
import { modelOf } from "./cases.js";

const MASS = [1, 1, 2, 2, 0.5, 0.5];
const constrained = (constraints: string) =>
  modelOf(`
system: { coordinates: [x1, y1, x2, y2, x3, y3], mass: [${MASS}], potential: y1 + 2*y2 + y3/2, constraints: [${constraints}] }
start: { q: [1, 0, 1, -1, 2, -1], v: [0, 0, 0, 0, 0, 0] }
method: variational
time: { step: 0.01, steps: 10 }`).problem.system;

const RODS = ["x1^2 + y1^2 - 1", "(x2-x1)^2 + (y2-y1)^2 - 1", "(x3-x2)^2 + (y3-y2)^2 - 1"];
const AWAY = [1.02, 0.03, 0.97, -1.01, 2.04, -0.96, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7];

/** g(q), and G(q) v. */
function left(system: ReturnType<typeof constrained>, z: Float64Array): number[] {
  const { constraints } = system;
  if (constraints === undefined) throw new Error("there are constraints");
  const { count, rowStart, column } = constraints;
  const [g, J] = [new Float64Array(count), new Float64Array(column.length)];
  constraints.values(z.subarray(0, 6), g);
  constraints.jacobian(z.subarray(0, 6), J);
  const rates = Array.from({ length: count }, (_, c) => {
    let sum = 0;
    for (let k = rowStart[c]; k < rowStart[c + 1]; k++) sum += J[k] * z[6 + column[k]];
    return sum;
  });
  return [...g, ...rates];
}

test.each([
  ["three rods", RODS.join()],
  // The second row says what the first says, and vanishes in the elimination.
  ["one of them said twice", [RODS[0], `2*(${RODS[0]})`, ...RODS.slice(1)].join()],
])("%s: states are brought onto the constraints, and stay there", (_, text) => {
  const system = constrained(text);
  const project = projection(system);
  const z = Float64Array.from(AWAY);
  project?.(z);
  // Terms of up to 4, a few ulps of each.
  for (const value of left(system, z)) expect(Math.abs(value)).toBeLessThan(2e-15);
  const again = z.slice();
  project?.(again);
  for (let i = 0; i < 12; i++) expect(Math.abs(again[i] - z[i])).toBeLessThan(4e-15);
  // The nearest velocity: what was taken away is normal, in the mass, to every velocity that is allowed.
  const other = Float64Array.from([...z.subarray(0, 6), 1, 2, -1, 0.5, 0.3, -2]);
  project?.(other);
  const before = Float64Array.from([...z.subarray(0, 6), ...AWAY.slice(6)]);
  const after = before.slice();
  project?.(after);
  const work = MASS.reduce((sum, m, i) => sum + m * (after[6 + i] - before[6 + i]) * other[6 + i], 0);
  expect(Math.abs(work)).toBeLessThan(1e-14);
  expect(Math.abs(after[6] - before[6])).toBeGreaterThan(1e-3);
});

test("without constraints there is nothing to do", () => {
  expect(projection(henonHeiles().system)).toBeNull();
});
