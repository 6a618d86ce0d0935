/** Certificates that are known: true claims hold whatever the units, the start and the chaos; false ones are found at any step. */
import { describe, expect, test } from "vitest";
import { certify } from "../../src/analysis/certify.js";
import { run } from "../../src/core/run.js";
import type { State } from "../../src/core/state.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { dop853 } from "../../src/methods/dop853.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { forceStepping } from "../../src/methods/force-stepping.js";
import { gauss } from "../../src/methods/gauss.js";
import { hht } from "../../src/methods/hht.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { rk4 } from "../../src/methods/rk4.js";
import { twoStep } from "../../src/methods/two-step.js";
import { variational } from "../../src/methods/variational.js";
import { yoshida } from "../../src/methods/yoshida.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { henonHeiles } from "../../src/models/oscillators/henon-heiles.js";
import { pendulum } from "../../src/models/oscillators/pendulum.js";
import { kepler } from "../../src/models/particles/kepler.js";
import { springChain } from "../../src/models/particles/spring-chain.js";
import { shearBuilding } from "../../src/models/structures/shear-building.js";
import { canonicalForm } from "../../src/stepping/symplectic-forms.js";
import { boastful, claiming, modelOf, reference, verdicts } from "./certify/cases.js";

const HOLDS = { order: "holds", symplectic: "holds", symmetric: "holds", energy: "holds", "energy ledger": "holds" };

describe("true claims hold", () => {
  test("a linear pair whose energy varies by rounding alone", () => {
    const pair = modelOf(`
system: { coordinates: [x, y], mass: [1, 2], potential: x^2/2 + y^2 + 0.3*x*y }
start: { q: [1, 0.2], v: [0.3, -0.1] }
method: midpoint
time: { end: 100, step: 0.05 }`);
    // A quadratic potential is one, however it is written.
    for (const method of [midpoint(), variational(), gauss(), twoStep()]) {
      const { findings } = certify(pair.problem, method, { ...pair, reference });
      expect(findings.find(({ property }) => property === "energy")).toMatchObject({
        claim: "exact",
        verdict: "holds",
      });
      expect(verdicts(pair, method)).toMatchObject(HOLDS);
    }
  });

  test("three bodies from rest, whose momenta are zero", () => {
    const bodies = modelOf(`
system:
  coordinates: [x1, y1, x2, y2, x3, y3]
  mass: 1
  potential: -1/sqrt((x1-x2)^2+(y1-y2)^2) - 1/sqrt((x1-x3)^2+(y1-y3)^2) - 1/sqrt((x3-x2)^2+(y3-y2)^2)
  symmetries: { translation: true, rotation: true, dimension: 2 }
start: { q: [1, 3, -2, -1, 1, -1], v: [0, 0, 0, 0, 0, 0] }
method: central-difference
time: { end: 2, step: 0.01 }`);
    expect(verdicts(bodies, bodies.method)).toMatchObject({
      symplectic: "holds",
      symmetric: "holds",
      "linear-momentum-x": "holds",
      "linear-momentum-y": "holds",
      "angular-momentum-z": "holds",
      "energy ledger": "holds",
    });
  });

  const RIGID = `
system:
  coordinates: [x1,y1,z1, x2,y2,z2, x3,y3,z3, x4,y4,z4]
  parameters: { a: 1, b: 0.7, c: 1.6 }
  mass: [1,1,1, 2,2,2, 0.5,0.5,0.5, 1.5,1.5,1.5]
  potential: 0
  constraints:
    - (x1-x2)^2+(y1-y2)^2+(z1-z2)^2 - a^2
    - (x1-x3)^2+(y1-y3)^2+(z1-z3)^2 - b^2
    - (x1-x4)^2+(y1-y4)^2+(z1-z4)^2 - c^2
    - (x2-x3)^2+(y2-y3)^2+(z2-z3)^2 - (a^2+b^2)
    - (x2-x4)^2+(y2-y4)^2+(z2-z4)^2 - (a^2+c^2)
    - (x3-x4)^2+(y3-y4)^2+(z3-z4)^2 - (b^2+c^2)
  symmetries: { translation: true, rotation: true, dimension: 3 }
start: { q: [0,0,0, a,0,0, 0,b,0, 0,0,c], v: [0,0,0, 0,0.3*a,-0.2*a, -0.3*b,0,0.9*b, 0.2*c,-0.9*c,0] }
method: { name: variational, alpha: 0 }
time: { end: 5, step: 0.01 }`;

  test("a rigid body by constraints: symplectic on their manifold, momenta, a closed ledger", () => {
    const body = modelOf(RIGID);
    expect(verdicts(body, body.method)).toMatchObject({ ...HOLDS, "angular-momentum-x": "holds" });
  });

  test("a form that a constrained step does not keep is seen", () => {
    const body = modelOf(RIGID);
    const skewed = {
      name: "skewed",
      apply: (system: never, h: number, q: Float64Array, x: Float64Array, out: Float64Array) => {
        canonicalForm.apply(system, h, q, x, out);
        for (let i = 0; i < out.length; i++) out[i] *= 1 + 0.1 * q[(i + 1) % q.length];
      },
    };
    expect(verdicts(body, claiming(body.method, { symplectic: skewed })).symplectic).toBe("violated");
  });

  test("a momentum that is zero in all of its terms", () => {
    const line = modelOf(`
system:
  coordinates: [x1, y1, x2, y2]
  mass: 1
  potential: ((x1-x2)^2 + (y1-y2)^2 - 1)^2
  symmetries: { translation: true, dimension: 2 }
start: { q: [0, 0, 1.3, 0], v: [0.2, 0, -0.1, 0] }
method: midpoint
time: { step: 0.05, steps: 100 }`);
    const { findings } = certify(line.problem, line.method, { ...line, reference });
    expect(findings.find(({ property }) => property === "linear-momentum-y")).toMatchObject({
      claim: "exact",
      verdict: "holds",
    });
  });

  test("a chaotic orbit", () => {
    const chaotic = modelOf(`
system: { coordinates: [x, y], mass: 1, potential: (x^2+y^2)/2 + x^2*y - y^3/3 }
start: { q: [0, 0.1], v: [0.56, 0.1] }
method: yoshida
time: { end: 500, step: 0.05 }`);
    expect(verdicts(chaotic, yoshida())).toMatchObject(HOLDS);
    expect(verdicts(chaotic, midpoint())).toMatchObject(HOLDS);
    // Eighth order: the energy varies by rounding, which drifts.
    expect(verdicts(chaotic, gauss({ stages: 4 }))).toMatchObject(HOLDS);
  });

  test("a start in equilibrium is not measured, and says so", () => {
    const still = modelOf(`
system: { coordinates: [x], mass: 1, potential: x^2/2 }
start: { q: [0], v: [0] }
method: midpoint
time: { end: 10, step: 0.01 }`);
    const { findings, scales } = certify(still.problem, still.method, { ...still, reference });
    expect(scales).toBeNull();
    for (const { verdict, measured, value } of findings) {
      expect(verdict).toBe("not measured");
      expect(measured).toMatch(/nothing moves/);
      expect(value).toBeNull();
    }
  });

  test("a method that has no step backwards on a damped system", () => {
    const problem = shearBuilding({ storeys: 4, displacement: 0.01 });
    const compensated = newmark({ beta: 1 / 6, compensate: "fourth-order" });
    const found = verdicts({ problem, step: 0.01, steps: 500 }, compensated);
    expect(Object.values(found)).not.toContain("violated");
    const free = shearBuilding({ storeys: 4, displacement: 0.01, damping: 0, peak: 0 });
    expect(verdicts({ problem: free, step: 0.01, steps: 500 }, compensated)).toMatchObject({
      order: "holds",
      symmetric: "holds",
    });
  });

  test("the energy of a quartic system", () => {
    const well = modelOf(`
system: { coordinates: [x, y], mass: 1, potential: x^4/4 - x^2/2 + y^2 + x^2*y^2/3 }
start: { q: [0.4, 0.3], v: [0.2, -0.5] }
method: { name: energy-momentum, form: quartic }
time: { end: 20, step: 0.05 }`);
    const { findings } = certify(well.problem, well.method, { ...well, reference });
    expect(findings.find(({ property }) => property === "energy")).toMatchObject({ claim: "exact", verdict: "holds" });
    // Beyond degree four it is not claimed, and not there.
    const sextic = certify(centralSextic(), well.method, { step: 0.05, steps: 400, reference }).findings;
    expect(sextic.find(({ property }) => property === "energy")).toMatchObject({ claim: "no", verdict: "not claimed" });
  });

  test("an energy near zero beside energies that flow", () => {
    const separatrix = modelOf(`
system: { coordinates: [x], mass: 1, potential: x^4/4 - x^2/2 }
start: { q: [1e-3], v: [0] }
method: energy-momentum
time: { end: 100, step: 0.05 }`);
    const found = verdicts(separatrix, separatrix.method);
    expect(found).toMatchObject({ order: "holds", symmetric: "holds", energy: "holds" });
  });

  test("dampers of strength zero change nothing", () => {
    const free = duffing({ damping: 0, force: 0, position: 0.6, velocity: 0.4 });
    const damped = duffing({ damping: 0.1, force: 0, position: 0.6, velocity: 0.4 });
    const { damping } = damped.system;
    if (damping === null) throw new Error("it is damped");
    const none = { ...free, system: { ...free.system, damping: { ...damping, addTo: () => {} } } };
    const { symplectic } = verdicts({ problem: none, step: 0.1, steps: 200 }, gauss());
    // Claimed of systems without dampers.
    expect(symplectic).toBe("also found");
  });

  test("with damping C = c M, contraction of the form is measured as what it is", () => {
    const damped = modelOf(`
system: { coordinates: [x, y], mass: [1, 2], potential: x^2/2 + y^2 + x^4/4 + 0.3*x*y, damping: [0.1, 0.2] }
start: { q: [1, 0.2], v: [0.3, -0.1] }
method: midpoint
time: { end: 20, step: 0.05 }`);
    const { findings } = certify(damped.problem, damped.method, { ...damped, reference });
    const symplectic = findings.find(({ property }) => property === "symplectic");
    // Midpoint contracts by a factor that agrees with exp(−c h) up to h³ alone.
    expect(symplectic).toMatchObject({ verdict: "not claimed" });
    expect(symplectic?.measured).toMatch(/contraction by exp/);
    expect(symplectic?.evidence.defects?.[0].exponent).toBeCloseTo(3, 0);
    const uneven = certify(duffing({ damping: 0.1, force: 0.2 }), hht(), { step: 0.1, steps: 300, reference }).findings;
    expect(uneven.map(({ verdict }) => verdict)).not.toContain("violated");
  });
});

describe("units do not matter", () => {
  /** The same orbit of a body about a centre. */
  const orbit = (G: number, m: number, x: number, v: number, step: number) =>
    modelOf(`
system: { coordinates: [x, y], mass: ${m}, potential: "-${G}*${m}/sqrt(x^2+y^2)", symmetries: { rotation: true, dimension: 2 } }
start: { q: [${x}, 0], v: [0, ${v}] }
method: yoshida
time: { steps: 400, step: ${step} }`);
  const [metre, second, kilogram] = [1 / 1.496e11, 1 / 3.15576e7, 1 / 5.97e24];
  const si = { G: 1.32712440018e20, m: 5.97e24, x: 1.496e11, v: 31_000, step: 86_400 };
  const orbits = {
    SI: orbit(si.G, si.m, si.x, si.v, si.step),
    "astronomical units": orbit(
      (si.G * metre ** 3) / second ** 2,
      si.m * kilogram,
      si.x * metre,
      (si.v * metre) / second,
      si.step * second,
    ),
    "mm, t, s": orbit(si.G * 1e9, si.m / 1000, si.x * 1000, si.v * 1000, si.step),
  };
  const methods = [midpoint(), yoshida(), boastful(rk4()), energyMomentum(), claiming(yoshida(), { order: 5 })];

  test.each(methods.map((method) => [method.id, method] as const))("%s", (_, method) => {
    const [first, ...others] = Object.values(orbits).map((model) => verdicts(model, method));
    for (const other of others) expect(other).toEqual(first);
    expect(first.symplectic).toBe(
      method.id === "rk4" ? "violated" : method.id === "energy-momentum" ? "not claimed" : "holds",
    );
  });
});

describe("false claims are found", () => {
  test.each([
    ["pendulum", pendulum(), 0.01],
    ["pendulum, small steps", pendulum(), 0.002],
    ["Kepler", kepler({ eccentricity: 0.1 }), 0.01],
    ["Hénon–Heiles", henonHeiles(), 0.02],
  ])("rk4 is neither symplectic nor symmetric: %s", (_, problem, step) => {
    expect(verdicts({ problem, step, steps: 2000 }, boastful(rk4()))).toMatchObject({
      order: "holds",
      symplectic: "violated",
      symmetric: "violated",
    });
  });

  test("an energy that a close encounter throws off is not bounded", () => {
    const comet = modelOf(`
system: { coordinates: [x, y], parameters: { ecc: 0.999 }, mass: 1, potential: -1/sqrt(x^2+y^2), symmetries: { rotation: true, dimension: 2 } }
start: { q: [1+ecc, 0], v: [0, sqrt((1-ecc)/(1+ecc))] }
method: yoshida
time: { end: 62, step: 0.01 }`);
    const { findings } = certify(comet.problem, comet.method, { ...comet, reference });
    const energy = findings.find(({ property }) => property === "energy");
    expect(energy).toMatchObject({ verdict: "violated" });
    expect(energy?.measured).toMatch(/does not resolve the motion/);
    // What is conserved step by step is conserved all the same.
    expect(findings.find(({ property }) => property === "angular-momentum-z")?.verdict).toBe("holds");
    expect(findings.find(({ property }) => property === "symplectic")?.verdict).toBe("holds");
  });

  test("the energy of rk4 drifts, on an orbit and on a pendulum", () => {
    for (const problem of [kepler({ eccentricity: 0.3 }), pendulum({ angle: 2 })]) {
      expect(verdicts({ problem, step: 0.03, steps: 2000 }, boastful(rk4())).energy).toBe("violated");
    }
  });

  test("an invariant that the model only declares is not the method's fault", () => {
    const { system, ...start } = centralSextic();
    const wrong = { name: "angular-momentum-z", value: (_t: number, q: Float64Array) => q[0] };
    const problem = { ...start, system: { ...system, invariants: [system.invariants[0], wrong] } };
    const { findings } = certify(problem, midpoint(), { step: 0.05, steps: 300, reference });
    const declared = findings.find(({ property }) => property === "angular-momentum-z");
    expect(declared?.verdict).toBe("not measured");
    expect(declared?.measured).toMatch(/the model declares too much/);
  });

  test("an energy with a jump that no force knows is not the method's fault", () => {
    const stairs = modelOf(`
system: { coordinates: [x], mass: 1, potential: "x^2/2 + if(x > 0.3, 0.2, 0)" }
start: { q: [1], v: [0] }
method: central-difference
time: { end: 40, step: 0.01 }`);
    const energy = certify(stairs.problem, stairs.method, { ...stairs, reference }).findings.find(
      ({ property }) => property === "energy",
    );
    expect(energy?.verdict).toBe("not measured");
    expect(energy?.measured).toMatch(/the reference does not conserve it either/);
  });

  test("a ledger that books nothing", () => {
    const honest = midpoint();
    if (honest.clock !== "fixed") throw new Error("midpoint takes fixed steps");
    const silent = {
      ...honest,
      prepare: (...[problem, h, ledger]: Parameters<typeof honest.prepare>) =>
        honest.prepare(problem, h, ledger === null ? null : { ...ledger, enter: () => {} }),
    };
    const problem = duffing({ damping: 0.1, force: 0.4 });
    expect(verdicts({ problem, step: 0.05, steps: 400 }, honest)["energy ledger"]).toBe("holds");
    expect(verdicts({ problem, step: 0.05, steps: 400 }, silent)["energy ledger"]).toBe("violated");
    // Of masses and forces of 10⁻²⁰, too.
    const light = modelOf(`
system: { coordinates: [x], mass: 1e-20, potential: 1e-20*(x^2/2 + x^4/4), force: [4e-21*cos(t)] }
start: { q: [0.5], v: [0.1] }
method: midpoint
time: { step: 0.05, steps: 400 }`);
    expect(verdicts(light, honest)["energy ledger"]).toBe("holds");
    expect(verdicts(light, silent)["energy ledger"]).toBe("violated");
  });
});

describe("what else is measured", () => {
  test("what is not claimed and is there", () => {
    const building = shearBuilding({ storeys: 3, mass: 1, stiffness: 1, damping: 0, peak: 0, displacement: 0.3 });
    // A symmetric step that keeps the energy of a linear system turns its modes, and is symplectic there.
    expect(verdicts({ problem: building, step: 0.2, steps: 300 }, energyMomentum()).symplectic).toBe("also found");
    const modest = claiming(midpoint(), { symmetric: false });
    expect(verdicts({ problem: henonHeiles(), step: 0.1, steps: 300 }, modest).symmetric).toBe("also found");
  });

  test("methods with their own clock", () => {
    const exact = verdicts({ problem: centralSextic(), step: 0.05, steps: 300 }, forceStepping({ grid: 0.05 }));
    expect(exact).toMatchObject({ symplectic: "holds", symmetric: "holds", energy: "holds" });
    const adaptive = { symplectic: canonicalForm, symmetric: true, conserves: ["energy" as const] };
    const lying = verdicts({ problem: centralSextic(), step: 0.05, steps: 300 }, claiming(dop853(), adaptive));
    expect(lying).toMatchObject({ symmetric: "violated", energy: "violated" });
    // Steps that change with the state have no derivative worth the name: nothing is certified of it.
    expect(lying.symplectic).not.toBe("holds");
  });

  test("a hundred unknowns, by tangent pairs", () => {
    const chain = springChain({ masses: 100 });
    expect(verdicts({ problem: chain, step: 0.1, steps: 200 }, centralDifference())).toMatchObject({
      symplectic: "holds",
      symmetric: "holds",
    });
    expect(verdicts({ problem: chain, step: 0.1, steps: 200 }, boastful(rk4()))).toMatchObject({
      symplectic: "violated",
      symmetric: "violated",
    });
  });

  test("energies are parts of those that flow, momenta of their largest terms", () => {
    const problem = kepler({ eccentricity: 0.5 });
    const { findings } = certify(problem, hht(), { step: 0.05, steps: 300, reference });
    const seen = { energy: [] as number[], kinetic: [] as number[], momentum: [] as number[], terms: [] as number[] };
    const observe = ({ q, v }: Readonly<State>) => {
      seen.kinetic.push((v[0] ** 2 + v[1] ** 2) / 2);
      seen.energy.push((v[0] ** 2 + v[1] ** 2) / 2 - 1 / Math.hypot(q[0], q[1]));
      seen.momentum.push(q[0] * v[1] - q[1] * v[0]);
      seen.terms.push(Math.hypot(q[0], q[1]) * Math.hypot(v[0], v[1]));
    };
    run(problem, hht(), { time: { step: 0.05, steps: 300 }, observe: { all: { observe, finish: () => null } } });
    const range = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    const flows = Math.max(...seen.kinetic, range(seen.energy.map((e, i) => e - seen.kinetic[i])));
    const value = (name: string) => findings.find(({ property }) => property === name)?.value ?? Number.NaN;
    expect(value("energy")).toBeCloseTo(range(seen.energy) / flows, 12);
    expect(value("angular-momentum-z")).toBeLessThanOrEqual(range(seen.momentum) / Math.max(...seen.momentum));
    // Every coordinate is rounded by ulps of the largest value that it takes, anywhere.
    expect(value("angular-momentum-z")).toBeGreaterThan(range(seen.momentum) / (8 * Math.max(...seen.terms)));
  });

  test("theorems are measured, and their defects are numbers", () => {
    const { findings } = certify(henonHeiles(), newmark(), { step: 0.1, steps: 100, reference });
    const theorems = findings.filter(({ property }) => /theorem/i.test(property));
    expect(theorems.length).toBeGreaterThan(0);
    for (const { verdict, value } of theorems) {
      expect(verdict).toBe("holds");
      expect(value).toBeGreaterThanOrEqual(0);
    }
  });

  test("every number is there, and none is NaN", () => {
    const certificates = [rk4(), midpoint(), forceStepping({ grid: 0.1 })].map((method) =>
      certify(kepler({ eccentricity: 0.4 }), method, { step: 0.05, steps: 300, reference }),
    );
    const walk = (value: unknown, path: string): void => {
      if (typeof value === "number") expect(Number.isFinite(value), path).toBe(true);
      else if (typeof value === "object" && value !== null)
        for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
    };
    for (const certificate of certificates) walk(certificate, certificate.method);
    const [{ findings }] = certificates;
    const { points, exponent, standardError } = findings[1].evidence.defects?.[0] ?? {};
    expect(points?.length).toBeGreaterThan(5);
    expect(exponent).toBeGreaterThan(4);
    expect(standardError).toBeLessThan(1);
  });
});
