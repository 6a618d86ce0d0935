import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import type { Problem, TimeLoad } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { startingFrom } from "../../src/models/model.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { elasticPendulum } from "../../src/models/oscillators/elastic-pendulum.js";
import { sinhOscillator } from "../../src/models/oscillators/sinh-oscillator.js";
import { springChain } from "../../src/models/particles/spring-chain.js";
import { trajectory } from "../../src/observers/trajectory.js";
import { viscousForce } from "../../src/systems/linear.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { type Curve, inPotential, unsolvable } from "./oscillator.js";
import { expectState, variations } from "./variations.js";

/** Two masses on springs with energies (cosh 1.5e − 1)/1.5², damped by C and shaken: every term of Table I at once. */
function sinhChain(): Problem {
  const b = 1.5;
  const energy = (e: number) => (Math.cosh(b * e) - 1) / (b * b);
  const shake: TimeLoad = {
    addTo(t, _q, _v, out) {
      out[0] += 0.1 * Math.sin(t);
    },
    byPosition: null,
    byVelocity: null,
    kinks: null,
  };
  const system = potentialSystem({
    labels: ["a", "b"],
    mass: diagonalMass([1, 2]),
    potential: (q) => energy(q[0]) + energy(q[1] - q[0]),
    gradient(q, out) {
      const upper = Math.sinh(b * (q[1] - q[0])) / b;
      out[0] = Math.sinh(b * q[0]) / b - upper;
      out[1] = upper;
    },
    tangent: {
      pattern: fullPattern(2),
      values(q, out) {
        const upper = Math.cosh(b * (q[1] - q[0]));
        out[0] = Math.cosh(b * q[0]) + upper;
        out[1] = out[2] = -upper;
        out[3] = upper;
      },
    },
    load: shake,
    damping: viscousForce(
      fromRows([
        [0.02, -0.01],
        [-0.01, 0.03],
      ]),
    ),
  });
  return startingFrom(system, [0.8, -0.3], [0.2, 0.5]);
}

describe("Table I", () => {
  // 32-digit arithmetic; doubles follow it to some 1e-14 a step here.
  const table = { form: "secant", damping: 0.05, denominator: "force" } as const;

  test("in full, with secant term, viscous and algorithmic damping and a load", () => {
    const at = (steps: number) => run(sinhChain(), energyMomentum(table), { time: { step: 0.1, steps } }).last;
    expectState(at(1), [0.806305443118386, -0.24582704825410956], [-0.0608487025069324, 0.5794847951598178], 1e-14);
    expectState(at(10), [0.10257782778185327, 0.44885784703313797], [-1.0495034919830721, 0.8183842168088226], 1e-13);
    expectState(
      at(100),
      [-0.001970601885408353, -0.6071383538302659],
      [1.2168123075542714, 0.17032716686384392],
      1e-12,
    );
  });

  test("in quartic form, where energies are not quartic", () => {
    const { last, ledger } = run(sinhChain(), energyMomentum({ ...table, form: "quartic" }), {
      time: { step: 0.1, steps: 100 },
      ledger: true,
    });
    expectState(last, [-0.001973862912572668, -0.6071379739661672], [1.216814040491021, 0.1703265005911533], 1e-12);
    // What the form leaves of the balance is booked, too.
    expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-13);
  });

  test("the tangent changes the way, not the step", () => {
    for (const tangent of ["exact", "paper"] as const) {
      const { last } = run(sinhChain(), energyMomentum({ ...table, tangent }), { time: { step: 0.1, steps: 100 } });
      expectState(last, [-0.001970601885408353, -0.6071383538302659], [1.2168123075542714, 0.17032716686384392], 1e-12);
    }
  });

  test("elastic pendulum, without and with damping", () => {
    const time = { step: 0.02, steps: 300 };
    const free = run(elasticPendulum(), energyMomentum({ form: "quartic" }), { time }).last;
    // The notes' own doubles and 32 digits differ by 2e-13 here.
    expectState(free, [0.171754607103138, -1.0814521679662177], [1.2455467725973213, 2.2905197943473015], 2e-11);
    const damped = run(elasticPendulum(), energyMomentum({ form: "quartic", damping: 0.02 }), { time }).last;
    expectState(damped, [0.1795680258818746, -0.9831334181131609], [1.477700832133058, 0.5996886355698645], 2e-12);
  });

  test("in one coordinate the secant form is ΔV/Δu, whatever the denominator", () => {
    for (const denominator of ["increment", "force"] as const) {
      const { last } = run(sinhOscillator(), energyMomentum({ form: "secant", denominator }), {
        time: { step: 0.5, steps: 10 },
      });
      expectState(last, [0.9630992856395076], [0.3589290970833607], 1e-13);
    }
  });
});

describe("energy", () => {
  // A random walk of rounding errors: twenty ulps of the largest term a step, of either sign.
  const WALK = 20 * Number.EPSILON * Math.sqrt(100_000);
  test.each([
    ["Duffing", duffing(), 0.1, 1],
    ["sinh", sinhOscillator(), 0.1, 1],
    // Its strain is a difference of squares: ½ EA (r²/2)², which cancels inside, is 30 times the energy.
    ["elastic pendulum", elasticPendulum(), 0.02, 30],
  ])("%s keeps it to rounding over 10⁵ steps", (_name, problem, step, largest) => {
    // The secant term takes the rounding of ΔV besides, once for every trial.
    for (const [form, share] of [
      ["discrete", 1],
      ["secant", 2],
    ] as const) {
      const { status, of } = variations(problem, energyMomentum({ form }), step, 100_000);
      expect(status).toBe("completed");
      expect(of("energy")).toBeLessThan(share * largest * WALK);
    }
  });

  test("steps of ten periods are still steps", () => {
    const { status, of } = variations(duffing(), energyMomentum(), 50, 100);
    expect(status).toBe("completed");
    // h v is 60 times the amplitude, and leaves its rounding.
    expect(of("energy")).toBeLessThan(1e-12);
  });

  test("small steps do not bias it", () => {
    // Table I as it is printed loses 1e-12 here.
    const { of } = variations(sinhOscillator(), energyMomentum(), 0.001, 20_000);
    expect(of("energy")).toBeLessThan(1.5e-13);
  });

  test("a chain of 2000 masses at large strain keeps it", () => {
    const chain = springChain({ masses: 2000, quartic: 0.8, cubic: 0.25, amplitude: 300 });
    const v0 = chain.v0.map((_, i) => Math.sin(1.7 * i) + Math.cos(0.01 * i));
    const { status, of, work } = variations({ ...chain, v0 }, energyMomentum(), 0.2, 50);
    expect(status).toBe("completed");
    expect(of("energy")).toBeLessThan(1e-14);
    expect(work.iterations / 50).toBeLessThan(8);
  });

  test("no step fails on Kane's potential, where the paper's denominator passes through zero", () => {
    for (const [step, steps] of [
      [0.2, 1000],
      [0.1, 2000],
      [0.05, 4000],
    ]) {
      const { status, of } = variations(centralSextic(), energyMomentum(), step, steps);
      expect(status).toBe("completed");
      expect(of("energy")).toBeLessThan(1e-12);
    }
    const { status } = variations(centralSextic(), energyMomentum({ form: "secant", denominator: "force" }), 0.2, 1000);
    expect(status).toBe("failed");
  });

  test("a tolerance bounds what a step may lose, and saves iterations", () => {
    const tight = variations(elasticPendulum(), energyMomentum(), 0.02, 1000);
    const loose = variations(elasticPendulum(), energyMomentum({ tolerance: 1e-8 }), 0.02, 1000);
    expect(loose.work.iterations).toBeLessThan(0.85 * tight.work.iterations); // measured: 0.80
    // The tolerance is that of one step.
    expect(loose.of("energy")).toBeLessThan(1000 * 1e-8);
    expect(loose.of("energy")).toBeGreaterThan(tight.of("energy"));
  });

  test("a potential far from zero does not shake a small motion", () => {
    // Known only as a difference of numbers near 100, ΔV is all rounding; divided by Δu it would be a random force.
    const problem = sinhOscillator({ position: 1e-6 });
    const { system } = problem;
    const raised = {
      ...problem,
      system: { ...system, discreteGradient: null, potential: (q: Vec) => 100 + system.potential(q) },
    };
    const time = { step: 0.1, steps: 1000 };
    const [a, b] = [problem, raised].map((p) => run(p, energyMomentum(), { time }).last);
    expectState(a, [...b.q], [...b.v], 1e-6 * 1e-11);
  });

  test("no step leads to where V has no value", () => {
    // The force 3 tan x of V = −3 log cos x is a number beyond the pole too, and without the secant term the equations have solutions there.
    const trough: Curve = {
      value: (x) => -3 * Math.log(Math.cos(x)),
      slope: (x) => 3 * Math.tan(x),
      bend: (x) => 3 / Math.cos(x) ** 2,
    };
    for (const denominator of ["increment", "force"] as const) {
      for (const step of [0.3, 0.8, 1, 2]) {
        const { failure, observed } = run(
          inPotential(trough, 0.5, 4),
          energyMomentum({ form: "secant", denominator }),
          {
            time: { step, steps: 20 },
            observe: { motion: trajectory() },
            growth: "report",
          },
        );
        if (failure !== null) expect(["newton", "not-finite", "singular"]).toContain(failure.kind);
        for (const [x] of observed.motion.q) expect(Math.cos(x)).toBeGreaterThan(0);
      }
    }
  });

  test("at rest nothing moves: 0/0 is no step", () => {
    const problem = duffing({ position: 0 });
    const { last, failure } = run(problem, energyMomentum(), { time: { step: 0.1, steps: 3 } });
    expect(failure).toBeNull();
    expect([...last.q, ...last.v]).toEqual([0, 0]);
  });
});

describe("the ledger", () => {
  test("separates algorithmic from physical dissipation", () => {
    const problem = duffing({ damping: 0.1, force: 0 });
    const at = (damping: number) => {
      const { ledger } = run(problem, energyMomentum({ damping }), { time: { step: 0.2, steps: 200 }, ledger: true });
      if (ledger === null) throw new Error("a ledger was asked for");
      return ledger;
    };
    const physical = at(0);
    expect(physical.algorithmic).toBe(0);
    expect(physical.dissipation).toBeGreaterThan(0.5);
    const both = at(0.1);
    expect(both.algorithmic).toBeGreaterThan(0.05);
    expect(both.dissipation).toBeLessThan(physical.dissipation);
    for (const { residual } of [physical, both]) expect(Math.abs(residual ?? 1)).toBeLessThan(1e-13);
  });

  test("shows that α feeds energy where the stiffness is negative", () => {
    const doubleWell = {
      value: (x: number) => (x * x - 1) * (x * x - 1),
      slope: (x: number) => 4 * x * (x * x - 1),
      bend: (x: number) => 12 * x * x - 4,
    };
    const { ledger } = run(inPotential(doubleWell, 0, 0.5), energyMomentum({ damping: 0.1 }), {
      time: { step: 0.2, steps: 1 },
      ledger: true,
    });
    expect(ledger?.algorithmic).toBeLessThan(0);
  });
});

test("the exact tangent needs fewer iterations than the paper's where steps are long", () => {
  const [exact, paper] = (["exact", "paper"] as const).map(
    (tangent) => variations(centralSextic(), energyMomentum({ form: "secant", tangent }), 1, 500).work,
  );
  expect(exact.iterations).toBeLessThan(0.7 * paper.iterations);
});

test("a step without a solution fails by name and leaves the state", () => {
  const { failure, last } = run(inPotential(unsolvable, 0, 0), energyMomentum(), { time: { step: 1, steps: 1 } });
  expect(failure).toMatchObject({ kind: "newton", dof: 0 });
  expect([...last.q, ...last.v]).toEqual([0, 0]);
});

test("what belongs to the paper's force is refused with another form, in words", () => {
  expect(() => energyMomentum({ denominator: "force" })).toThrow(
    /denominator: force belongs to the paper's mean force, and form is auto/,
  );
  expect(() => energyMomentum({ form: "discrete", tangent: "paper" })).toThrow(/tangent: paper belongs to the paper's/);
  expect(() => energyMomentum({ form: "secant", momentum: "angular" })).toThrow(
    /momentum: angular is kept by form: discrete/,
  );
});
