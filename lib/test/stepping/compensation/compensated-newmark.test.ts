/** Newmark's method on compensated systems, against the values of an independent program for [takacs2024]. */
import { describe, expect, test } from "vitest";
import { convergence } from "../../../src/analysis/order.js";
import type { FixedStepMethod } from "../../../src/core/method.js";
import { begin, run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { diagonalMass, matrixMass, scalarMass } from "../../../src/linalg/mass.js";
import { combination, fromRows, fromTriplets, toRows } from "../../../src/linalg/matrix.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { generalizedAlpha } from "../../../src/methods/generalized-alpha.js";
import { newmark } from "../../../src/methods/newmark.js";
import { startingFrom } from "../../../src/models/model.js";
import { compensation } from "../../../src/stepping/compensation/compensation.js";
import { radius } from "../../../src/stepping/compensation/stable-form.js";
import { linearSystem } from "../../../src/systems/linear.js";
import { smoothLoad, tableLoad, timeLoad } from "../../../src/systems/loads.js";
import { harmonicLoad, threeMasses } from "../../methods/three-masses.js";

const fourth = (form: "paper" | "symmetric" | "mass" | "complex" = "paper") =>
  newmark({ beta: 1 / 6, compensate: "fourth-order", form });

function exact(problem: Problem, end: number) {
  return run(problem, dop853({ tolerance: 1e-13 }), { time: { end } }).last;
}

function orders(problem: Problem, method: ReturnType<typeof newmark>, end: number, step: number, refinements = 4) {
  const reference = exact(problem, end);
  return convergence(problem, method, { end, step, refinements, reference, floor: 1e-12 });
}

describe("one mass under 0.8 cos(10 ω t), [takacs2024, (76)–(79)]", () => {
  const omega = 2 * Math.PI;
  const load = smoothLoad((k, t, _side, out) => {
    out[0] += 0.8 * (10 * omega) ** k * Math.cos(10 * omega * t + (k * Math.PI) / 2);
  });
  const damping = fromRows([[2 * 0.02 * omega]]);
  const system = linearSystem({ mass: scalarMass(1, 1), damping, stiffness: fromRows([[omega * omega]]), load });
  const problem = startingFrom(system, [1], [1]);

  test("twenty steps end where the independent program ends", () => {
    const { last } = run(problem, fourth(), { time: { step: 0.02, steps: 20 } });
    expect(last.q[0]).toBeCloseTo(-0.669205781523348306, 13);
    expect(last.v[0]).toBeCloseTo(-4.2961364243297353, 12);
  });

  test("the order is four, in position and velocity", () => {
    const { positionOrder, velocityOrder } = orders(problem, fourth(), 0.4, 0.01, 3);
    expect(positionOrder).toBeCloseTo(4, 1);
    expect(velocityOrder).toBeCloseTo(4, 1);
  });

  test("with the sign that (72) and (75) print, the order is two", () => {
    // F̂ as printed: what is added to F has the other sign. As a load of plain Newmark on Ĉ and K̂.
    const errors = [80, 160, 320].map((steps) => {
      const h = 0.4 / steps;
      const parts = compensation(system, { kind: "fourth-order", form: "paper", beta: 1 / 6, gamma: 0.5, h });
      const printed = timeLoad((t, out) => {
        const F = [0, 1, 2].map((k) => {
          const at = new Float64Array(1);
          load.addDerivative?.(k, t, 1, at);
          return at[0];
        });
        const right = F.reduce((sum, value, k) => sum + (parts.loads[k]?.values[0] ?? 1) * value, 0);
        out[0] += 2 * F[0] - right;
      });
      const wrong = linearSystem({
        mass: scalarMass(1, 1),
        damping: parts.damping,
        stiffness: parts.stiffness,
        load: printed,
      });
      const { last } = run({ ...problem, system: wrong }, newmark({ beta: 1 / 6 }), { time: { step: h, steps } });
      return Math.abs(last.q[0] - -0.669208237389847658);
    });
    expect(Math.log2(errors[0] / errors[1])).toBeCloseTo(2, 1);
    expect(Math.log2(errors[1] / errors[2])).toBeCloseTo(2, 1);
  });
});

describe("three masses, [takacs2024, (54)–(57)]", () => {
  test("matrices are those of (73) and (74)", () => {
    const problem = threeMasses({ load: harmonicLoad() });
    if (problem.system.kind !== "linear") throw new Error("it is linear");
    const { damping, stiffness } = compensation(problem.system, {
      kind: "fourth-order",
      form: "paper",
      beta: 1 / 6,
      gamma: 0.5,
      h: 0.7,
    });
    expect(toRows(damping ?? stiffness)[0][0]).toBeCloseTo(0.0365520466163688563, 14);
    expect(toRows(stiffness)[0][1]).toBeCloseTo(1.77001842949110724, 13);
    expect(toRows(stiffness)[1][0]).toBeCloseTo(1.77001852946917975, 13);
  });

  test("damping alone is compensated as (59), (62), (63) say", () => {
    const problem = threeMasses();
    if (problem.system.kind !== "linear") throw new Error("it is linear");
    const { damping } = compensation(problem.system, {
      kind: "damping",
      form: "paper",
      beta: 0.22,
      gamma: 0.52,
      h: 0.7,
    });
    expect(toRows(damping ?? problem.system.stiffness)[0]).toEqual([
      expect.closeTo(-0.0262089860459471517, 15),
      expect.closeTo(-0.0191454259866217108, 15),
      expect.closeTo(-0.0153646037493323115, 15),
    ]);
  });

  test.each(["paper", "symmetric", "mass"] as const)("the %s form has order four under damping and loads", (form) => {
    const problem = threeMasses({ load: harmonicLoad(), scale: 8 });
    const { positionOrder, velocityOrder } = orders(problem, fourth(form), 14, 0.35, 3);
    expect(positionOrder).toBeCloseTo(4, 1);
    expect(velocityOrder).toBeCloseTo(4, 1);
  });

  test.each([
    ["fourth-order", 1 / 4, 4],
    ["sixth-order", 1 / 6, 6],
    ["sixth-order", 1 / 12, 6],
    ["eighth-order", 1 / 4, 8],
  ] as const)("%s with β = %f and processed velocities has order %i", (compensate, beta, order) => {
    const problem = threeMasses({ load: harmonicLoad(), scale: 8 });
    const measured = orders(problem, newmark({ beta, compensate }), 14, 1.4, 3);
    // Coarse steps, so that errors of order eight stay above rounding: not yet quite asymptotic.
    expect(Math.abs(measured.positionOrder - order)).toBeLessThan(0.35);
    expect(Math.abs(measured.velocityOrder - order)).toBeLessThan(0.35);
  });

  test("without damping, compensated damping leaves no decay at all, for any γ", () => {
    const problem = threeMasses({ damped: false });
    const largest = (method: ReturnType<typeof newmark>) => {
      let late = 0;
      const watch = {
        observe: (s: { n: number; q: Float64Array }) => {
          if (s.n > 1900) late = Math.max(late, Math.abs(s.q[0]));
        },
        finish: () => null,
      };
      run(problem, method, { time: { step: 0.7, steps: 2000 }, observe: { watch } });
      return late;
    };
    const options = { beta: 0.22, gamma: 0.52 };
    expect(largest(newmark(options))).toBeLessThan(1e-3);
    expect(largest(newmark({ ...options, compensate: "damping" }))).toBeGreaterThan(0.08);
  });
});

describe("loads that are not smooth", () => {
  const omega = 1.3;
  const oscillator = (load: Parameters<typeof linearSystem>[0]["load"]) =>
    startingFrom(
      linearSystem({
        mass: scalarMass(1, 1),
        damping: fromRows([[0.3]]),
        stiffness: fromRows([[omega * omega]]),
        load: load ?? null,
      }),
      [0.2],
      [0],
    );
  const record = tableLoad({
    times: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    columns: [[0.3, 1, -0.5, 0.2, 0.9, -1, 0.1, 0.4, 0]],
  });

  test.each([fourth(), fourth("mass"), newmark({ compensate: "fourth-order" })])(
    "a record keeps order four while its samples are ends of steps",
    (method) => {
      const { positionOrder, velocityOrder } = orders(oscillator(record), method, 8, 0.25, 3);
      expect(positionOrder).toBeCloseTo(4, 1);
      expect(velocityOrder).toBeCloseTo(4, 1);
    },
  );

  test("a load that starts and stops at once keeps it too", () => {
    const block = tableLoad({ times: [1, 3], columns: [[1, 1]] });
    expect(orders(oscillator(block), fourth(), 8, 0.25, 3).positionOrder).toBeCloseTo(4, 1);
  });

  test("samples between steps cost the order, and are spoken of", () => {
    const runner = begin(oscillator(record), fourth(), { time: { step: 0.3, steps: 10 } });
    expect(runner.notices).toMatchObject([{ message: expect.stringMatching(/kinks between steps/) }]);
    expect(begin(oscillator(record), fourth(), { time: { step: 0.25, steps: 10 } }).notices).toEqual([]);
    expect(begin(oscillator(record), fourth(), { time: { step: 0.3, steps: 3 } }).notices).toEqual([]);
  });

  test("a jump between steps leaves the first order, and nothing else is said", () => {
    const block = tableLoad({ times: [1, 3], columns: [[1, 1]] });
    for (const method of [fourth(), newmark({ compensate: "fourth-order", beta: 1 / 6, form: "complex" })]) {
      const { notices } = begin(oscillator(block), method, { time: { step: 0.3, steps: 10 } });
      expect(notices).toMatchObject([
        {
          code: "load-jumps",
          message: expect.stringMatching(/at t = 1, inside of a step, where newmark is of first order/),
        },
      ]);
    }
  });

  test("a load without derivatives is differenced", () => {
    const load = timeLoad((t, out) => {
      out[0] += Math.cos(0.9 * t);
    });
    expect(orders(oscillator(load), fourth(), 8, 0.25, 3).positionOrder).toBeCloseTo(4, 1);
  });

  test.each([
    ["sixth-order", 6, 0.5],
    ["eighth-order", 8, 0.8],
  ] as const)("by as many differences as %s needs", (compensate, order, h) => {
    const load = timeLoad((t, out) => {
      out[0] += Math.cos(0.9 * t);
    });
    const { positionOrder, velocityOrder } = orders(oscillator(load), newmark({ compensate }), 8, h, 3);
    expect(Math.abs(positionOrder - order)).toBeLessThan(0.3);
    expect(Math.abs(velocityOrder - order)).toBeLessThan(0.3);
  });

  test("a load known as a function, with its kinks, is differenced on either side of them", () => {
    const load = timeLoad((t, out) => {
      out[0] += t < 3 ? Math.cos(0.9 * t) : 0.4 * Math.sin(t);
    }, Float64Array.of(3));
    expect(Math.abs(orders(oscillator(load), fourth(), 8, 0.125, 3).positionOrder - 4)).toBeLessThan(0.15);
  });
});

describe("stability", () => {
  const limit = (form: "paper" | "symmetric" | "mass", zeta: number) => {
    const grows = (x: number) =>
      radius({ omega: 1, zeta }, { kind: "fourth-order", form, beta: 1 / 6, gamma: 0.5, h: x }) > 1 + 1e-9;
    for (let x = 0.01; x < 12; x += 0.01) if (grows(x)) return x;
    return null;
  };
  test.each([
    ["paper", 0, Math.sqrt(6 * (Math.sqrt(5) - 1))],
    ["mass", 0, Math.sqrt(6)],
    ["paper", 1, 2],
    ["paper", 5, 0.35],
    ["symmetric", 0.3, 2.96],
    ["symmetric", 1, 6.3],
    ["mass", 1, null],
  ] as const)("%s, damping ratio %f", (form, zeta, expected) => {
    const found = limit(form, zeta);
    if (expected === null) expect(found).toBeNull();
    // A scan in steps of a hundredth.
    else expect(Math.abs((found ?? 0) - expected)).toBeLessThan(0.021);
  });

  const overdamped = startingFrom(
    linearSystem({ mass: scalarMass(1, 1), damping: fromRows([[10]]), stiffness: fromRows([[1]]) }),
    [1],
    [0],
  );

  test("a form that lets an overdamped mode grow gives way to another, with a word", () => {
    const runner = begin(overdamped, fourth(), { time: { step: 0.6, steps: 100 } });
    expect(runner.notices).toMatchObject([{ message: expect.stringMatching(/the symmetric form is used/) }]);
    while (runner.advance(100));
    expect(Math.abs(runner.state.q[0])).toBeLessThan(1);
  });

  test("a step that no form survives is refused with the longest that is stable", () => {
    const spring = (k: number) =>
      startingFrom(linearSystem({ mass: scalarMass(1, 1), stiffness: fromRows([[k]]) }), [1], [0]);
    const refused = (k: number) => () => begin(spring(k), fourth(), { time: { step: 3, steps: 1 } });
    expect(refused(1)).toThrow(/steps up to 2\.72\d* are stable/);
    // Four times as stiff, half as long.
    expect(refused(4)).toThrow(/steps up to 1\.36\d* are stable/);
  });
});

describe("stability where damping couples modes", () => {
  /** Unit masses in a row, k = 100, fixed at one end; one dashpot, at the first mass. */
  const dashpot = (n: number, c: number) => {
    const K = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => (i === j ? (i === n - 1 ? 100 : 200) : Math.abs(i - j) === 1 ? -100 : 0)),
    );
    const C = K.map((row, i) => row.map((_, j) => (i === 0 && j === 0 ? c : 0)));
    return startingFrom(
      linearSystem({ mass: scalarMass(n, 1), stiffness: fromRows(K), damping: fromRows(C) }),
      new Array(n).fill(0),
      new Array(n).fill(1),
    );
  };

  // Every ratio xᵀCx/2ω is below 0.3, and each mode alone is stable to h = 0.137; the spectral radius of the step 0.05 is 3.54.
  test.each([60, 150])("the paper's form gives way where the motion of %i masses would grow", (n) => {
    const runner = begin(dashpot(n, 80), fourth(), { time: { step: 0.05, steps: 400 } });
    expect(runner.notices).toMatchObject([
      { message: expect.stringMatching(/grows by a factor of 3\.5\d* a step at the step 0\.05: the symmetric form/) },
    ]);
    while (runner.advance(400));
    expect(runner.status).toBe("completed");
    // Waves travel ten masses a second, and the far end is stopped after n/10 of them: no displacement is larger.
    expect(runner.state.q.every((x) => Math.abs(x) < n / 10)).toBe(true);
  });

  test("a kind that has no other form is refused, with steps that are stable", () => {
    const method = newmark({ compensate: "fourth-order" });
    const problem = dashpot(12, 40);
    expect(() => begin(problem, method, { time: { step: 0.08, steps: 1 } })).toThrow(/steps up to [\d.]+ are stable/);
    let limit = 0;
    try {
      begin(problem, method, { time: { step: 0.08, steps: 1 } });
    } catch (error) {
      limit = Number(/steps up to ([\d.]+) are/.exec(String(error))?.[1]);
    }
    // Bisected to 1/4096 of the step and printed to four digits.
    expect(begin(problem, method, { time: { step: 0.999 * limit, steps: 1 } }).status).toBe("running");
    expect(() => begin(problem, method, { time: { step: 1.01 * limit, steps: 1 } })).toThrow(/unstable/);
  });
});

describe("large systems", () => {
  const n = 500;
  const chain = (consistent: boolean, damped: boolean) => {
    const rows: number[][] = [];
    for (let i = 0; i < n; i++) for (const j of [i - 1, i, i + 1]) if (j >= 0 && j < n) rows.push([i, j]);
    const matrix = (own: number, next: number) =>
      fromTriplets(
        n,
        rows.map(([i]) => i),
        rows.map(([, j]) => j),
        rows.map(([i, j]) => (i === j ? own : next)),
      );
    const mass = consistent
      ? matrixMass(matrix(4 / 6, 1 / 6))
      : diagonalMass(Array.from({ length: n }, (_, i) => 1 + (i % 3) / 2));
    const damping = damped ? matrix(0.2, -0.05) : null;
    const system = linearSystem({ mass, stiffness: matrix(2, -1), damping });
    return startingFrom(
      system,
      Array.from({ length: n }, (_, i) => Math.exp(-((i - 100) ** 2) / 200)),
      new Array(n).fill(0),
    );
  };

  test.each([
    ["a diagonal mass and damping", false, true],
    ["a consistent mass", true, false],
  ])("with %s, the mass form has order four", (_, consistent, damped) => {
    const problem = chain(consistent, damped);
    const runner = begin(problem, fourth(), { time: { step: 0.4, steps: 1 } });
    expect(runner.notices).toMatchObject([{ message: expect.stringMatching(/mass form is used/) }]);
    const { positionOrder } = orders(problem, fourth("mass"), 8, 0.5, 2);
    expect(Math.abs(positionOrder - 4)).toBeLessThan(0.15);
  });

  test("a damped system whose motion would grow is refused", () => {
    // The highest mode has ω h > √6 at this step, and too little damping to hold it; at 1.4 it has not.
    const problem = chain(false, true);
    expect(() => begin(problem, fourth(), { time: { step: 1.5, steps: 1 } })).toThrow(
      /grows by a factor of 1\.44\d+ a step of 1\.5; the step 0\.75 is stable/,
    );
    expect(begin(problem, fourth(), { time: { step: 1.4, steps: 1 } }).status).toBe("running");
  });

  test("a damping that is a multiple of the mass fills nothing, and has order four too", () => {
    const { system, q0 } = chain(true, false);
    if (system.kind !== "linear") throw new Error("the chain is linear");
    const damping = combination([0.1], [system.mass.matrix]);
    const damped = linearSystem({ mass: system.mass, stiffness: system.stiffness, damping });
    const { positionOrder } = orders(startingFrom(damped, [...q0], new Array(n).fill(0)), fourth("mass"), 8, 0.5, 2);
    expect(Math.abs(positionOrder - 4)).toBeLessThan(0.15);
  });

  test("a consistent mass and damping that is neither M nor K is refused", () => {
    const { system, ...rest } = chain(true, false);
    if (system.kind !== "linear") throw new Error("it is linear");
    const damping = fromTriplets(n, [7], [7], [0.3]);
    const problem = { ...rest, system: linearSystem({ mass: system.mass, stiffness: system.stiffness, damping }) };
    expect(() => begin(problem, fourth(), { time: { step: 0.1, steps: 1 } })).toThrow(/would fill its matrices/);
    expect(() => begin(problem, fourth("complex"), { time: { step: 0.1, steps: 1 } })).toThrow(
      /takes damping that is a M \+ b K/,
    );
    expect(() =>
      begin(chain(false, false), newmark({ compensate: "sixth-order" }), { time: { step: 0.1, steps: 1 } }),
    ).toThrow(/above 400 degrees of freedom \(here 500\) only/);
  });
});

test("orders above two need γ = ½", () => {
  const method = newmark({ gamma: 0.6, beta: 0.3025, compensate: "fourth-order" });
  expect(() => begin(threeMasses(), method, { time: { step: 0.1, steps: 1 } })).toThrow(
    /is for gamma: 1\/2, found 0\.6/,
  );
});

test("damping with a skew part is refused as what it is where the mass would not stay symmetric", () => {
  const problem = startingFrom(
    linearSystem({
      mass: diagonalMass(Float64Array.of(1, 2)),
      damping: fromRows([
        [0.2, 0.5],
        [-0.1, 0.4],
      ]),
      stiffness: fromRows([
        [6, -2],
        [-2, 4],
      ]),
    }),
    [1, 0],
    [0, 0],
  );
  const begun = (method: FixedStepMethod) => () => begin(problem, method, { time: { step: 0.1, steps: 1 } });
  for (const method of [fourth("mass"), fourth("symmetric"), generalizedAlpha({ compensate: "period" })]) {
    expect(begun(method)).toThrow(
      /^compensate: the damping matrix is not symmetric: the entries \(0, 1\) and \(1, 0\).*form: paper/,
    );
  }
  expect(begun(fourth("paper"))).not.toThrow();
});
