/** Fourth order from plain Newmark with damping and loads, on systems of several unknowns whose damping is not proportional. */
import { describe, expect, test } from "vitest";
import { convergence } from "../../../src/analysis/order.js";
import { stabilityLimit } from "../../../src/analysis/stability-limit.js";
import { reversalDefect } from "../../../src/analysis/structure.js";
import { begin, run } from "../../../src/core/run.js";
import { type Problem, type System, viscosityOf } from "../../../src/core/system.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { fromRows, multiplyAdd } from "../../../src/linalg/matrix.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { newmark } from "../../../src/methods/newmark.js";
import { processedSystem } from "../../../src/stepping/compensation/processed-system.js";
import { viscousForce } from "../../../src/systems/linear.js";
import { tableLoad, timeLoad } from "../../../src/systems/loads.js";
import { linearBuilding, MASSES, nonlinearBuilding, shaking } from "../../methods/damped-building.js";
import { spring } from "../../methods/oscillator.js";

const processed = newmark({ beta: 1 / 12, process: true });
const plain = newmark({ beta: 1 / 12 });

function orders(problem: Problem, method = processed, end = 3, step = 0.05) {
  const reference = run(problem, dop853({ tolerance: 1e-14 }), { time: { end } }).last;
  return convergence(problem, method, { end, step, refinements: 4, reference, floor: 1e-12 });
}

describe("a building of six storeys with dampers in two, shaken", () => {
  test.each([
    ["nonlinear, a full mass matrix", nonlinearBuilding()],
    ["nonlinear, a diagonal mass matrix", nonlinearBuilding({ consistent: false })],
    ["nonlinear, damping in proportion to a full mass matrix", nonlinearBuilding({ damped: "mass" })],
    ["linear, a full mass matrix", linearBuilding({ consistent: true })],
    [
      "nonlinear, a load known as a function alone",
      nonlinearBuilding({ load: timeLoad((t, out) => shaking(1.5).addTo(t, out, out, out)) }),
    ],
  ])("%s: order four in q and v, two without processing", (_, problem) => {
    const [four, two] = [orders(problem), orders(problem, plain)];
    expect(Math.abs(four.positionOrder - 4), String(four.positionErrors)).toBeLessThan(0.1);
    expect(Math.abs(four.velocityOrder - 4), String(four.velocityErrors)).toBeLessThan(0.1);
    expect(Math.abs(two.positionOrder - 2)).toBeLessThan(0.1);
    expect(Math.abs(two.velocityOrder - 2)).toBeLessThan(0.1);
  });
});

test("in other words: plain Newmark with heavier masses and Rayleigh damping by the tangent, for C = a M", () => {
  // What OpenSees has as `rayleigh alphaM betaK 0 0`: (α M̂ + β ∇²V(q)) v, with nodal masses (1 + a² h²/12) m.
  const problem = nonlinearBuilding({ consistent: false, damped: "mass" });
  const { system } = problem;
  const [a, h, steps] = [0.4, 0.05, 60];
  const { tangent } = system;
  if (tangent === null) throw new Error("it has one");
  const [heavier, alpha, beta] = [1 + (a * h) ** 2 / 12, a / (1 + (a * h) ** 2 / 12), (a * h * h) / 12];
  const K = { pattern: tangent.pattern, values: new Float64Array(36) };
  const rayleigh = {
    addTo(_t: number, q: Float64Array, v: Float64Array, out: Float64Array) {
      tangent.values(q, K.values);
      multiplyAdd(K, v, -beta, out);
      for (let i = 0; i < v.length; i++) out[i] -= alpha * heavier * MASSES[i] * v[i];
    },
    byPosition: null,
    byVelocity: {
      pattern: K.pattern,
      symmetric: true,
      values(_t: number, q: Float64Array, _v: Float64Array, out: Float64Array) {
        tangent.values(q, out);
        for (let j = 0; j < out.length; j++) out[j] *= -beta;
        for (let i = 0; i < 6; i++) out[7 * i] -= alpha * heavier * MASSES[i];
      },
    },
  };
  const load = shaking(1.5);
  const elsewhere = {
    ...system,
    mass: diagonalMass(MASSES.map((m) => heavier * m)),
    damping: rayleigh,
    load: timeLoad((t, out) => {
      const rate = new Float64Array(6);
      load.addDerivative?.(1, t, 1, rate);
      load.addTo(t, out, out, out);
      for (let i = 0; i < 6; i++) out[i] += ((a * h * h) / 12) * rate[i];
    }),
  } as System;
  const vHat = new Float64Array(6);
  processedSystem(system, h).start(0, 1, problem.q0, problem.v0, vHat);
  const there = run({ ...problem, system: elsewhere, v0: vHat }, plain, { time: { step: h, steps } }).last;
  const here = run(problem, processed, { time: { step: h, steps } }).last;
  // Sixty steps, each solved to rounding.
  for (let i = 0; i < 6; i++) expect(there.q[i]).toBeCloseTo(here.q[i], 12);
});

describe("loads with kinks at step points", () => {
  const times = [0, 0.5, 1, 1.5, 2, 2.5, 3];
  const record = tableLoad({
    times,
    columns: MASSES.map((m, k) => times.map((_, j) => 2 * m * Math.sin(1.7 * j * j + 0.4 * k))),
  });
  test.each([
    ["a record", record],
    ["a load that stops at once", tableLoad({ times: [0, 1.5], columns: MASSES.map((m) => [2 * m, 3 * m]) })],
  ])("%s keeps order four in q and v", (_, load) => {
    const problem = nonlinearBuilding({ load });
    // Each piece has its own reference, since DOP853 stops at kinks too.
    const { positionOrder, velocityOrder, positionErrors } = orders(problem);
    expect(Math.abs(positionOrder - 4), String(positionErrors)).toBeLessThan(0.1);
    expect(Math.abs(velocityOrder - 4)).toBeLessThan(0.1);
  });
});

test("a damped step and one backwards are the identity", () => {
  expect(reversalDefect(nonlinearBuilding(), processed, 0.1)).toBeLessThan(1e-13);
});

test.each([0, 0.1, 0.3, 0.5, 0.7, 0.72, 1, 5])(
  "a mode with the damping ratio ζ = %f is stable while ω h < √(6/(1 − 2ζ²))",
  (zeta) => {
    // λ = −1 where (1 − 4β) h² k = 4 m̂, m̂ = m (1 + (ζ ω h)²/3); from ζ = 1/√2 on, nowhere.
    const found = stabilityLimit(processed, zeta);
    if (2 * zeta * zeta >= 1) expect(found).toBeNull();
    // Double roots show growth of 1e-7 and more only.
    else expect((found ?? 0) / Math.sqrt(6 / (1 - 2 * zeta * zeta))).toBeCloseTo(1, 4);
  },
);

test("a dashpot that stops the mass many times over in a step neither explodes nor goes unsaid", () => {
  // Dampers a thousand times stronger: 2600 on 1.3 kg at h = 0.05 is a hundred times over, and M̂ is 800 M. The building starts at rest.
  const { system, ...rest } = nonlinearBuilding();
  const weak = viscosityOf(system);
  if (weak == null) throw new Error("the building has dampers");
  const strong = { pattern: weak.pattern, values: weak.values.map((c) => 1000 * c) };
  const problem = { ...rest, v0: new Float64Array(6), system: { ...system, damping: viscousForce(strong) } as System };
  const runner = begin(problem, processed, { time: { step: 0.05, steps: 60 } });
  expect(runner.notices.map(({ code }) => code)).toContain("slowed-damping");
  const { status, failure, last } = run(problem, processed, { time: { step: 0.05, steps: 60 } });
  expect(failure).toBeNull();
  expect(status).toBe("completed");
  // Held by the dampers, and driven by a few m/s² for three seconds, no storey moves faster than a metre a second.
  for (const v of last.v) expect(Math.abs(v)).toBeLessThan(1);
});

test("a step beyond the limit is refused, or spoken of where damping may hold the mode", () => {
  const start = (c: number) => begin(spring({ k: 1, c }), processed, { time: { step: 2.5, steps: 1 } });
  expect(() => start(0)).toThrow(/newmark \(beta: 1\/12\) amplifies one mode/);
  expect(start(0.5).notices).toMatchObject([{ code: "unstable-step" }]);
});

test("forces that it does not know are refused by name", () => {
  const { system, ...rest } = nonlinearBuilding();
  const refused = (damping: System["damping"], words: RegExp) =>
    expect(() =>
      run({ ...rest, system: { ...system, damping } as System }, processed, { time: { step: 0.1, steps: 1 } }),
    ).toThrow(words);
  const { viscosity: _, ...unknown } = system.damping ?? { viscosity: undefined };
  refused(
    unknown as System["damping"],
    /takes loads that depend on time alone and damping −C v with a constant matrix/,
  );
  const rows = Array.from({ length: 6 }, (_, i) =>
    Array.from({ length: 6 }, (_, j) => (i === j ? 1 : j > i ? 0.1 : 0)),
  );
  refused(
    viscousForce(fromRows(rows)),
    /needs a symmetric damping matrix; the entries \(0, 1\) and \(1, 0\) differ by 0.1/,
  );
});
