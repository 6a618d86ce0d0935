/** Rods: masses in the plane with gravity, each held at a distance from the one before it (the first from the origin). */
import { describe, expect, test } from "vitest";
import { drift } from "../../../src/analysis/drift.js";
import { jacobian, type StepMap, stepMap } from "../../../src/analysis/step-map.js";
import { refusal, standard } from "../../../src/core/method.js";
import { run } from "../../../src/core/run.js";
import type { Constraints, Problem, System } from "../../../src/core/system.js";
import type { Vec } from "../../../src/core/vec.js";
import { scalarMass } from "../../../src/linalg/mass.js";
import { methods } from "../../../src/methods/all.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { lagrangeDalembert } from "../../../src/methods/lagrange-dalembert.js";
import { newmark } from "../../../src/methods/newmark.js";
import { recommendedMethods } from "../../../src/methods/recommended.js";
import { variational } from "../../../src/methods/variational.js";
import { startingFrom } from "../../../src/models/model.js";
import { pendulum } from "../../../src/models/oscillators/pendulum.js";
import { extremes } from "../../../src/observers/extremes.js";
import { probe } from "../../../src/observers/probe.js";
import { viscousForce } from "../../../src/systems/linear.js";
import { potentialSystem } from "../../../src/systems/potential.js";
import { modelOf } from "../../analysis/certify/cases.js";

const GRAVITY = 9.81;

/** |r_k − r_{k−1}|² = 1, with r₋₁ = 0. */
function rods(links: number): Constraints {
  const columns = Array.from({ length: links }, (_, k) =>
    k === 0 ? [0, 1] : [2 * k - 2, 2 * k - 1, 2 * k, 2 * k + 1],
  );
  const rowStart = new Int32Array(links + 1);
  columns.forEach((row, k) => {
    rowStart[k + 1] = rowStart[k] + row.length;
  });
  const along = (q: Vec, k: number, i: number) => q[2 * k + i] - (k === 0 ? 0 : q[2 * k - 2 + i]);
  return {
    count: links,
    labels: columns.map((_, k) => `rod ${k}`),
    rowStart,
    column: Int32Array.from(columns.flat()),
    values(q, out) {
      for (let k = 0; k < links; k++) out[k] = along(q, k, 0) ** 2 + along(q, k, 1) ** 2 - 1;
    },
    jacobian(q, out) {
      for (let k = 0; k < links; k++) {
        for (let i = 0; i < 2; i++) {
          const slope = 2 * along(q, k, i);
          if (k === 0) out[i] = slope;
          else {
            out[rowStart[k] + i] = -slope;
            out[rowStart[k] + 2 + i] = slope;
          }
        }
      }
    },
  };
}

/** Rods at these angles from the vertical, turning at these rates. */
function hanging(angles: readonly number[], rates: readonly number[], viscosity = 0): Problem {
  const n = 2 * angles.length;
  const none = { size: n, rowStart: new Int32Array(n + 1), column: new Int32Array(0) };
  const diagonal = {
    size: n,
    rowStart: Int32Array.from({ length: n + 1 }, (_, i) => i),
    column: Int32Array.from({ length: n }, (_, i) => i),
  };
  const system = potentialSystem({
    labels: Array.from({ length: n }, (_, i) => `${i % 2 === 0 ? "x" : "y"}${i >> 1}`),
    mass: scalarMass(n, 1),
    potential(q) {
      let sum = 0;
      for (let i = 1; i < n; i += 2) sum += GRAVITY * q[i];
      return sum;
    },
    gradient(_q, out) {
      for (let i = 0; i < n; i++) out[i] = i % 2 === 1 ? GRAVITY : 0;
    },
    tangent: { pattern: none, values() {} },
    ...(viscosity === 0
      ? {}
      : { damping: viscousForce({ pattern: diagonal, values: new Float64Array(n).fill(viscosity) }) }),
  });
  const q: number[] = [];
  const v: number[] = [];
  let [x, y, vx, vy] = [0, 0, 0, 0];
  angles.forEach((angle, k) => {
    x += Math.sin(angle);
    y -= Math.cos(angle);
    vx += rates[k] * Math.cos(angle);
    vy += rates[k] * Math.sin(angle);
    q.push(x, y);
    v.push(vx, vy);
  });
  return startingFrom({ ...system, constraints: rods(angles.length) } as System, q, v);
}

/** How far from their constraints positions and velocities get. */
function violations(constraints: Constraints) {
  const g = new Float64Array(constraints.count);
  const J = new Float64Array(constraints.column.length);
  let [position, velocity] = [0, 0];
  return {
    observe({ q, v }: { readonly q: Vec; readonly v: Vec }) {
      constraints.values(q, g);
      constraints.jacobian(q, J);
      for (let i = 0; i < g.length; i++) {
        position = Math.max(position, Math.abs(g[i]));
        let rate = 0;
        for (let k = constraints.rowStart[i]; k < constraints.rowStart[i + 1]; k++)
          rate += J[k] * v[constraints.column[k]];
        velocity = Math.max(velocity, Math.abs(rate));
      }
    },
    finish: () => ({ position, velocity }),
  };
}

const schemes = [variational(), variational({ alpha: 0 }), variational({ alpha: 0.3 }), lagrangeDalembert()];

describe("the rigid pendulum", () => {
  const swinging = hanging([2], [0.5]);

  test.each(schemes)(
    "$id $parameters: constraints to rounding, energy bounded, ledger closed, over 10⁴ steps",
    (method) => {
      const { observed, ledger, status } = run(swinging, method, {
        time: { step: 0.02, steps: 10_000 },
        observe: {
          off: violations(rods(1)),
          energy: probe(({ t, q, v }) => swinging.system.invariants[0].value(t, q, v)),
        },
        ledger: true,
      });
      expect(status).toBe("completed");
      // Some ulps of |q|² = 1 and of q·v.
      expect(observed.off.position).toBeLessThan(1e-14);
      expect(observed.off.velocity).toBeLessThan(5e-14);
      const { share, band, slope, standardError } = drift(observed.energy.t, observed.energy.values);
      expect(band).toBeLessThan(0.2); // of 9.81 × 2
      expect(share < 0.05 || Math.abs(slope) < 4 * standardError).toBe(true);
      expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-10);
    },
  );

  test.each(schemes)("$id $parameters: second order, against the angle's own equation", (method) => {
    const angle = run(pendulum({ angle: 2, rate: 0.5, gravity: GRAVITY, length: 1 }), dop853({ tolerance: 1e-13 }), {
      time: { end: 2 },
    }).last;
    const errors = [100, 200, 400].map((steps) => {
      const { last } = run(swinging, method, { time: { step: 2 / steps, steps } });
      return Math.hypot(last.q[0] - Math.sin(angle.q[0]), last.q[1] + Math.cos(angle.q[0]));
    });
    expect(Math.log2(errors[1] / errors[2])).toBeCloseTo(2, 1);
  });

  test("symplectic with its constraint: the area of angle and momentum is kept", () => {
    const onAngles =
      (map: StepMap): StepMap =>
      ([angle, rate], out) => {
        const state = new Float64Array(4);
        map(Float64Array.of(Math.sin(angle), -Math.cos(angle), rate * Math.cos(angle), rate * Math.sin(angle)), state);
        out[0] = Math.atan2(state[0], -state[1]);
        out[1] = state[0] * state[3] - state[1] * state[2];
      };
    for (const method of schemes) {
      const map = onAngles(stepMap(swinging, method, 0.05));
      const [a, b, c, d] = jacobian(map, Float64Array.of(2, 0.5), Float64Array.of(0.01, 0.01));
      expect(Math.abs(a * d - b * c - 1)).toBeLessThan(1e-10); // differences of order 8
    }
  });

  test("is its own inverse in reversed time", () => {
    const there = run(swinging, variational({ alpha: 0.3 }), { time: { step: 0.05, steps: 1 } }).last;
    const back = run({ ...swinging, q0: there.q, v0: there.v }, variational({ alpha: 0.3 }), {
      time: { step: -0.05, steps: 1 },
    }).last;
    for (let i = 0; i < 2; i++) expect(Math.abs(back.q[i] - swinging.q0[i])).toBeLessThan(1e-14);
  });

  test("friction takes what it dissipates", () => {
    const { ledger } = run(hanging([2], [0.5], 0.1), lagrangeDalembert(), {
      time: { step: 0.01, steps: 1000 },
      ledger: true,
    });
    expect(ledger?.dissipation).toBeGreaterThan(1);
    expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-11);
  });
});

test("a double pendulum of rods keeps its constraints through chaos", () => {
  const problem = hanging([2, 2.5], [0, 0]);
  const { observed } = run(problem, variational(), {
    time: { step: 0.005, steps: 20_000 },
    observe: { off: violations(rods(2)), energy: extremes(problem.system.invariants) },
  });
  expect(observed.off.position).toBeLessThan(2e-14);
  expect(observed.off.velocity).toBeLessThan(2e-13);
  const [{ min, max }] = observed.energy;
  expect(max - min).toBeLessThan(0.2);
});

test("a chain of 100 links falls and swings", () => {
  const links = 100;
  const problem = hanging(
    Array.from({ length: links }, () => 1.2),
    new Array<number>(links).fill(0),
  );
  const { observed, status, ledger } = run(problem, variational({ alpha: 0 }), {
    time: { step: 0.01, steps: 150 },
    observe: { off: violations(rods(links)) },
    ledger: true,
  });
  expect(status).toBe("completed");
  // Positions reach 100: an ulp of the squares of their differences.
  expect(observed.off.position).toBeLessThan(1e-12);
  expect(observed.off.velocity).toBeLessThan(1e-11);
  // Energies of 10⁴ flow through it.
  expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-8);
});

test("a start off the constraint is refused, with the constraint's name", () => {
  const { system, ...start } = hanging([1], [0]);
  const off = { ...start, system, q0: Float64Array.of(1, 1) };
  expect(() => run(off, variational(), { time: { step: 0.01, steps: 1 } })).toThrow(/"rod 0" is 1 at the start/);
  const across = { ...start, system, v0: Float64Array.of(0, 1) };
  expect(() => run(across, variational(), { time: { step: 0.01, steps: 1 } })).toThrow(/"rod 0" changes at the rate/);
});

test("other methods refuse constraints by name", () => {
  expect(() => run(hanging([1], [0]), newmark(), { time: { step: 0.01, steps: 1 } })).toThrow(
    "newmark does not know constraints",
  );
});

test("friction and constraints together: no refusal recommends a method that refuses", () => {
  const { system } = hanging([1], [0]);
  const contact = { slip: [Float64Array.of(1, 0)], limit: () => 1 };
  const both = { ...system, friction: { contacts: [contact] } } as System;
  const { constraints: _, ...rubbing } = both;
  const every = methods.map(standard);
  for (const method of every) expect(refusal(method, both)).toMatch(/and no method here does|needs|made for|minimises/);
  for (const demanding of [system, rubbing as System]) {
    for (const method of every) {
      const words = refusal(method, demanding, recommendedMethods) ?? "";
      for (const { id } of every.filter(({ id }) => new RegExp(`(; |and )${id} .*takes? it$`).test(words))) {
        expect(refusal(every.find((other) => other.id === id)!, demanding)).toBeNull();
      }
    }
  }
});

test("in units in which everything is small or large, the same motion to rounding", () => {
  /** One mass on a rod, in which a metre is worth `length`. */
  const pendulumIn = (length: number): Problem => {
    const system = potentialSystem({
      labels: ["x", "y"],
      mass: scalarMass(2, 1),
      potential: ([, y]) => GRAVITY * length * y,
      gradient: (_q, out) => out.set([0, GRAVITY * length]),
      tangent: { pattern: { size: 2, rowStart: new Int32Array(3), column: new Int32Array(0) }, values() {} },
    });
    const constraints: Constraints = {
      count: 1,
      labels: ["rod"],
      rowStart: Int32Array.of(0, 2),
      column: Int32Array.of(0, 1),
      values: ([x, y], out) => out.set([x * x + y * y - length * length]),
      jacobian: ([x, y], out) => out.set([2 * x, 2 * y]),
    };
    return startingFrom(
      { ...system, constraints } as System,
      [0.6 * length, -0.8 * length],
      [1.6 * length, 1.2 * length],
    );
  };
  for (const method of [variational(), variational({ alpha: 0.3 }), variational({ alpha: 0 })]) {
    const inUnits = (length: number) => {
      const { last, failure } = run(pendulumIn(length), method, { time: { step: 0.01, steps: 100 } });
      expect(failure).toBeNull();
      return [...last.q, ...last.v].map((x) => x / length);
    };
    const inMetres = inUnits(1);
    // Corrections of accelerations and multipliers are measured by one norm, so that units decide when an iteration that is down to
    // rounding ends: some ulps of positions and velocities of size 1 to 2, in a hundred steps.
    for (const length of [2 ** -20, 2 ** 20]) {
      inUnits(length).forEach((x, i) => {
        expect(Math.abs(x - inMetres[i])).toBeLessThan(64 * Number.EPSILON);
      });
    }
  }
});

test("nothing inside of a step: no tangent is asked for", () => {
  const { work } = run(hanging([1], [0.5]), variational({ alpha: 0 }), { time: { step: 0.01, steps: 10 } });
  expect(work.tangents).toBe(0);
});

/** A bob on a rod that a wind drives, from the time `start` on. */
const driven = (start: number, wind = `0.8*cos(3*(t - ${start}))`) => ({
  ...modelOf(`
system: { coordinates: [x, y], mass: 1, potential: 9.81*y, constraints: [x^2 + y^2 - 1], force: ["${wind}", 0] }
start: { q: [1, 0], v: [0, -0.5] }
method: variational
time: { step: 0.02, steps: 100 }`).problem,
  t0: start,
});

test.each([variational(), variational({ alpha: 0.3 }), lagrangeDalembert()])(
  "loads on constrained systems act at their own time: $id",
  (method) => {
    const end = (problem: ReturnType<typeof driven>) => run(problem, method, { time: { step: 0.02, steps: 100 } }).last;
    const now = end(driven(0));
    // Eight is a power of two: times are rounded, by an ulp of ten.
    const later = end(driven(8));
    for (const i of [0, 1]) {
      expect(Math.abs(later.q[i] - now.q[i])).toBeLessThan(1e-12);
      expect(Math.abs(later.v[i] - now.v[i])).toBeLessThan(1e-12);
    }
    expect(Math.abs(end(driven(0, "0.8")).q[0] - now.q[0])).toBeGreaterThan(1e-2);
  },
);
