/** The ledger of a motion that is split into intervals: at every time it shows, what loads and damping have done up to there, also in
 *  the interval that has not ended. In V_h the balance is exact: Δ(K + V_h) = work − dissipation. */
import { describe, expect, test } from "vitest";
import { begin, run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { fromTriplets } from "../../../src/linalg/matrix.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { startingFrom } from "../../../src/models/model.js";
import { viscousForce } from "../../../src/systems/linear.js";
import { timeLoad } from "../../../src/systems/loads.js";
import { potentialSystem } from "../../../src/systems/potential.js";

const free: Problem = startingFrom(
  potentialSystem({
    labels: ["x"],
    mass: diagonalMass(Float64Array.of(1)),
    potential: () => 0,
    gradient: (_q, out) => out.fill(0),
    tangent: null,
    load: timeLoad((_t, out) => out.fill(1)),
  }),
  [0],
  [0],
);

const V = ([x, y]: Float64Array) => x ** 2 / 2 + y ** 4 / 4 + 0.3 * Math.cos(x - y);
const driven: Problem = startingFrom(
  potentialSystem({
    labels: ["x", "y"],
    mass: diagonalMass(Float64Array.of(1, 2)),
    potential: V,
    gradient: () => {},
    tangent: null,
    load: timeLoad((t, out) => {
      out[0] = 0.4 * Math.cos(t);
      out[1] = -0.2;
    }),
    damping: viscousForce(fromTriplets(2, [0, 0, 1, 1], [0, 1, 0, 1], [0.3, -0.1, -0.1, 0.2])),
  }),
  [0.4, -0.3],
  [0.2, 0.5],
);

test("a constant force on a free mass, one interval: all the kinetic energy is its work", () => {
  for (const end of [1, 0.37, 2.5]) {
    const { ledger } = run(free, forceStepping({ grid: 0.1, splitting: 1 }), { time: { end }, ledger: true });
    expect(ledger).toMatchObject({ kinetic: expect.closeTo(end ** 2 / 2, 14), dissipation: 0 });
    expect(ledger?.work).toBeCloseTo(end ** 2 / 2, 14);
    expect(ledger?.algorithmic).toBeCloseTo(0, 14);
  }
});

describe("driven and damped", () => {
  const method = forceStepping({ grid: 0.05, splitting: 0.7 });

  test("closes with the energy of the approximate potential, at every time that is shown", () => {
    if (method.clock !== "own") throw new Error("force-stepping chooses its own steps");
    const energy = method.prepare(driven, null).energy;
    if (energy === undefined) throw new Error("its energy is that of its own potential");
    const runner = begin(driven, method, { time: { end: 5, interval: 0.13 }, ledger: true });
    const start = energy.value(0, driven.q0, driven.v0);
    let looks = 0;
    while (runner.advance(1)) {
      const { ledger, last } = runner.result();
      if (ledger === null) throw new Error("a ledger was asked for");
      const left = energy.value(last.t, last.q, last.v) - start - ledger.work + ledger.dissipation;
      expect(Math.abs(left)).toBeLessThan(1e-13); // energies of 1, some hundred events
      looks++;
    }
    expect(looks).toBeGreaterThan(100);
    const { ledger } = runner.result();
    expect(Math.abs(ledger?.work ?? 0)).toBeGreaterThan(0.1);
    expect(ledger?.dissipation).toBeGreaterThan(0.1);
  });

  test("resumed in the middle of an interval it has the same ledger", () => {
    const whole = begin(driven, method, { time: { end: 3, interval: 0.5 }, ledger: true });
    whole.advance(40);
    const snapshot = whole.snapshot();
    while (whole.advance(1000));
    const resumed = begin(driven, method, { time: { end: 3, interval: 0.5 }, ledger: true, from: snapshot });
    while (resumed.advance(1000));
    expect(resumed.result().ledger).toEqual(whole.result().ledger);
  });
});
