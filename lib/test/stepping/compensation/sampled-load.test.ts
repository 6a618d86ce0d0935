/** Records through a foreign Newmark of any β: one load a step, written by `compensate`. */
import { describe, expect, test } from "vitest";
import { slopeOf } from "../../../src/analysis/order.js";
import { run } from "../../../src/core/run.js";
import type { LinearSystem } from "../../../src/core/system.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { velocityProcess } from "../../../src/stepping/compensation/compensated-newmark.js";
import { compensation } from "../../../src/stepping/compensation/compensation.js";
import { sampledLoad } from "../../../src/stepping/compensation/sampled-load.js";
import { tableLoad } from "../../../src/systems/loads.js";
import { linearBuilding, MASSES } from "../../methods/damped-building.js";
import { foreignNewmark } from "../../methods/foreign-newmark.js";

const times = Array.from({ length: 13 }, (_, j) => 0.25 * j);
const record = tableLoad({
  times,
  columns: MASSES.map((m) => times.map((_, j) => -2 * m * Math.sin(1.3 * j * j + 0.6))),
});
const END = 3;

/** Errors at the end, for steps that divide the record's. */
function errors(damped: boolean, beta: number, kinked: boolean): number[] {
  const problem = linearBuilding({ damped, load: record });
  const system = problem.system as LinearSystem;
  const exact = run(problem, dop853({ tolerance: 1e-13 }), { time: { end: END } }).last.q;
  return [60, 120, 240].map((steps) => {
    const h = END / steps;
    const parts = compensation(system, { kind: "fourth-order", form: "paper", beta, gamma: 0.5, h });
    const vHat = problem.v0.slice();
    velocityProcess(6, parts.velocity, record, h).start(0, problem.q0, problem.v0, vHat);
    // Without its kinks the load is what it was taken for: means of limits, and nothing for the velocity.
    const load = kinked ? record : { ...record, kinks: null };
    const samples = sampledLoad(load, parts, { t0: 0, h, steps });
    const path = foreignNewmark(parts, { beta, gamma: 0.5, h }, { q: problem.q0, v: vHat }, samples);
    return Math.max(...path[steps].map((q, i) => Math.abs(q - exact[i])));
  });
}

const order = (found: readonly number[]) =>
  slopeOf(found.map((error, k) => ({ x: Math.log(2 ** -k), y: Math.log(error) })));

describe.each([false, true])("a building, damped: %s", (damped) => {
  test.each([0, 1 / 12, 0.1, 1 / 6, 1 / 4])("β = %f: the record keeps order four", (beta) => {
    const found = errors(damped, beta, true);
    expect(Math.abs(order(found) - 4), found.join(" ")).toBeLessThan(0.12);
  });

  test("means of the limits alone are of second order, except for β = 1/6", () => {
    expect(Math.abs(order(errors(damped, 1 / 4, false)) - 2)).toBeLessThan(0.15);
    expect(Math.abs(order(errors(damped, 1 / 6, false)) - 4)).toBeLessThan(0.12);
  });
});

test("without damping a record gains (1/6 − β) δ²F on what every load gains", () => {
  const system = linearBuilding({ damped: false }).system as LinearSystem;
  const [beta, h] = [1 / 4, 0.25];
  const parts = compensation(system, { kind: "fourth-order", form: "paper", beta, gamma: 0.5, h });
  const [with4, without] = [record, { ...record, kinks: null }].map((load) =>
    sampledLoad(load, parts, { t0: 0, h, steps: 12 }),
  );
  const F = (k: number) => -2 * MASSES[3] * Math.sin(1.3 * k * k + 0.6);
  for (let k = 1; k < 12; k++) {
    const second = F(k - 1) - 2 * F(k) + F(k + 1);
    // A few roundings of numbers of order one.
    expect(with4[k][3] - without[k][3]).toBeCloseTo((1 / 6 - beta) * second, 12);
  }
  for (const k of [0, 12]) expect(with4[k]).toEqual(without[k]);
});
