import { describe, expect, test } from "vitest";
import { convergence } from "../../../src/analysis/order.js";
import { stabilityLimit } from "../../../src/analysis/stability-limit.js";
import { begin, run } from "../../../src/core/run.js";
import { toRows } from "../../../src/linalg/matrix.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { newmark } from "../../../src/methods/newmark.js";
import { oneFactor } from "../../../src/methods/one-factor.js";
import { compensation } from "../../../src/stepping/compensation/compensation.js";
import { linearBuilding } from "../../methods/damped-building.js";
import { spring } from "../../methods/oscillator.js";

const rational = (beta: number) => newmark({ beta, compensate: "sixth-order", form: "rational" });
const BETAS = [0, 1 / 12, 1 / 6, 1 / 4, 0.262];

describe.each([
  ["a diagonal mass", linearBuilding({ damped: false })],
  ["a full mass matrix", linearBuilding({ damped: false, consistent: true })],
])("a shaken building of six storeys with %s", (_, problem) => {
  const end = 4;
  const reference = run(problem, dop853({ tolerance: 1e-14 }), { time: { end } }).last;
  test.each(BETAS)("β = %f: order six in q and v", (beta) => {
    const study = { end, step: 0.2, refinements: 4, ratio: Math.SQRT2, reference, floor: 3e-12 };
    const { positionOrder, velocityOrder, positionErrors } = convergence(problem, rational(beta), study);
    expect(Math.abs(positionOrder - 6), String(positionErrors)).toBeLessThan(0.15);
    expect(Math.abs(velocityOrder - 6)).toBeLessThan(0.15);
  });

  test("positions do not depend on β, and are those of one-factor", () => {
    const last = (method: ReturnType<typeof newmark>) =>
      run({ ...problem, system: { ...problem.system, load: null } as never }, method, {
        time: { step: 0.1, steps: 40 },
      }).last.q;
    const known = last(oneFactor());
    for (const beta of BETAS) {
      const found = last(rational(beta));
      for (let i = 0; i < known.length; i++) expect(found[i]).toBeCloseTo(known[i], 12);
    }
  });
});

test.each(BETAS)("β = %f: no mode grows below ω h = √20, and velocities stay finite up to there", (beta) => {
  // Double roots show growth of 1e-7 and more only.
  expect((stabilityLimit(rational(beta)) ?? 0) / Math.sqrt(20)).toBeCloseTo(1, 4);
  for (let x = 0.1; x < 4.4; x += 0.05) {
    const { last } = run(spring(), rational(beta), { time: { step: x, steps: 50 } });
    expect(Math.abs(last.q[0])).toBeLessThan(100);
    expect(Number.isFinite(last.v[0])).toBe(true);
  }
});

test("the series of the same order and β = 1/6 grows beyond ω h = 2.643", () => {
  const series = newmark({ beta: 1 / 6, compensate: "sixth-order" });
  expect(stabilityLimit(series)).toBeCloseTo(2.643, 3);
});

test("what the scheme factors is M + h²K/30, for any β", () => {
  const { system } = spring({ k: 3 });
  if (system.kind !== "linear") throw new Error("it is linear");
  const h = 0.7;
  for (const beta of BETAS) {
    const options = { kind: "sixth-order", form: "rational", beta, gamma: 0.5, h } as const;
    const { mass, stiffness } = compensation(system, options);
    expect(toRows(mass)[0][0] + beta * h * h * toRows(stiffness)[0][0]).toBeCloseTo(1 + (h * h * 3) / 30, 14);
  }
});

test("damping, another order and a β whose mass would turn negative are refused", () => {
  const start = (problem: ReturnType<typeof spring>, method: ReturnType<typeof newmark>) => () =>
    begin(problem, method, { time: { step: 0.1, steps: 1 } });
  expect(start(spring({ c: 0.1 }), rational(1 / 6))).toThrow(
    /newmark with form: rational is made for systems without damping/,
  );
  expect(start(spring(), rational(0.27))).toThrow(/has a positive mass for beta up to 0.2624, found 0.27/);
  expect(start(spring(), newmark({ compensate: "eighth-order", form: "rational" }))).toThrow(
    /form: rational is for compensate: sixth-order, found eighth-order/,
  );
});
