/** What `runMany` gives is what `run` gives, one member after another, to the last bit. */
import { describe, expect, test } from "vitest";
import { specialised } from "../../src/core/specialise.js";
import {
  bathe,
  centralDifference,
  diagonalMass,
  duffing,
  type EnsembleOptions,
  energyMomentum,
  energyOf,
  gauss,
  henonHeiles,
  type Method,
  midpoint,
  newmark,
  type Problem,
  pendulum,
  potentialSystem,
  type Run,
  rk4,
  run,
  runMany,
  type State,
  yoshida,
} from "../../src/index.js";
import { type AdjustableParameters, adjustable, potentialOf } from "../../src/symbolic/index.js";

interface Family {
  readonly problem: Problem;
  readonly adjustable?: AdjustableParameters;
  readonly parameters?: Readonly<Record<string, readonly number[]>>;
  readonly starts: { readonly q: readonly number[]; readonly v: readonly number[] };
}

const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * ((i * 7) % count)) / count);

function family(
  coordinates: readonly string[],
  potential: string,
  masses: readonly number[],
  values: Readonly<Record<string, readonly [number, number]>>,
  members: number,
): Family {
  const names = Object.keys(values);
  const parameters = adjustable(Object.fromEntries(names.map((name) => [name, values[name][0]])));
  const system = potentialSystem({
    labels: coordinates,
    mass: diagonalMass(masses),
    ...potentialOf({ coordinates, parameters, potential }),
  });
  const n = coordinates.length;
  return {
    problem: { system, t0: 0, q0: new Float64Array(n), v0: new Float64Array(n) },
    ...(names.length > 0 && {
      adjustable: parameters,
      parameters: Object.fromEntries(names.map((name) => [name, spread(members, ...values[name])])),
    }),
    starts: { q: spread(members * n, 0.1, 0.4), v: spread(members * n, -0.2, 0.3) },
  };
}

const FAMILIES: Readonly<Record<string, (members: number) => Family>> = {
  "Duffing oscillators": (members) =>
    family(["x"], "alpha*x^2/2 + beta*x^4/4", [1], { alpha: [0.5, 2], beta: [-0.1, 1] }, members),
  pendulums: (members) => family(["phi"], "w*(1 - cos(phi))", [0.7], { w: [1, 9] }, members),
  "Hénon and Heiles": (members) =>
    family(["x", "y"], "(x^2 + y^2)/2 + l*(x^2*y - y^3/3)", [1, 1], { l: [0.5, 1] }, members),
  "chains of three": (members) =>
    family(
      ["a", "b", "c"],
      "k*a^2/2 + (b-a)^2/2 + (b-a)^4/4 + (c-b)^2/2 + r*sqrt(1 + c^2)",
      [1, 2, 0.5],
      { k: [1, 3], r: [0, 1] },
      members,
    ),
  "eight unknowns": (members) =>
    family(
      [..."abcdfgjm"],
      [..."abcdfgjm"].map((x, i, all) => `${x}^4/4 + k*(${x} - ${all[(i + 1) % 8]})^2/2`).join(" + "),
      [1, 2, 3, 4, 4, 3, 2, 1],
      { k: [1, 2] },
      members,
    ),
};

const part = (vector: ArrayLike<number>, member: number, n: number) =>
  Array.from(vector).slice(member * n, (member + 1) * n);

/** Each member by itself, as somebody would who knows `run` alone. */
function oneByOne(
  { problem, adjustable: set, parameters = {}, starts }: Family,
  method: Method,
  options: Pick<EnsembleOptions, "time" | "every">,
) {
  const n = problem.system.dof;
  const members = starts.q.length / n;
  return Array.from({ length: members }, (_, member) => {
    set?.set(Object.fromEntries(Object.entries(parameters).map(([name, values]) => [name, values[member]])));
    const peaks = new Array<number>(n).fill(0);
    const frames: number[][] = [];
    const { every = 1 } = options;
    const outcome: Run = run(
      {
        ...problem,
        q0: Float64Array.from(part(starts.q, member, n)),
        v0: Float64Array.from(part(starts.v, member, n)),
      },
      method,
      {
        time: options.time,
        observe: {
          peaks: {
            on: "steps" as const,
            observe({ q }: Readonly<State>) {
              q.forEach((x, i) => {
                peaks[i] = Math.max(peaks[i], Math.abs(x));
              });
            },
            finish: () => null,
          },
          frames: {
            every,
            observe({ q, v }: Readonly<State>) {
              frames.push([...q, ...v]);
            },
            finish: () => null,
          },
        },
      },
    );
    const { value } = energyOf(problem.system);
    const start = value(0, Float64Array.from(part(starts.q, member, n)), Float64Array.from(part(starts.v, member, n)));
    return { outcome, peaks, frames, energy: [start, value(0, outcome.last.q, outcome.last.v)] };
  });
}

function expectSame(given: Family, method: Method, options: Pick<EnsembleOptions, "time" | "every">, inLanes: boolean) {
  const ensemble = runMany(given.problem, method, { ...given, ...options, peaks: true, work: true });
  const alone = oneByOne(given, method, options);
  const n = given.problem.system.dof;
  expect(ensemble.members).toBe(alone.length);
  expect(ensemble.inLanes).toBe(inLanes ? alone.length : 0);
  alone.forEach(({ outcome, peaks, frames, energy }, member) => {
    expect(ensemble.steps[member]).toBe(outcome.steps);
    expect(ensemble.failures.get(member) ?? null).toEqual(outcome.failure);
    expect(part(ensemble.q, member, n)).toEqual([...outcome.last.q]);
    expect(part(ensemble.v, member, n)).toEqual([...outcome.last.v]);
    expect(part(ensemble.peaks!, member, n)).toEqual(peaks);
    const { iterations, factorizations, gradients, tangents } = outcome.work;
    const work = { iterations, factorizations, gradients, tangents };
    expect(Object.fromEntries(Object.entries(ensemble.work!).map(([name, all]) => [name, all[member]]))).toEqual(work);
    expect([ensemble.energy.start[member], ensemble.energy.end[member]]).toEqual(energy);
    const seen = ensemble.frames.map(({ q, v }) => [...part(q, member, n), ...part(v, member, n)]);
    expect(seen.filter(([x]) => !Number.isNaN(x))).toEqual(frames);
  });
  return ensemble;
}

const METHODS: Readonly<Record<string, Method>> = {
  "central-difference": centralDifference(),
  "central-difference, plain sums": centralDifference({ summation: "plain" }),
  yoshida: yoshida(),
  "yoshida of order 8, plain sums": yoshida({ order: 8, summation: "plain" }),
  rk4: rk4(),
  "rk4, plain sums": rk4({ summation: "plain" }),
  midpoint: midpoint(),
  "midpoint, plain sums": midpoint({ summation: "plain" }),
  "energy-momentum": energyMomentum(),
};

describe.each(Object.keys(FAMILIES))("%s", (name) => {
  test.each(Object.keys(METHODS))("in lanes by %s", (method) => {
    expectSame(FAMILIES[name](9), METHODS[method], { time: { step: 0.05, steps: 40 }, every: 20 }, true);
  });
});

test.each([
  ["Duffing oscillators", "midpoint", 0.9],
  ["Hénon and Heiles", "midpoint", 0.6],
  ["Hénon and Heiles", "energy-momentum", 0.4],
])("%s by %s in steps so long that the iteration does not go as it does as a rule", (name, method, step) => {
  const { work } = expectSame(FAMILIES[name](9), METHODS[method], { time: { step, steps: 60 }, every: 30 }, true);
  // One factor a step is the rule.
  expect(Math.max(...work!.factorizations)).toBeGreaterThan(60);
});

test("what is not counted has the same digits", () => {
  const given = FAMILIES["Hénon and Heiles"](9);
  const options = { ...given, time: { step: 0.05, steps: 40 } };
  for (const method of Object.values(METHODS)) {
    const [counted, plain] = [true, false].map((work) => runMany(given.problem, method, { ...options, work }));
    expect(plain.work).toBeNull();
    expect([plain.q, plain.v, plain.inLanes]).toEqual([counted.q, counted.v, 9]);
  }
});

test("the first steps of a system without parameters are not code, and the digits are the same", () => {
  const { adjustable: _, parameters: __, ...given } = family(["x"], "x^2/2 + x^4/4", [1], {}, 5);
  for (const method of [centralDifference(), midpoint()])
    expectSame(given, method, { time: { step: 0.05, steps: 600 }, every: 300 }, true);
});

test("builtin models, which are expressions", () => {
  for (const problem of [duffing({ hardening: 1.5 }), pendulum({ length: 2 }), henonHeiles()]) {
    const n = problem.system.dof;
    const starts = { q: spread(3 * n, 0.1, 0.3), v: spread(3 * n, -0.1, 0.2) };
    for (const method of [centralDifference(), midpoint()])
      expectSame({ problem, starts }, method, { time: { step: 0.05, steps: 520 }, every: 260 }, true);
  }
});

test("methods and systems that are not code run one after another", () => {
  const given = FAMILIES["Duffing oscillators"](3);
  for (const method of [gauss(), newmark(), bathe(), midpoint({ tolerance: 1e-9 })])
    expectSame(given, method, { time: { step: 0.05, steps: 20 }, every: 10 }, false);
  const driven = duffing({ force: 0.3, frequency: 1.2, damping: 0.1 });
  expectSame(
    { problem: driven, starts: { q: [0.1, 0.2, 0.3], v: [0, 0.1, 0] } },
    centralDifference(),
    { time: { step: 0.05, steps: 20 }, every: 5 },
    false,
  );
});

test("without compiled code", () => {
  specialised("never", () => {
    expectSame(FAMILIES.pendulums(3), midpoint(), { time: { step: 0.05, steps: 20 }, every: 10 }, false);
  });
});

test("one problem a member", () => {
  const alphas = [0.5, 1, 2];
  const { q, members } = runMany((member) => duffing({ stiffness: alphas[member] }), centralDifference(), {
    members: 3,
    time: { step: 0.05, steps: 50 },
  });
  expect(members).toBe(3);
  alphas.forEach((stiffness, member) => {
    const alone = run(duffing({ stiffness }), centralDifference(), { time: { step: 0.05, steps: 50 } });
    expect(q[member]).toBe(alone.last.q[0]);
  });
});

describe("members that fail", () => {
  // A softening spring lets go of the mass: beyond x = 1 it runs away and leaves the range of numbers.
  const runaway = (members: number, fast: readonly number[]): Family => {
    const given = family(["x"], "x^2/2 - x^4/4", [1], { unused: [1, 2] }, members);
    const v = [...given.starts.v];
    for (const member of fast) v[member] = 2;
    return { ...given, starts: { ...given.starts, v } };
  };

  test.each(["central-difference", "midpoint", "energy-momentum"])("%s: the others go on", (method) => {
    const given = runaway(10, [0, 3, 9]);
    const ensemble = runMany(given.problem, METHODS[method], {
      ...given,
      time: { step: 0.05, steps: 300 },
      work: true,
    });
    const alone = oneByOne(given, METHODS[method], { time: { step: 0.05, steps: 300 } });
    expect([...ensemble.failures.keys()].sort()).toEqual([0, 3, 9]);
    expect(ensemble.inLanes).toBe(7);
    alone.forEach(({ outcome }, member) => {
      expect(ensemble.failures.get(member) ?? null).toEqual(outcome.failure);
      expect(ensemble.q[member]).toBe(outcome.last.q[0]);
      expect(ensemble.steps[member]).toBe(outcome.steps);
      const { gradients, iterations } = ensemble.work!;
      const counted = [gradients[member], iterations[member]];
      // Where the code does not take a step it is not known what that cost.
      if (method === "central-difference" || !counted.some(Number.isNaN))
        expect(counted).toEqual([outcome.work.gradients, outcome.work.iterations]);
    });
  });

  // From far within the limit of stability to far beyond it: some are bounded, some swing, some grow slowly, some at once, some fall.
  const UNSTABLE: Readonly<Record<string, (members: number) => Family>> = {
    "stiff springs": (members) => family(["x"], "k*x^2/2 + x^4/4", [1], { k: [100, 3000] }, members),
    "two beside each other": (members) =>
      family(["x", "y"], "k*x^2/2 + (x - y)^2*c/2 + x^2*y", [1, 0.5], { k: [300, 1700], c: [100, 900] }, members),
    "wells without a bottom": (members) =>
      family(["x", "y"], "x^2/2 - k*x^4 + cos(y)*k - y^3*k/3", [1, 1], { k: [0.1, 3] }, members),
  };
  test.each(Object.keys(UNSTABLE).flatMap((name) => Object.keys(METHODS).map((method) => [name, method] as const)))(
    "%s by %s fail where they fail alone, and as they do alone",
    (name, method) => {
      const given = UNSTABLE[name](25);
      for (const time of [
        { step: 0.05, steps: 300 },
        { step: 0.0501, steps: 1700 },
      ]) {
        const ensemble = runMany(given.problem, METHODS[method], { ...given, time });
        const alone = oneByOne(given, METHODS[method], { time });
        alone.forEach(({ outcome }, member) => {
          expect(ensemble.failures.get(member) ?? null).toEqual(outcome.failure);
          expect(ensemble.steps[member]).toBe(outcome.steps);
          expect(part(ensemble.q, member, given.problem.system.dof)).toEqual([...outcome.last.q]);
        });
        if (method === "central-difference") expect(ensemble.failures.size).toBeGreaterThan(4);
      }
    },
  );

  test("all of a group", () => {
    const given = runaway(3, [0, 1, 2]);
    const { failures, inLanes } = runMany(given.problem, centralDifference(), {
      ...given,
      time: { step: 0.05, steps: 300 },
    });
    expect([failures.size, inLanes]).toEqual([3, 0]);
  });

  test("a start or a parameter that is refused is the member's failure", () => {
    const given = family(["x"], "k*x^2/2 + (1/m)*x", [1], { k: [1, 2], m: [1, 2] }, 4);
    const { failures, q } = runMany(given.problem, centralDifference(), {
      ...given,
      parameters: { ...given.parameters, m: [1, 0, 2, 1] },
      starts: { q: [0.1, 0.1, Number.POSITIVE_INFINITY, 0.1], v: [0, 0, 0, 0] },
      time: { step: 0.05, steps: 10 },
    });
    expect([...failures.keys()].sort()).toEqual([1, 2]);
    expect(failures.get(1)).toMatchObject({ kind: "refused", reason: expect.stringContaining("infinite") });
    expect(failures.get(2)).toMatchObject({ kind: "refused", reason: expect.stringContaining("energy of the start") });
    expect([...q].map(Number.isNaN)).toEqual([false, true, true, false]);
  });
});

test("a parameter that is missing for a member is not what it is for the others", () => {
  const given = family(["x"], "k*x^2/2", [1], { k: [1, 2] }, 3);
  const holes: number[] = [1];
  holes[2] = 3;
  for (const notices of [false, true]) {
    const options = { ...given, parameters: { k: holes }, notices, time: { step: 0.05, steps: 10 } };
    expect([...runMany(given.problem, centralDifference(), options).failures]).toMatchObject([
      [1, { kind: "refused" }],
    ]);
  }
});

test("what is not a number is not the largest, as alone", () => {
  const given = family(["x", "y"], "k*x^2/2", [1, 1], { k: [1, 2] }, 2);
  const starts = { q: [0.1, Number.NaN, 0.2, 0.3], v: [0, 0, 0, 0] };
  const time = { step: 0.05, steps: 0 };
  const { peaks } = runMany(given.problem, centralDifference(), { ...given, starts, peaks: true, time });
  expect([...peaks!]).toEqual([0.1, 0, 0.2, 0.3]);
});

describe("wrong input", () => {
  const given = FAMILIES["Duffing oscillators"](3);
  const time = { step: 0.05, steps: 10 };
  const many = (options: Partial<EnsembleOptions>) => () =>
    runMany(given.problem, centralDifference(), { ...given, time, ...options });

  test("numbers of members that do not agree", () => {
    expect(many({ parameters: { alpha: [1, 2] } })).toThrow("parameters.alpha is for 2 members and starts.q for 3");
    expect(many({ members: 4 })).toThrow("members is for 4 members and parameters.alpha for 3");
    expect(() => runMany(given.problem, centralDifference(), { time })).toThrow("how many members there are");
  });

  test("parameters that nobody can set", () => {
    expect(() => runMany(given.problem, centralDifference(), { time, parameters: { alpha: [1, 2, 3] } })).toThrow(
      "adjustable is not given",
    );
    expect(many({ parameters: { gamma: [1, 2, 3] } })).toThrow('no parameter "gamma"');
    const power = family(["x"], "x^n", [1], { n: [2, 4] }, 3);
    expect(() => runMany(power.problem, centralDifference(), { ...power, time })).toThrow("stands in the exponent");
  });

  test("frames", () => {
    expect(many({ every: -1 })).toThrow("every is -1");
  });

  test("parameters are as they were afterwards", () => {
    const before = given.adjustable!.values;
    many({})();
    expect(given.adjustable!.values).toEqual(before);
  });
});

test("no member", () => {
  const { members, q } = runMany(duffing(), midpoint(), { members: 0, time: { step: 0.1, steps: 10 } });
  expect([members, q.length]).toEqual([0, 0]);
});
