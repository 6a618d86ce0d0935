/** Steps with loops along a band, beside those of the general stepper. */
import { describe, expect, test } from "vitest";
import type { Method } from "../../../src/core/method.js";
import { begin, run } from "../../../src/core/run.js";
import { specialised } from "../../../src/core/specialise.js";
import type { Problem, System } from "../../../src/core/system.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { centralDifference } from "../../../src/methods/central-difference.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { gauss } from "../../../src/methods/gauss.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { bandOf } from "../../../src/stepping/code/band.js";
import { bandFactor } from "../../../src/stepping/code/band-factor.js";
import { emptyGraph } from "../../../src/symbolic/dag.js";
import { potentialOf } from "../../../src/symbolic/index.js";
import { compiledProcedure, instanceOf, procedure } from "../../../src/symbolic/procedure.js";
import { potentialSystem } from "../../../src/systems/potential.js";

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
/** Numbers between −1 and 1 that look random. */
const noise = (i: number) => Math.sin(1 + 37 * i + i * i);

type Entry = (i: number, j: number) => number;

/** J⁻¹ r by the code, for a band with these entries. */
function solved(rows: number, width: number, symmetric: boolean, entry: Entry, r: readonly number[]) {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [K, lower] = [0, 1].map(() => range(width + 1).map(() => code.array(rows, width)));
  const [right, d] = [code.array(rows), code.array(rows)];
  const [good, length] = code.cells(2);
  const factor = bandFactor(graph, code, {
    ...{ rows, width, symmetric },
    entry: (row, k) => row(k < 0 && !symmetric ? lower[-k] : K[Math.abs(k)]),
  });
  factor.factorize();
  factor.solve(right, d);
  code.assign([good, length], [factor.wellSized, factor.length]);
  const module = compiledProcedure(code.finished());
  const instance = module && instanceOf(module);
  if (instance === null) throw new Error("no compiled code here");
  const { memory, run: execute } = instance;
  for (let k = 0; k <= width; k++)
    for (let i = 0; i + k < rows; i++) {
      memory[K[k].at + i] = entry(i, i + k);
      memory[lower[k].at + i] = entry(i + k, i);
    }
  memory.set(r, right.at);
  execute();
  const at = (node: number) => code.arrays + graph.entries[node].value;
  return {
    x: [...memory.subarray(d.at, d.at + rows)],
    good: memory[at(good)] === 1,
    length: memory[at(length)],
  };
}

describe("the factor of a band", () => {
  for (const width of [1, 2, 3, 6]) {
    test(`of width ${width} solves, for even and odd numbers of rows`, () => {
      for (const symmetric of [true, false]) {
        for (const rows of [2 * width + 1, 9, 10, 13, 24, 57]) {
          if (rows < width + 2) continue;
          const entry: Entry = (i, j) => {
            if (i === j) return 2 * width + noise(i);
            return noise(symmetric ? 100 * Math.abs(i - j) + Math.min(i, j) : 100 * i + j);
          };
          const x = range(rows).map((i) => noise(i + 0.5));
          const near = (i: number) => range(rows).filter((j) => Math.abs(i - j) <= width);
          const r = x.map((_, i) => near(i).reduce((sum, j) => sum + entry(i, j) * x[j], 0));
          const found = solved(rows, width, symmetric, entry, r);
          expect(found.good).toBe(true);
          found.x.forEach((value, i) => {
            expect(value).toBeCloseTo(x[i], 11);
          });
          const square = x.reduce((sum, value) => sum + value * value, 0);
          expect(found.length / square).toBeCloseTo(1, 11);
        }
      }
    });
  }

  test("tells of a pivot near zero, at either end and in the middle", () => {
    for (const symmetric of [true, false]) {
      for (const zero of [0, 4, 5, 8]) {
        const entry: Entry = (i, j) => (i !== j || i === zero ? 0 : 1);
        expect(solved(9, 1, symmetric, entry, new Array(9).fill(1)).good).toBe(false);
      }
    }
  });
});

interface Motion {
  readonly coordinates: readonly string[];
  readonly potential: string;
  readonly q: readonly number[];
  readonly h: number;
  /** Does the general stepper factor it as cheaply as some residuals? */
  readonly isCheap: boolean;
}

const labels = (n: number) => range(n).map((i) => `x${i + 1}`);

/** Springs from every mass to the next ones, up to `reach` of them. */
function chain(n: number, reach: number, h = 0.05): Motion {
  const coordinates = labels(n);
  const springs = coordinates.flatMap((from, i) =>
    coordinates.slice(i + 1, i + 1 + reach).map((to, k) => `(${to} - ${from})^2/${2 + k} + (${to} - ${from})^4/4`),
  );
  const walls = [`${coordinates[0]}^2/2`, `${coordinates[n - 1]}^4`];
  return {
    coordinates,
    potential: [...springs, ...walls].join(" + "),
    q: coordinates.map((_, i) => noise(i)),
    h,
    isCheap: n < 16,
  };
}

/** Masses in the plane, hung up one below the other by stiff springs: these come to rest above the rounding of their terms. */
function pendulum(masses: number, stiffness: number, h: number): Motion {
  const coordinates = range(masses).flatMap((i) => [`a${i}`, `b${i}`]);
  const springs = range(masses).map((i) => {
    const [x, y] = i === 0 ? ["a0", "b0"] : [`(a${i} - a${i - 1})`, `(b${i} - b${i - 1})`];
    return `${stiffness}*(sqrt(${x}^2 + ${y}^2) - 1)^2 + 9.81*b${i}`;
  });
  return {
    coordinates,
    potential: springs.join(" + "),
    q: range(masses).flatMap((i) => [i + 1, 0]),
    h,
    isCheap: false,
  };
}

const motions: Readonly<Record<string, Motion>> = {
  "nine masses": chain(9, 1),
  "forty masses": chain(40, 1),
  "twenty-one masses that reach the second next": chain(21, 2),
  "forty masses that reach the sixth next": chain(40, 6),
  "a pendulum of fifteen masses in the plane": pendulum(15, 1e3, 0.01),
  "a stiff one": pendulum(12, 1e7, 2e-4),
};

function problemOf({ coordinates, potential, q }: Motion): Problem {
  const mass = diagonalMass(coordinates.map((_, i) => 1 + noise(i) ** 2));
  const system = potentialSystem({ labels: coordinates, mass, ...potentialOf({ coordinates, potential }) });
  return { system, t0: 0, q0: Float64Array.from(q), v0: new Float64Array(q.length) };
}

function motion(problem: Problem, h: number, steps: number, slice = steps, method: Method = midpoint()) {
  const runner = begin(problem, method, { time: { step: h, steps } });
  while (runner.advance(slice));
  const { status, failure, last, work } = runner.result();
  return { status, failure, q: [...last.q], v: [...last.v], memory: last.memory.map((x) => [...x]), work };
}

const STEPS = 200;

const methods: Readonly<Record<string, Method>> = {
  midpoint: midpoint(),
  "midpoint, plain sums": midpoint({ summation: "plain" }),
  "energy-momentum": energyMomentum(),
  "energy-momentum, plain sums": energyMomentum({ summation: "plain" }),
  gauss: gauss(),
  "gauss of three stages, plain sums": gauss({ stages: 3, summation: "plain" }),
};

for (const [name, given] of Object.entries(motions)) {
  for (const [id, method] of Object.entries(methods)) {
    test(`${name}, ${id}: the motion of the general stepper, for as many forces, and in slices to the last bit`, () => {
      const { system } = problemOf(given);
      expect(bandOf(system, method.id === "energy-momentum" ? "ends" : "place")).not.toBeNull();
      const take = (slice: number) => motion(problemOf(given), given.h, STEPS, slice, method);
      const general = specialised("never", () => take(STEPS));
      const [code, sliced] = specialised("always", () => [take(STEPS), take(7)]);
      expect(code.status).toBe("completed");
      expect(sliced).toEqual(code);
      // Twenty ulps a step, which 200 steps of these motions enlarge by less than 100.
      const most = 100 * 20 * STEPS * Number.EPSILON * Math.max(...general.q.map(Math.abs));
      general.q.forEach((x, i) => {
        expect(Math.abs(code.q[i] - x)).toBeLessThanOrEqual(most);
      });
      // Plain sums round products with h as well, and some iterations see it.
      if (id.includes("plain")) return;
      expect(code.work.gradients).toBeLessThan(1.1 * general.work.gradients);
      // A band is factored as cheaply as some residuals; the dense and wide matrices of the general stepper are not, and their factors are kept (linalg/newton-convergence.ts).
      const factors = given.isCheap ? general.work.factorizations : general.work.gradients / 2;
      expect(code.work.factorizations).toBeLessThanOrEqual(1.1 * factors);
    });
  }
}

test("every step solves its equations, to some roundings of their terms and of the place", () => {
  for (const given of Object.values(motions)) {
    const { system, ...start } = problemOf(given);
    const { tangent, dof, mass, gradientRounding } = system;
    if (tangent === null || mass.diagonal === null || gradientRounding === undefined)
      throw new Error("not an expression");
    const { rowStart, column } = tangent.pattern;
    const [g, own, K] = [dof, dof, column.length].map((length) => new Float64Array(length));
    specialised("always", () => {
      const { h } = given;
      const runner = begin({ system, ...start }, midpoint(), { time: { step: h, steps: STEPS } });
      for (let k = 0; k < STEPS; k++) {
        const [q, v] = [runner.state.q.slice(), runner.state.v.slice()];
        runner.advance(1);
        const [A] = runner.state.memory;
        const Q = q.map((x, i) => x + (h / 2) * v[i] + ((h * h) / 4) * A[i]);
        system.gradient(Q, g);
        gradientRounding(Q, own);
        tangent.values(Q, K);
        for (let i = 0; i < dof; i++) {
          const inertia = (mass.diagonal?.[i] ?? 0) * A[i];
          let ofPlace = 0;
          for (let e = rowStart[i]; e < rowStart[i + 1]; e++) ofPlace += Math.abs(K[e] * q[column[e]]);
          const rounding = Number.EPSILON * (Math.abs(inertia) + ofPlace) + own[i];
          expect(Math.abs(inertia + g[i])).toBeLessThanOrEqual(10 * rounding);
        }
      }
    });
  }
});

test("short steps of gauss are code, and others are left to the general stepper until they are short again", () => {
  const given = chain(30, 2);
  const workOf = (how: "always" | "never", h: number) => {
    const problem = problemOf(given);
    const { system } = problem;
    let inMemory = 0;
    const gradient: System["gradient"] = (q, out) => {
      // Arrays of the code are parts of its memory, which comes in pages of 64 KiB.
      if (q.buffer.byteLength % 65536 === 0) inMemory++;
      system.gradient(q, out);
    };
    const watched = { ...problem, system: { ...system, gradient } as System };
    const { work } = specialised(how, () => motion(watched, h, 100, 100, gauss()));
    return { ...work, inMemory };
  };
  const [short, long] = [workOf("always", 0.02), workOf("always", 2)];
  expect(short.inMemory).toBe(short.gradients - 1);
  expect(short.factorizations).toBe(0);
  expect(long.inMemory).toBeLessThan(0.2 * long.gradients);
  expect(workOf("never", 0.02).inMemory).toBe(0);
});

test("it takes over after 500 steps, and a run that is continued on either side repeats its digits", () => {
  const given = motions["forty masses"];
  const problem = problemOf(given);
  const time = { step: given.h, steps: 700 };
  const whole = run(problem, midpoint(), { time }).last;
  const general = specialised("never", () => run(problem, midpoint(), { time }).last);
  expect([...whole.q]).not.toEqual([...general.q]);
  for (const at of [100, 499, 500, 501, 600]) {
    const first = begin(problem, midpoint(), { time });
    first.advance(at);
    const second = run(problem, midpoint(), { time, from: first.snapshot() });
    expect([...second.last.q, ...second.last.v]).toEqual([...whole.q, ...whole.v]);
  }
});

test("of many coordinates it takes over sooner: by their number, which a continued run has too", () => {
  const n = 3000;
  const pattern = {
    size: n,
    rowStart: Int32Array.from({ length: n + 1 }, (_, i) => i),
    column: Int32Array.from({ length: n }, (_, i) => i),
  };
  let inMemory = 0;
  const system = potentialSystem({
    labels: labels(n),
    mass: diagonalMass(new Float64Array(n).fill(1)),
    potential: (q) => q.reduce((sum, x) => sum + x ** 4 / 4, 0),
    gradient(q, out) {
      if (q.buffer.byteLength % 65536 === 0) inMemory++;
      for (let i = 0; i < n; i++) out[i] = q[i] ** 3;
    },
    tangent: {
      pattern,
      values(q, out) {
        for (let i = 0; i < n; i++) out[i] = 3 * q[i] ** 2;
      },
    },
  });
  const problem = { system, t0: 0, q0: Float64Array.from(range(n), noise), v0: new Float64Array(n) };
  const runner = begin(problem, midpoint(), { time: { step: 0.05, steps: 110 } });
  runner.advance(100);
  expect(inMemory).toBe(0);
  runner.advance(1);
  expect(inMemory).toBeGreaterThan(0);
});

test("steps that are not ordinary are left to the general stepper, and fail as there", () => {
  // Down a slope that falls without bound there are no long steps.
  const given = chain(10, 1);
  const falling = { ...given, potential: `${given.potential} + 5*x5^3 + 4*(x1 + 3)^-12` };
  const problem = { ...problemOf(falling), v0: Float64Array.from(range(10), (i) => -1 + noise(i)) };
  let failed = 0;
  for (const h of [0.02, 0.1, 0.3, 1]) {
    const [code, general] = (["always", "never"] as const).map((how) => specialised(how, () => motion(problem, h, 60)));
    expect(code.status).toBe(general.status);
    expect(code.failure?.kind).toBe(general.failure?.kind);
    expect(code.q.every(Number.isFinite)).toBe(true);
    if (general.status === "failed") failed++;
  }
  expect(failed).toBeGreaterThan(0);
});

test("a force that is not a number fails in the step that meets it", () => {
  const given = chain(12, 1);
  const potential = `${given.potential} + log(1 + x6)`;
  const problem = {
    ...problemOf({ ...given, potential }),
    v0: Float64Array.from(range(12), (i) => (i === 5 ? -9 : 0)),
  };
  const [code, general] = (["always", "never"] as const).map((how) =>
    specialised(how, () => motion(problem, 0.05, 200)),
  );
  expect(general.status).toBe("failed");
  expect(code.status).toBe("failed");
  expect(code.work.iterations).toBeGreaterThan(0);
  expect(code.failure?.kind).toBe(general.failure?.kind);
});

test("a tangent that is no narrow band has no such code", () => {
  expect(bandOf(problemOf(chain(40, 6)).system, "place")).toMatchObject({ rows: 40, width: 6 });
  expect(bandOf(problemOf(chain(40, 12)).system, "place")).toBeNull();
});

test("systems of one size share the code and nothing else: their patterns may differ", () => {
  const time = { step: 0.05, steps: 40 };
  const given = chain(12, 1);
  // Without the spring in the middle its entry of the tangent is no part of the pattern.
  const cut = given.potential.replace("(x7 - x6)^2/2 + (x7 - x6)^4/4", "0");
  const problems = [given, { ...given, potential: cut }].map(problemOf);
  specialised("always", () => {
    const alone = problems.map((problem) => [...run(problem, midpoint(), { time }).last.q]);
    const runners = problems.map((problem) => begin(problem, midpoint(), { time }));
    for (let k = 0; k < 8; k++) for (const runner of runners) runner.advance(5);
    expect(runners.map(({ state }) => [...state.q])).toEqual(alone);
    const general = specialised("never", () =>
      problems.map((problem) => [...run(problem, midpoint(), { time }).last.q]),
    );
    general.flat().forEach((x, i) => {
      expect(alone.flat()[i]).toBeCloseTo(x, 12);
    });
  });
});

test("systems written as functions have the same digits", () => {
  const given = chain(20, 2);
  const problem = problemOf(given);
  const { expression: _, ...system } = problem.system;
  const [expressed, called] = specialised("always", () =>
    [problem, { ...problem, system: system as System }].map((each) => motion(each, given.h, STEPS)),
  );
  expect(called).toEqual(expressed);
});

test("explicit steps with loops are those of the general stepper to the bit, with a ledger and without, and take over after 500 steps", () => {
  const given = chain(40, 2);
  for (const summation of ["compensated", "plain"] as const) {
    for (const ledger of [false, true]) {
      const take = () => {
        const problem = problemOf(given);
        const { system } = problem;
        let inMemory = 0;
        const gradient: System["gradient"] = (q, out) => {
          if (q.buffer.byteLength > 8 * q.length) inMemory++;
          system.gradient(q, out);
        };
        const watched = { ...problem, system: { ...system, gradient } as System };
        const runner = begin(watched, centralDifference({ summation }), { time: { step: 0.02, steps: 600 }, ledger });
        while (runner.advance(7));
        const { last, ledger: booked } = runner.result();
        return { motion: [[...last.q], [...last.v], last.memory.map((x) => [...x]), booked], inMemory };
      };
      const [code, general] = [take(), specialised("never", take)];
      expect(code.motion).toEqual(general.motion);
      // Of 600 steps the last 100 ask for forces at places in the memory of the code.
      expect(code.inMemory - general.inMemory).toBe(100);
    }
  }
});
