import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Run, run } from "../../src/core/run.js";
import { newmark } from "../../src/methods/newmark.js";
import { buildProblem, loadModel, type Plan } from "../../src/model-file/index.js";

const folder = new URL("../../../examples/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder));

function planOf(name: string): Plan {
  const readFile = (path: string) => new Uint8Array(read(path));
  return buildProblem(loadModel(read(name).toString("utf8"), { file: name, readFile }));
}

/** How far each invariant strays, relative to its value. */
function spread({ problem }: Plan) {
  const { invariants } = problem.system;
  const least = invariants.map(() => Infinity);
  const most = invariants.map(() => -Infinity);
  return {
    on: "steps" as const,
    observe({ t, q, v }: { t: number; q: Float64Array; v: Float64Array }) {
      invariants.forEach((invariant, k) => {
        const value = invariant.value(t, q, v);
        least[k] = Math.min(least[k], value);
        most[k] = Math.max(most[k], value);
      });
    },
    finish: () =>
      Object.fromEntries(invariants.map(({ name }, k) => [name, (most[k] - least[k]) / Math.abs(most[k])] as const)),
  };
}

const names = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
const runs = new Map<string, { plan: Plan; outcome: Run<{ spread: ReturnType<typeof spread> }> }>(
  names.map((name) => {
    const plan = planOf(name);
    const { problem, method, time, stop } = plan;
    const options = { time, observe: { spread: spread(plan) }, ledger: true, ...(stop === null ? {} : { stop }) };
    return [name, { plan, outcome: run(problem, method, options) }];
  }),
);
function ran(name: string) {
  const found = runs.get(name);
  if (found === undefined) throw new Error(`no example ${name}`);
  return found;
}

test.each(names)("%s runs to its end", (name) => {
  const { outcome } = ran(name);
  expect(outcome.failure).toBeNull();
  expect(outcome.status).toBe("completed");
});

describe("what the examples say of themselves", () => {
  test("harmonic: the energy stays to the last digits", () => {
    expect(ran("harmonic.yaml").outcome.observed.spread["energy"]).toBeLessThan(1e-13);
  });

  test("duffing: what the load puts in, the dashpot takes out", () => {
    const { ledger } = ran("duffing.yaml").outcome;
    expect(ledger?.work).toBeGreaterThan(10);
    expect(Math.abs((ledger?.work ?? 0) - (ledger?.dissipation ?? 0))).toBeLessThan(1);
    expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-12);
  });

  test("kepler and lennard-jones: the angular momentum stays to the last digits, the energy does not drift away", () => {
    for (const name of ["kepler.yaml", "lennard-jones.yaml"]) {
      const { spread } = ran(name).outcome.observed;
      expect(spread["angular-momentum-z"]).toBeLessThan(1e-12);
      expect(spread["energy"]).toBeLessThan(1e-3);
      expect(spread["energy"]).toBeGreaterThan(1e-7);
    }
  });

  test("outer-solar-system: the momenta stay exact over 1000 years, the energy within 1e-6", () => {
    const { energy, ...momenta } = ran("outer-solar-system.yaml").outcome.observed.spread;
    expect(energy).toBeLessThan(1e-6);
    for (const momentum of Object.values(momenta)) expect(momentum).toBeLessThan(1e-11);
  });

  test("shear-building: the scheme takes a ten-thousandth of what the structure does", () => {
    const { ledger } = ran("shear-building.yaml").outcome;
    const share = (ledger?.algorithmic ?? 0) / (ledger?.dissipation ?? 1);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1e-3);
  });

  test("portal-frame: the sway has the stiffness 96/7 EI/h³, and its joints turn by −6/(7 h) of it", () => {
    const { problem } = ran("portal-frame.yaml").plan;
    const { system, view } = problem;
    expect(system.labels).toEqual(["sway"]);
    expect(system.potential(Float64Array.of(1)) * 2).toBeCloseTo(((96 / 7) * 2e7) / 4 ** 3, 5);
    const q = new Float64Array(3);
    view?.expand({ t: 0, q: Float64Array.of(0.7), v: Float64Array.of(0) }, q, new Float64Array(3));
    expect([...q]).toEqual([0.7, expect.closeTo(-0.15, 15), expect.closeTo(-0.15, 15)]);
  });

  test("tossed-block: energy, momentum and angular momentum stay; Newmark's method loses energy and angular momentum", () => {
    const { plan, outcome } = ran("tossed-block.yaml");
    const { energy, ...momenta } = outcome.observed.spread;
    // Newton's tolerance, added up over eighty steps.
    expect(energy).toBeLessThan(1e-11);
    for (const axis of ["x", "z"]) expect(momenta[`linear-momentum-${axis}`]).toBeLessThan(1e-13);
    for (const axis of ["x", "y", "z"]) expect(momenta[`angular-momentum-${axis}`]).toBeLessThan(1e-10);
    const { problem, time } = plan;
    const lost = run(problem, newmark(), { time, observe: { spread: spread(plan) } }).observed.spread;
    expect(lost["energy"]).toBeGreaterThan(5e-3);
    expect(lost["angular-momentum-x"]).toBeGreaterThan(1e-2);
  });

  test("impact-cube: the energy stays through the impact, and so do the momenta along the floor", () => {
    const { outcome } = ran("impact-cube.yaml");
    const { spread } = outcome.observed;
    expect(spread["energy"]).toBeLessThan(1e-13);
    expect(spread["linear-momentum-x"]).toBeLessThan(1e-13);
    // It has bounced: it rises.
    const up = outcome.last.v.reduce((sum, v, i) => sum + (i % 3 === 2 ? v : 0), 0);
    expect(up).toBeGreaterThan(0);
  });

  test("released-cantilever: the tip swings from F L³/(3 E I), and only the damping takes energy", () => {
    const { plan, outcome } = ran("released-cantilever.yaml");
    const { system, q0 } = plan.problem;
    // A solid clamped at its end is a little stiffer than a beam, and shears a little.
    const beam = (-2000 * 1) / (3 * 210e9 * (0.08 ** 4 / 12));
    expect(q0[system.labels.indexOf("uz11")] / beam).toBeCloseTo(1, 1);
    expect(outcome.ledger?.work).toBe(0);
    expect(outcome.ledger?.dissipation).toBeGreaterThan(0.1);
    expect(Math.abs(outcome.ledger?.algorithmic ?? 1)).toBeLessThan(1e-3);
  });

  test("frame-earthquake: what the ground puts in, the damping takes out", () => {
    const { work = 0, dissipation = 0, algorithmic = 1 } = ran("frame-earthquake.yaml").outcome.ledger ?? {};
    expect(dissipation / work).toBeGreaterThan(0.99);
    expect(algorithmic / dissipation).toBeLessThan(1e-3);
  });

  test("bracket: groups and numbers are those of the file", () => {
    const { plan } = ran("bracket.yaml");
    expect(plan.problem.system.dof).toBe(2142);
    expect(plan.notices).toEqual([]);
  });

  test("double-pendulum: the rods keep their length to the last digits", () => {
    const { q } = ran("double-pendulum.yaml").outcome.last;
    expect(Math.hypot(q[0], q[1])).toBeCloseTo(1, 14);
    expect(Math.hypot(q[2] - q[0], q[3] - q[1])).toBeCloseTo(1, 14);
  });

  test("dry-friction: the mass sticks, within what friction holds", () => {
    const { last, ledger } = ran("dry-friction.yaml").outcome;
    expect(Math.abs(last.q[0])).toBeLessThan(0.0057 * 9.81);
    expect(Math.abs(last.v[0])).toBeLessThan(1e-3);
    // All of the energy but what the spring still holds.
    expect(ledger?.dissipation).toBeCloseTo(0.5, 2);
  });
});
