/** Energy that is lost without a reason, and energy that is not. */
import { describe, expect, test } from "vitest";
import { explained } from "../../src/analysis/failure-text.js";
import type { Failure } from "../../src/core/failure.js";
import type { Method } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import type { Force, Problem } from "../../src/core/system.js";
import type { Time } from "../../src/core/time.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { bathe } from "../../src/methods/bathe.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { inPotential } from "../methods/oscillator.js";

const steps = (step: number, count: number): Time => ({ step, steps: count });

/** V = a sin(k x) exp(−x/l): walls and abysses that grow to the left. */
const waves = ({ a = 0.66, k = 85.8, l = 1 / 1.39 } = {}) => ({
  value: (x: number) => a * Math.sin(k * x) * Math.exp(-x / l),
  slope: (x: number) => a * Math.exp(-x / l) * (k * Math.cos(k * x) - Math.sin(k * x) / l),
  bend: (x: number) =>
    a * Math.exp(-x / l) * ((1 / l ** 2 - k ** 2) * Math.sin(k * x) - ((2 * k) / l) * Math.cos(k * x)),
});

describe("a motion that falls out of its energy ends the run as failed", () => {
  const falling = () => inPotential(waves(), -1.768, -0.366);

  test.each([true, false])("by a step that is too long, with a ledger: %s", (ledger) => {
    const { status, failure, last } = run(falling(), midpoint(), { time: steps(0.14, 30), ledger });
    expect(status).toBe("failed");
    expect(failure).toMatchObject({ kind: "growth", supplied: 0 });
    const { energy, bound, start } = failure as { energy: number; bound: number; start: number };
    expect(energy).toBeLessThan(bound);
    expect(bound).toBeLessThan(start);
    // A few steps lead from ten times the energies there are to this.
    expect(Math.abs(last.q[0])).toBeLessThan(10);
  });

  test("which the message says", () => {
    const { failure, last, steps: taken } = run(falling(), midpoint(), { time: steps(0.14, 30) });
    const text = explained({
      failure: failure as Failure,
      t: last.t,
      steps: taken,
      step: 0.14,
      method: midpoint(),
      system: falling().system,
    });
    expect(text).toMatch(/^the motion loses energy that nothing explains: between t = .* it comes to -.*; less than -/);
  });

  test("also by a method that damps, and where there is damping of which no ledger knows", () => {
    for (const method of [generalizedAlpha({ rho: 0.5 }), newmark({ gamma: 0.6, beta: 0.3025 })]) {
      expect(run(falling(), method, { time: steps(0.14, 30) }).status, method.id).toBe("failed");
    }
    const { system, ...start } = falling();
    const damping = dragOf(0.01);
    const damped = { ...start, system: { ...system, damping } } as Problem;
    for (const ledger of [true, false]) {
      expect(run(damped, midpoint(), { time: steps(0.14, 30), ledger }).status).toBe("failed");
    }
  });

  test("below all numbers at once", () => {
    const cliff = { value: (x: number) => (x < 5 ? -x : -Infinity), slope: () => -1, bend: () => 0 };
    const { status, failure } = run(inPotential(cliff, 0, 1), midpoint(), { time: steps(1, 20) });
    expect({ status, failure }).toMatchObject({ status: "failed", failure: { kind: "growth", energy: -Infinity } });
  });

  test("unless somebody wants to see it", () => {
    expect(run(falling(), midpoint(), { time: steps(0.14, 10), growth: "report" }).status).toBe("completed");
  });
});

function dragOf(c: number): Force {
  return {
    addTo(_t: number, _q: unknown, v: Float64Array, out: Float64Array) {
      out[0] -= c * v[0];
    },
    byPosition: null,
    byVelocity: {
      pattern: fullPattern(1),
      values(_t: number, _q: unknown, _v: unknown, out: Float64Array) {
        out[0] = -c;
      },
    },
  } as unknown as Force;
}

const ends = (problem: Problem, step: number, count: number, method: Method = centralDifference()) =>
  run(problem, method, { time: steps(step, count) }).status;

describe("no false alarm", () => {
  test("a fall into a well without a bottom, from rest", () => {
    const pit = { value: (x: number) => -1 / x, slope: (x: number) => 1 / x ** 2, bend: (x: number) => -2 / x ** 3 };
    // The fall lasts π/√8 = 1.1107: V goes from −1 to beyond −100.
    const { status, last } = run(inPotential(pit, 1, 0), centralDifference(), { time: steps(1e-4, 11_104) });
    expect(status).toBe("completed");
    expect(-1 / last.q[0]).toBeLessThan(-100);
    const saddle = { value: (x: number) => -(x ** 2) / 2, slope: (x: number) => -x, bend: () => -1 };
    expect(ends(inPotential(saddle, 1e-6, 0), 0.1, 300)).toBe("completed");
    expect(ends(inPotential(saddle, 1e-6, 0), 0.1, 300, generalizedAlpha({ rho: 0 }))).toBe("completed");
  });

  // From rest at V = 0 onto a stiff spring: steps of 5 periods, after which all that was set free is lost.
  test.each([generalizedAlpha({ rho: 0 }), bathe(), newmark({ gamma: 0.9, beta: 0.49 })])(
    "a method that damps, at the bottom of a well ($id)",
    (method) => {
      const stiff = {
        value: (x: number) => 500 * x ** 2 - 10 * x,
        slope: (x: number) => 1000 * x - 10,
        bend: () => 1000,
      };
      const { status, last } = run(inPotential(stiff, 0, 0), method, { time: steps(1, 2000) });
      expect(status).toBe("completed");
      expect(last.q[0]).toBeCloseTo(0.01, 6);
    },
  );

  test("a body that sinks at the speed that its drag allows", () => {
    const { system, ...start } = inPotential({ value: (x) => -x, slope: () => -1, bend: () => 0 }, 0, 0);
    const sinking = { ...start, system: { ...system, damping: dragOf(100) } } as Problem;
    for (const ledger of [true, false]) {
      for (const method of [midpoint(), newmark()]) {
        const { status, last } = run(sinking, method, { time: steps(0.01, 5000), ledger });
        expect(status, method.id).toBe("completed");
        // 0.5 of potential lost at a kinetic energy of 5e-5.
        expect(last.q[0]).toBeCloseTo(0.5, 2);
      }
    }
  });
});
