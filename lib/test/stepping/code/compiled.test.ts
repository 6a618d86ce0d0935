/** Steps that are generated code, beside those of the general steppers. */
import { describe, expect, test } from "vitest";
import type { Method } from "../../../src/core/method.js";
import { begin, run } from "../../../src/core/run.js";
import { specialised } from "../../../src/core/specialise.js";
import type { Problem, System } from "../../../src/core/system.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { bathe } from "../../../src/methods/bathe.js";
import { centralDifference } from "../../../src/methods/central-difference.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { gauss } from "../../../src/methods/gauss.js";
import { generalizedAlpha } from "../../../src/methods/generalized-alpha.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { newmark } from "../../../src/methods/newmark.js";
import { rk4 } from "../../../src/methods/rk4.js";
import { yoshida } from "../../../src/methods/yoshida.js";
import { startingFrom } from "../../../src/models/model.js";
import { centralSextic } from "../../../src/models/oscillators/central-sextic.js";
import { adjustable, type ParameterNumbers, potentialOf } from "../../../src/symbolic/index.js";
import { potentialSystem } from "../../../src/systems/potential.js";

interface Motion {
  readonly coordinates: readonly string[];
  readonly potential: string;
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly h: number;
  readonly mass?: readonly number[];
  readonly parameters?: ParameterNumbers;
}

function problemOf({ coordinates, potential, q, v, mass, parameters = {} }: Motion): Problem {
  const system = potentialSystem({
    labels: coordinates,
    mass: diagonalMass(mass ?? coordinates.map(() => 1)),
    ...potentialOf({ coordinates, potential, parameters }),
  });
  return { system, t0: 0, q0: Float64Array.from(q), v0: Float64Array.from(v) };
}

/** Quartic springs between two walls. */
function chain(n: number): Motion {
  const coordinates = Array.from({ length: n }, (_, i) => `x${i + 1}`);
  const ends = ["0", ...coordinates, "0"];
  const springs = ends.slice(1).map((to, i) => `(${to} - ${ends[i]})^2/2 + (${to} - ${ends[i]})^4/4`);
  const q = coordinates.map((_, i) => Math.sin(1 + i));
  return { coordinates, potential: springs.join(" + "), q, v: q.map(() => 0), h: 0.05, mass: q.map((x) => 1 + x * x) };
}

const motions: Readonly<Record<string, Motion>> = {
  pendulum: { coordinates: ["x"], potential: "9.81*(1 - cos(x))", q: [2], v: [0.3], h: 0.02 },
  "central sextic": {
    coordinates: ["x", "y"],
    potential: "(x^2 + y^2)*(x^2 + y^2 - 1)^2",
    q: [0.5, 0.2],
    v: [0.3, 0.4],
    h: 0.01,
  },
  Kepler: { coordinates: ["x", "y"], potential: "-1/sqrt(x^2 + y^2)", q: [0.4, 0], v: [0, 2], h: 0.01 },
  // Comes to rest above the rounding of its terms: the stiffness makes a force of the rounding of the position.
  "stiff spring": {
    coordinates: ["x", "y"],
    potential: "5e5*(sqrt(x^2 + y^2) - 1)^2 + 9.81*y",
    q: [1.001, 0],
    v: [0, 0],
    h: 2e-4,
  },
  "chain of three": chain(3),
  "chain of eight": chain(8),
};

const methods: Readonly<Record<string, Method>> = {
  "central-difference": centralDifference(),
  "central-difference, plain sums": centralDifference({ summation: "plain" }),
  yoshida: yoshida(),
  "yoshida of order 8": yoshida({ order: 8 }),
  "yoshida, plain sums": yoshida({ summation: "plain" }),
  rk4: rk4(),
  "rk4, plain sums": rk4({ summation: "plain" }),
  midpoint: midpoint(),
  "midpoint, plain sums": midpoint({ summation: "plain" }),
  "energy-momentum": energyMomentum(),
  "energy-momentum, plain sums": energyMomentum({ summation: "plain" }),
  gauss: gauss(),
  "gauss of one stage": gauss({ stages: 1 }),
  "gauss of three stages": gauss({ stages: 3 }),
  "gauss of three stages, plain sums": gauss({ stages: 3, summation: "plain" }),
  // Their stages are code.
  newmark: newmark(),
  bathe: bathe(),
  "generalized-alpha": generalizedAlpha(),
};

/** Of a run that is taken `slice` steps at a time. */
function motion(problem: Problem, method: Method, h: number, steps: number, slice = steps, ledger = false) {
  const runner = begin(problem, method, { time: { step: h, steps }, ledger });
  while (runner.advance(slice));
  const { status, failure, last, work, ledger: booked } = runner.result();
  return {
    status,
    failure,
    q: [...last.q],
    v: [...last.v],
    n: last.n,
    memory: last.memory.map((x) => [...x]),
    work,
    booked,
  };
}

/** The same system without its expression: code calls its functions. */
function withoutExpression(problem: Problem): Problem {
  const { expression: _, ...system } = problem.system;
  return { ...problem, system: system as System };
}

const STEPS = 300;
/** As in contracts/forms.ts: ulps of the largest coordinate; 300 steps of these motions enlarge an error by less than 100, and it enters with
 *  20 ulps a step. */
const ULPS = 100 * 20 * STEPS;

for (const [name, given] of Object.entries(motions)) {
  describe(name, () => {
    for (const [method, scheme] of Object.entries(methods)) {
      test(method, () => {
        const { h } = given;
        const general = specialised("never", () => motion(problemOf(given), scheme, h, STEPS));
        const { code, sliced, called, booked } = specialised("always", () => {
          const problem = problemOf(given);
          return {
            code: motion(problem, scheme, h, STEPS),
            sliced: motion(problem, scheme, h, STEPS, 7),
            called: motion(withoutExpression(problem), scheme, h, STEPS),
            booked: motion(problem, scheme, h, STEPS, STEPS, true),
          };
        });
        expect(code.status).toBe("completed");
        for (const part of ["q", "v"] as const) {
          const size = Math.max(...general[part].map(Math.abs));
          general[part].forEach((x, i) => {
            expect(Math.abs(code[part][i] - x)).toBeLessThanOrEqual(ULPS * Number.EPSILON * size);
          });
        }
        // However it is cut into slices, and wherever the forces come from, it is the same code: the same bits, and the same work.
        expect(sliced).toEqual(code);
        expect(called).toEqual(code);
        const { work, q, v, memory } = booked;
        expect({ q, v }).toEqual({ q: code.q, v: code.v });
        // With a ledger central differences remember the force as well, after the velocity.
        const [first, ...others] = memory;
        const asWithout = memory.length === code.memory.length ? memory : [first, ...others.slice(1)];
        expect(asWithout).toEqual(code.memory);
        expect(work.iterations).toBe(code.work.iterations);
        if (method.startsWith("energy-momentum")) expect(work).toEqual(code.work);
      });
    }
  });
}

test("explicit steps are the same to the bit, in code and without", () => {
  const explicit = Object.entries(methods).filter(([name]) => /central|yoshida|rk4/.test(name));
  for (const [, scheme] of explicit) {
    // Of more than 24 coordinates central differences are code with loops.
    for (const given of [...Object.values(motions), chain(24), chain(25), chain(60)]) {
      const [code, general] = (["always", "never"] as const).map((how) =>
        specialised(how, () => motion(problemOf(given), scheme, given.h, STEPS)),
      );
      expect(code).toEqual(general);
    }
  }
});

test("ledgers book the same work, in code and without", () => {
  for (const scheme of Object.values(methods)) {
    const given = motions["central sextic"];
    const [code, general] = (["always", "never"] as const).map(
      (how) => specialised(how, () => motion(problemOf(given), scheme, given.h, STEPS, STEPS, true)).booked,
    );
    // The residual is rounding, an ulp of an energy below 1 a step.
    const rounding = STEPS * Number.EPSILON;
    expect(code).not.toBeNull();
    // Not every balance is closed.
    expect(Math.abs(code?.residual ?? 0)).toBeLessThan(rounding);
    expect(Math.abs((code?.algorithmic ?? 1) - (general?.algorithmic ?? 0))).toBeLessThan(rounding);
  }
});

describe("the general stepper takes the first steps", () => {
  const given = motions["central sextic"];
  for (const [name, scheme] of Object.entries(methods)) {
    test(`${name}: a run that is continued repeats its digits, on either side of the change`, () => {
      const problem = problemOf(given);
      const time = { step: given.h, steps: 1100 };
      const whole = motion(problem, scheme, given.h, time.steps);
      for (const at of [100, 499, 500, 501, 800]) {
        const first = begin(problem, scheme, { time });
        first.advance(at);
        const second = run(problem, scheme, { time, from: first.snapshot() });
        expect([...second.last.q, ...second.last.v]).toEqual([...whole.q, ...whole.v]);
        expect(second.work.iterations).toBe(whole.work.iterations);
      }
    });
  }
});

test("the code takes all steps after the first 500, and the system is asked for nothing", () => {
  const given = motions["central sextic"];
  for (const scheme of Object.values(methods)) {
    const problem = problemOf(given);
    const { system } = problem;
    const { expression, discreteGradient } = system;
    if (expression === undefined || discreteGradient === null) throw new Error("not an expression");
    let asked = 0;
    const gradient: System["gradient"] = (q, out) => {
      asked++;
      system.gradient(q, out);
    };
    const between: typeof discreteGradient.between = (a, b, out) => {
      asked++;
      discreteGradient.between(a, b, out);
    };
    const watched = {
      ...system,
      gradient,
      discreteGradient: { ...discreteGradient, between },
      expression: { ...expression, gradient, between },
    } as System;
    const runner = begin({ ...problem, system: watched }, scheme, { time: { step: given.h, steps: 3000 } });
    runner.advance(500);
    const before = asked;
    expect(before).toBeGreaterThanOrEqual(500);
    runner.advance(2500);
    expect(asked).toBe(before);
    // What the code evaluates is counted all the same.
    expect(runner.result().work.gradients).toBeGreaterThanOrEqual(3000);
  }
});

describe("what code does not solve", () => {
  /** A wall that long steps run into. */
  const steep: Motion = {
    coordinates: ["x", "y"],
    potential: "4*(x^-12 - x^-6) + y^2/2 + (y^2 - x)^2",
    q: [1.1, 0.3],
    v: [-2, 0.5],
    h: 0.05,
  };
  for (const [name, scheme] of Object.entries(methods)) {
    test(`${name}: ends as it does without code`, () => {
      for (const h of [0.02, 0.1, 0.3, 0.8, 2]) {
        const [code, general] = (["always", "never"] as const).map((how) =>
          specialised(how, () => motion(problemOf(steep), scheme, h, 60)),
        );
        expect(code.q.every(Number.isFinite) && code.v.every(Number.isFinite)).toBe(true);
        if (code.failure === null || general.failure === null) expect(code.status).toBe(general.status);
        else expect({ ...code.failure, residual: 0 }).toMatchObject({ kind: general.failure.kind });
      }
    });
  }

  test("costs the same, however the run is cut into slices and whoever looks", () => {
    let refused = 0;
    for (const scheme of [midpoint(), energyMomentum()]) {
      for (const h of [0.1, 0.3, 0.8]) {
        const time = { step: h, steps: 60 };
        const workOf = (slice: number, more: object) =>
          specialised("always", () => {
            const runner = begin(problemOf(steep), scheme, { time, growth: "report", ...more });
            while (runner.advance(slice));
            return runner.result().work;
          });
        const whole = workOf(60, {});
        expect(workOf(7, {})).toEqual(whole);
        expect(workOf(60, { stop: () => false })).toEqual(whole);
        expect(workOf(60, { ledger: true }).iterations).toBe(whole.iterations);
        const general = specialised("never", () => run(problemOf(steep), scheme, { time, growth: "report" }));
        if (whole.iterations > general.work.iterations + 10) refused++;
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  test("a force that is not a number fails in the step that meets it, with the state as it was", () => {
    const given: Motion = { coordinates: ["x"], potential: "log(x) + 0*x", q: [1], v: [-1], h: 0.05 };
    for (const scheme of [centralDifference(), midpoint(), energyMomentum()]) {
      const [code, general] = (["always", "never"] as const).map((how) =>
        specialised(how, () => motion(problemOf(given), scheme, given.h, 100)),
      );
      expect(general.status).toBe("failed");
      expect(code.status).toBe("failed");
      expect(code.n).toBe(general.n);
      expect(code.failure?.kind).toBe(general.failure?.kind);
      expect(code.q[0]).toBeCloseTo(general.q[0], 12);
    }
  });
});

test("code follows parameters that change on the way", () => {
  const { coordinates, q, v, h } = motions["central sextic"];
  const potential = "k*(x^2 + y^2)*(x^2 + y^2 - 1)^2";
  for (const scheme of [centralDifference(), midpoint(), energyMomentum()]) {
    const [code, general] = (["always", "never"] as const).map((how) =>
      specialised(how, () => {
        const parameters = adjustable({ k: 1 });
        const runner = begin(problemOf({ coordinates, potential, q, v, h, parameters }), scheme, {
          time: { step: h, steps: 200 },
          growth: "report",
        });
        runner.advance(100);
        parameters.set({ k: 1.5 });
        runner.advance(100);
        return [...runner.state.q];
      }),
    );
    code.forEach((x, i) => {
      expect(x).toBeCloseTo(general[i], 11);
    });
  }
});

test("who replaces a force of a system has another potential than the expression", () => {
  const given = motions["central sextic"];
  const problem = problemOf(given);
  const { system } = problem;
  const free: Problem = { ...problem, system: { ...system, gradient: (_q, out) => out.fill(0) } as System };
  const { q } = specialised("always", () => motion(free, centralDifference(), given.h, 100));
  // 100 steps of 0.01 at constant velocity.
  q.forEach((x, i) => {
    expect(x).toBeCloseTo(given.q[i] + given.v[i], 12);
  });
});

test("systems with the same expression share their code, and keep their own parameters and states", () => {
  const springs = [1, 2.5].map((k) => {
    const parameters = adjustable({ k });
    const formula = { coordinates: ["x"], parameters, potential: "k*x^2/2 + x^4/4" };
    const system = potentialSystem({ labels: ["x"], mass: diagonalMass([k]), ...potentialOf(formula) });
    return { system, t0: 0, q0: Float64Array.of(k / 3), v0: Float64Array.of(0.1) };
  });
  for (const method of [centralDifference(), midpoint(), newmark()]) {
    const alone = springs.map((problem) => run(problem, method, { time: { step: 0.05, steps: 40 } }).last.q[0]);
    const runners = springs.map((problem) => begin(problem, method, { time: { step: 0.05, steps: 40 } }));
    // In turn: each finds the numbers of the other in the memory.
    for (let k = 0; k < 8; k++) for (const runner of runners) runner.advance(5);
    expect(runners.map(({ state }) => state.q[0])).toEqual(alone);
    expect(alone[0]).not.toBe(alone[1]);
  }
});

test.each([midpoint(), energyMomentum()])(
  "$id: a system at rest, or as good as at rest, takes two forces a step like any other",
  (method) => {
    for (const size of [0, 1e-160, 1e-300]) {
      const at = { ...motions.pendulum, q: [size], v: [0] } as Motion;
      const { work, steps, failure } = specialised("always", () =>
        run(problemOf(at), method, { time: { step: at.h, steps: 200 } }),
      );
      expect(failure).toBeNull();
      expect(work.gradients / steps).toBeLessThan(2.2);
    }
  },
);

test.each([midpoint(), energyMomentum({ form: "discrete" })])(
  "$id: the first correction of two unknowns leaves next to nothing, so that short steps take two forces",
  (method) => {
    const { system } = centralSextic();
    const problem = startingFrom(system, [0.5, 0.2], [0.3, 0.4]);
    const { work } = specialised("always", () => run(problem, method, { time: { step: 0.01, steps: 2000 } }));
    // Newton's iteration: what is left of the extrapolated acceleration, 10⁻⁶ of it, is squared. With a wrong entry of the inverse it takes three and more.
    expect(work.gradients / 2000).toBeLessThan(2.4);
  },
);
