/** Linear systems of one shape side by side: each has the digits of `run`. */
import { expect, test } from "vitest";
import {
  diagonalMass,
  type EnsembleOptions,
  energyOf,
  generalizedAlpha,
  groundMotion,
  hht,
  InputError,
  linearSystem,
  loadOf,
  type Method,
  newmark,
  type Problem,
  run,
  runMany,
  type State,
  sumOf,
  type TimeLoad,
  timeLoad,
} from "../../src/index.js";
import { fromTriplets, type Matrix } from "../../src/linalg/index.js";

const MEMBERS = 5;
const mod = (i: number, n: number) => (i * 37 + 11) % n;

/** A shear frame of n storeys: every storey of every member has a stiffness of its own. */
function frame(n: number, load: TimeLoad | null, damping: "none" | "mass" | "stiffness") {
  const mass = diagonalMass(Array.from({ length: n }, (_, i) => 1 + i / 4));
  return (member: number): Problem => {
    const k = Array.from({ length: n + 1 }, (_, i) => (i === n ? 0 : 500 + 50 * mod(member * n + i, 20)));
    const entries = (scale: number): Matrix => {
      const all = k.slice(0, n).flatMap((_, i) => [
        [i, i, scale * (k[i] + k[i + 1])],
        ...(i + 1 < n
          ? [
              [i, i + 1, -scale * k[i + 1]],
              [i + 1, i, -scale * k[i + 1]],
            ]
          : []),
      ]);
      return fromTriplets(
        n,
        all.map(([i]) => i),
        all.map(([, j]) => j),
        all.map(([, , value]) => value),
      );
    };
    const places = Array.from({ length: n }, (_, i) => i);
    const viscous = {
      none: null,
      mass: fromTriplets(
        n,
        places,
        places,
        places.map((i) => 0.2 + 0.01 * i),
      ),
      stiffness: entries(1e-3),
    };
    return {
      system: linearSystem({ mass, stiffness: entries(1), damping: viscous[damping], load }),
      t0: 0,
      q0: Float64Array.from({ length: n }, (_, i) => 0.01 * mod(member + i, 7)),
      v0: Float64Array.from({ length: n }, (_, i) => 0.1 * mod(member + i, 5)),
    };
  };
}

const record = (count: number) => ({
  times: Array.from({ length: count }, (_, k) => 0.02 * k),
  values: Array.from({ length: count }, (_, k) => Math.sin(0.7 * k) * (k % 5)),
});
const shaken = (n: number, count = 70) =>
  groundMotion({ mass: diagonalMass(new Array(n).fill(1.3)), record: record(count) });

function expectSame(
  problems: (member: number) => Problem,
  method: Method,
  inLanes: number,
  options: Partial<EnsembleOptions> = {},
) {
  const { time = { step: 0.02, steps: 60 } } = options;
  const ensemble = runMany(problems, method, { members: MEMBERS, peaks: true, every: 20, ...options, time });
  expect(ensemble.inLanes).toBe(inLanes);
  for (let member = 0; member < MEMBERS; member++) {
    const problem = problems(member);
    const n = problem.system.dof;
    const part = (all: Float64Array) => [...all.subarray(member * n, (member + 1) * n)];
    const peaks = new Array<number>(n).fill(0);
    const seen: number[][] = [];
    const alone = run(problem, method, {
      time,
      observe: {
        all: {
          observe({ n: step, q }: Readonly<State>) {
            q.forEach((x, i) => {
              peaks[i] = Math.max(peaks[i], Math.abs(x));
            });
            if (step % 20 === 0) seen.push([...q]);
          },
          finish: () => null,
        },
      },
    });
    expect(ensemble.failures.get(member) ?? null).toEqual(alone.failure);
    expect(part(ensemble.q)).toEqual([...alone.last.q]);
    expect(part(ensemble.v)).toEqual([...alone.last.v]);
    expect(part(ensemble.peaks!)).toEqual(peaks);
    expect(ensemble.frames.map(({ q }) => part(q)).filter(([x]) => !Number.isNaN(x))).toEqual(seen);
    const { value } = energyOf(problem.system);
    expect(ensemble.energy.end[member]).toBe(value(0, alone.last.q, alone.last.v));
  }
  return ensemble;
}

test.each([1, 2, 3, 4, 5, 8])("frames of %i storeys under a record", (n) => {
  for (const damping of ["none", "mass", "stiffness"] as const)
    expectSame(frame(n, shaken(n), damping), newmark(), MEMBERS);
});

test.each([
  ["newmark, plain sums", newmark({ summation: "plain" })],
  ["newmark with damping of its own", newmark({ beta: 0.3025, gamma: 0.6 })],
  ["generalized-alpha", generalizedAlpha()],
  ["generalized-alpha, plain sums", generalizedAlpha({ summation: "plain" })],
  ["hht", hht()],
])("%s", (_, method) => {
  expectSame(frame(3, shaken(3), "mass"), method, MEMBERS);
  expectSame(frame(3, null, "none"), method, MEMBERS);
});

test("members that gain energy without end, and others beside them", () => {
  const load = shaken(3);
  // Stable below h ω = √6.
  const conditional = newmark({ beta: 1 / 12, gamma: 1 / 2 });
  const problems = (member: number): Problem => {
    const problem = frame(3, load, "mass")(member);
    if (problem.system.kind !== "linear") throw new Error("not linear");
    const { stiffness } = problem.system;
    const stiffer = { ...stiffness, values: stiffness.values.map((entry) => entry * (member % 2 === 0 ? 1 : 12)) };
    return { ...problem, system: linearSystem({ ...problem.system, damping: null, stiffness: stiffer }) };
  };
  const { failures } = expectSame(problems, conditional, 3);
  expect([...failures].map(([member, { kind }]) => [member, kind])).toEqual([
    [1, "growth"],
    [3, "growth"],
  ]);
});

test("the work of a load is that which a run books, between the points of a step too", () => {
  // At the points it is 1, and in the middle -1/2: by Simpson's rule it does no work, so that nothing explains the motion.
  const h = 0.002;
  const load = loadOf([(t) => 0.25 + 0.75 * Math.cos(1000 * Math.PI * t)]);
  const problems = (member: number): Problem => ({
    system: linearSystem({
      mass: diagonalMass([1]),
      stiffness: fromTriplets(1, [0], [0], [4 + member]),
      damping: null,
      load,
    }),
    t0: 0,
    q0: Float64Array.of(0),
    v0: Float64Array.of(0),
  });
  const { failures } = expectSame(problems, newmark(), 0, { time: { step: h, steps: 600 } });
  expect([...failures.values()].map(({ kind }) => kind)).toEqual(new Array(MEMBERS).fill("growth"));
});

test("a record that begins and ends with a jump", () => {
  const jumping = { times: [0, 0.02, 0.04], values: [3, -1, 2] };
  const load = groundMotion({ mass: diagonalMass([1, 1]), record: jumping });
  // It ends on the way: there the scheme begins anew, which is not for lanes; at the end of the run it is.
  expectSame(frame(2, load, "mass"), newmark(), 0);
  const { failures, inLanes } = runMany(frame(2, load, "mass"), newmark(), {
    members: 3,
    time: { step: 0.02, steps: 2 },
  });
  expect([failures.size, inLanes]).toEqual([0, 3]);
});

test("a sum of loads is one number a coordinate, however short the run", () => {
  for (const steps of [1, 2, 3, 60]) {
    for (const phase of [0, 1, 2, 3, 4, 5]) {
      const two = sumOf([shaken(2), loadOf([(t) => 0.3 * t + phase, (t) => 1 / (1 + t + phase)])]);
      expectSame(frame(2, two, "stiffness"), newmark(), MEMBERS, { time: { step: 0.02, steps } });
    }
  }
});

test("loads that add themselves in parts, or another one for each member, run one after another", () => {
  const [one, other] = [shaken(2), loadOf([(t) => 0.3 * t, (t) => 1 / (1 + t)])];
  const none = new Float64Array(2);
  const two = timeLoad((t, out) => {
    one.addTo(t, none, none, out);
    other.addTo(t, none, none, out);
  });
  expectSame(frame(2, two, "mass"), newmark(), 0);
  const each = (member: number) => frame(2, shaken(2), "mass")(member);
  // The first has the load of the first.
  expectSame((member) => each(member), newmark(), 0);
});

test("members of another shape, and such as would exchange rows, are left to themselves", () => {
  const usual = frame(3, null, "none");
  const odd = (member: number) => (member === 1 ? frame(3, null, "mass")(1) : member === 3 ? coupled : usual(member));
  // Off the diagonal more than on it: not what a frame has, and indefinite.
  const coupled: Problem = {
    ...usual(3),
    system: linearSystem({
      mass: diagonalMass([1, 1, 1]),
      stiffness: fromTriplets(3, [0, 0, 1, 1, 1, 2, 2], [0, 1, 0, 1, 2, 1, 2], [1, 5e4, 5e4, 1, 1, 1, 1]),
    }),
  };
  expectSame(odd, newmark(), MEMBERS - 2);
});

test("members that cannot be built, the first among them, or have another number of coordinates are refused, and the others go on", () => {
  const usual = frame(2, null, "none");
  const broken = (): Problem => {
    throw new InputError("no such frame");
  };
  const problems = (member: number) =>
    member % 4 === 0 ? broken() : member === 2 ? frame(3, null, "none")(2) : usual(member);
  const { failures, q, dof } = runMany(problems, newmark(), { members: MEMBERS, time: { step: 0.02, steps: 10 } });
  expect([...failures].sort(([a], [b]) => a - b)).toEqual([
    [0, { kind: "refused", reason: "no such frame" }],
    [2, { kind: "refused", reason: expect.stringContaining("has 3 coordinates, others of the ensemble 2") }],
    [4, { kind: "refused", reason: "no such frame" }],
  ]);
  expect(Array.from(q, Number.isFinite)).toEqual([0, 1, 2, 3, 4].flatMap((i) => Array(dof).fill(i % 2 === 1)));
  expect(() => runMany(broken, newmark(), { members: 2, time: { step: 0.02, steps: 10 } })).toThrow("no such frame");
});

test("a step that is unstable for some", () => {
  const soft = frame(1, null, "none");
  const stiff = (factor: number): Problem => ({
    ...soft(0),
    system: linearSystem({ mass: diagonalMass([1]), stiffness: fromTriplets(1, [0], [0], [factor]) }),
    q0: Float64Array.of(1),
    v0: Float64Array.of(0),
  });
  // ω h < √12 for β = 1/6: k < 30,000.
  const problems = (member: number) => stiff(member === 2 ? 60_000 : 1000 + member);
  const { failures } = expectSame(problems, newmark({ beta: 1 / 6 }), MEMBERS - 1);
  expect([...failures.keys()]).toEqual([2]);
  expect(failures.get(2)).toMatchObject({ kind: "growth" });
});

test("one linear problem from many starts", () => {
  const problem = frame(2, null, "mass")(0);
  const starts = { q: [0, 0.1, 0.2, 0.3, 0.4, 0.5], v: [1, 0, 0, 1, 1, 1] };
  const { q, inLanes } = runMany(problem, newmark(), { starts, time: { step: 0.02, steps: 30 } });
  expect(inLanes).toBe(3);
  for (let member = 0; member < 3; member++) {
    const part = (all: readonly number[]) => Float64Array.from(all.slice(2 * member, 2 * member + 2));
    const alone = run({ ...problem, q0: part(starts.q), v0: part(starts.v) }, newmark(), {
      time: { step: 0.02, steps: 30 },
    });
    expect([...q.subarray(2 * member, 2 * member + 2)]).toEqual([...alone.last.q]);
  }
});
