import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { averageAcceleration, exactRecurrence } from "../../src/analysis/oscillator-recurrence.js";
import { plainSweep, wasmSweep } from "../../src/analysis/oscillator-sweep.js";
import { responseSpectra } from "../../src/analysis/response-spectrum.js";
import { run } from "../../src/core/run.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { gauss } from "../../src/methods/gauss.js";
import { newmark } from "../../src/methods/newmark.js";
import { startingFrom } from "../../src/models/model.js";
import { linearSystem } from "../../src/systems/linear.js";
import { groundMotion } from "../../src/systems/loads.js";

const step = 0.02;
const values = Float64Array.from(
  { length: 400 },
  (_, n) => Math.sin(0.13 * n) * Math.exp(-0.01 * n) + 0.2 * Math.sin(n * n),
);

/** The oscillator under the record, through the driver: parts of a step so that kinks stay on the grid. */
function driven(period: number, zeta: number, method: ReturnType<typeof newmark>, parts: number) {
  const omega = (2 * Math.PI) / period;
  const mass = scalarMass(1, 1);
  const times = values.map((_, n) => n * step);
  const load = groundMotion({ mass, record: { times, values } });
  const damping = fromRows([[2 * zeta * omega]]);
  const problem = startingFrom(linearSystem({ mass, stiffness: fromRows([[omega * omega]]), damping, load }), [0], [0]);
  let [q, v] = [0, 0];
  const watch = {
    every: parts,
    observe(s: { q: Float64Array; v: Float64Array }) {
      q = Math.max(q, Math.abs(s.q[0]));
      v = Math.max(v, Math.abs(s.v[0]));
    },
    finish: () => null,
  };
  run(problem, method, { time: { step: step / parts, steps: (values.length - 1) * parts }, observe: { watch } });
  return { q, v };
}

describe("the exact recurrence", () => {
  test.each([0.1, 0.7, 5])("gives the peaks of a fine integration, period %f", (period) => {
    const [spectrum] = responseSpectra({ step, values }, { periods: [period], dampings: [0.05], freeVibration: false });
    const { q, v } = driven(period, 0.05, gauss({ stages: 3 }), 8);
    // Order 6 at 8 steps a sample: better than 1e-8 of the motion for the shortest period.
    expect(spectrum.displacement[0] / q).toBeCloseTo(1, 7);
    expect(spectrum.velocity[0] / v).toBeCloseTo(1, 7);
  });

  test("the series and the closed form meet", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.9, noNaN: true }), (zeta) => {
        const below = exactRecurrence(1, zeta, 1 - 1e-12);
        const above = exactRecurrence(1, zeta, 1 + 1e-12);
        // The closed form has lost one digit of s₂ here.
        below.forEach((value, k) => {
          expect(Math.abs(value - above[k])).toBeLessThan(1e-11);
        });
      }),
    );
  });

  test("keeps its digits for periods of thousands of steps", () => {
    const [, b, , , e, f] = exactRecurrence(1e-4, 0, 1);
    // All but a share of (ω h)²/6.
    expect(b).toBeCloseTo(1, 8);
    expect(e).toBeCloseTo(1 / 3, 8);
    expect(f).toBeCloseTo(1 / 6, 8);
  });
});

describe("after the record", () => {
  const pulse = { step: 0.01, values: Float64Array.from({ length: 51 }, (_, n) => Math.sin((Math.PI * n) / 50)) };
  /** The same with so much silence behind it that every oscillator has passed its peak. */
  const silent = { step: 0.01, values: Float64Array.from({ length: 4001 }, (_, n) => pulse.values[n] ?? 0) };

  test("slow oscillators reach their peak: a half-sine of 0.5 s", () => {
    const options = { periods: [0.3, 1, 2, 5, 20], dampings: [0, 0.05, 0.4] };
    const [undamped, damped, heavily] = responseSpectra(pulse, options);
    const later = responseSpectra(silent, options);
    [undamped, damped, heavily].forEach((spectrum, k) => {
      for (const of of ["displacement", "velocity", "acceleration"] as const) {
        spectrum[of].forEach((peak, i) => {
          // Between samples of 0.01 s a peak is missed by at most (ω 0.01)²/8 = 0.6 % for the shortest period, and never exceeded.
          expect(peak).toBeGreaterThanOrEqual(later[k][of][i] * (1 - 1e-9));
          expect(peak).toBeLessThan(
            later[k][of][i] * (1 + (2 * Math.PI * 0.01) ** 2 / 8 / options.periods[i] ** 2 + 1e-9),
          );
        });
      }
    });
    expect(damped.displacement[3]).toBeCloseTo(0.2325, 4);
    expect(damped.displacement[2]).toBeCloseTo(0.0885, 4);
  });

  test("counts only if it is asked for", () => {
    const [{ displacement }] = responseSpectra(pulse, { periods: [5], dampings: [0.05], freeVibration: false });
    expect(displacement[0]).toBeCloseTo(0.0761, 4);
  });
});

test("average acceleration is Newmark's method", () => {
  const [spectrum] = responseSpectra(
    { step, values },
    { periods: [0.3], dampings: [0.02], recurrence: "average-acceleration", freeVibration: false },
  );
  expect(spectrum.displacement[0]).toBeCloseTo(driven(0.3, 0.02, newmark(), 1).q, 12);
  expect(averageAcceleration(2, 0, 0.1)[0]).toBeCloseTo((1 - 0.01) / (1 + 0.01), 14);
});

test("WebAssembly and the plain loop leave the same bits", () => {
  const options = { periods: Array.from({ length: 23 }, (_, i) => 0.05 * 1.3 ** i), dampings: [0, 0.05, 0.3] };
  expect(responseSpectra({ step, values }, { ...options, sweep: wasmSweep })).toEqual(
    responseSpectra({ step, values }, { ...options, sweep: plainSweep }),
  );
});

test("while the ground moves, a stiff oscillator follows it and a slow one stays where it is", () => {
  const peak = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const [{ pseudoAcceleration, acceleration, displacement }] = responseSpectra(
    { step, values },
    { periods: [1e-3, 1e7], dampings: [0.05], scale: 2, pointsPerPeriod: 20, freeVibration: false },
  );
  expect(pseudoAcceleration[0] / (2 * peak)).toBeCloseTo(1, 2);
  expect(acceleration[0] / (2 * peak)).toBeCloseTo(1, 2);
  // The ground's own displacement: twice the running integral.
  let [v, x, most] = [0, 0, 0];
  for (let n = 1; n < values.length; n++) {
    x += step * v + (step * step * (2 * values[n - 1] + values[n])) / 3;
    v += step * (values[n - 1] + values[n]);
    most = Math.max(most, Math.abs(x));
  }
  expect(displacement[1] / most).toBeCloseTo(1, 4);
});

test("dividing steps only finds higher peaks", () => {
  const options = { periods: [0.05, 0.11, 0.4], dampings: [0.05] };
  const [coarse] = responseSpectra({ step, values }, options);
  const [fine] = responseSpectra({ step, values }, { ...options, pointsPerPeriod: 40 });
  coarse.displacement.forEach((value, i) => {
    expect(fine.displacement[i]).toBeGreaterThanOrEqual(value * (1 - 1e-12));
  });
});

test.each([
  [{ periods: [0], dampings: [0.05] }, /periods: found 0/],
  [{ periods: [1], dampings: [1] }, /damping: found 1/],
])("%j is refused", (options, message) => {
  expect(() => responseSpectra({ step, values }, options)).toThrow(message);
});
