/** Motions that a face of the grid holds: they go on along it, exactly. What is expected is worked out by hand, or by a system in which
 *  what moves together is one coordinate. */
import { describe, expect, test } from "vitest";
import { begin, run } from "../../../src/core/run.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { startingFrom } from "../../../src/models/model.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { potentialSystem } from "../../../src/systems/potential.js";
import { after } from "./after.js";

const FORMS = ["paper", "ring"] as const;
const GRIDS = ["kuhn", "j1", "orthant"] as const;

const system = (masses: readonly number[], potential: (q: Float64Array) => number) =>
  potentialSystem({
    labels: masses.map((_, j) => `q${j}`),
    mass: diagonalMass(Float64Array.from(masses)),
    potential,
    gradient: () => {},
    tangent: null,
  });

describe("a motion along faces is not reversible", () => {
  // From the second box on it is one of several: z and x are on a ridge between them, and on valleys with y.
  const coupled = system(
    [1, 2, 1],
    ([x, y, z]) => 2 * (x - y) ** 2 + 3 * (y - z) ** 2 + x ** 4 + y ** 4 + z ** 4 + Math.cosh(x + z),
  );
  const there = (origin: number, q: ArrayLike<number>, v: ArrayLike<number>) => {
    const method = forceStepping({ grid: 0.05, triangulation: "j1", origin });
    const runner = begin(startingFrom(coupled, q, v), method, { time: { end: 0.5 } });
    while (runner.advance(1000));
    return { ...runner.result().last, codes: runner.remarks().map(({ code }) => code) };
  };
  const missed = (origin: number) => {
    const end = there(origin, [0, 0, 0], [1, 1, 1]);
    const back = there(
      origin,
      end.q,
      end.v.map((v) => -v),
    );
    return { ...end, distance: Math.max(...back.q.map(Math.abs), ...back.v.map((v) => Math.abs(v + 1))) };
  };

  test("and says so, from when on", () => {
    const { distance, codes } = missed(0);
    expect(distance).toBeGreaterThan(1e-6);
    expect(codes).toEqual(["along-faces"]);
  });

  test("beside the faces it is, and says nothing", () => {
    const method = forceStepping({ grid: 0.05, triangulation: "j1", origin: [0.011, 0.023, 0.037] });
    const forth = begin(startingFrom(coupled, [0, 0, 0], [1, 1, 1]), method, { time: { end: 3 } });
    while (forth.advance(1000));
    const { q, v } = forth.result().last;
    const { last } = run(
      startingFrom(
        coupled,
        q,
        v.map((each) => -each),
      ),
      method,
      { time: { end: 3 } },
    );
    // Rounding, with what three units of time make of it.
    for (let i = 0; i < 3; i++) {
      expect(Math.abs(last.q[i])).toBeLessThan(1e-11);
      expect(Math.abs(last.v[i] + 1)).toBeLessThan(1e-11);
    }
    expect(forth.remarks()).toEqual([]);
  });

  test("an equilibrium that stays says nothing", () => {
    const bowl = system([1, 2], ([x, y]) => x ** 2 + y ** 2 + (x - y) ** 2 / 2);
    const runner = begin(startingFrom(bowl, [0, 0], [0, 0]), forceStepping({ grid: 0.1, origin: 0 }), {
      time: { end: 1 },
    });
    while (runner.advance(1000));
    expect(runner.remarks()).toEqual([]);
  });
});

describe.each(GRIDS)("%s", (triangulation) => {
  describe.each(FORMS)("%s", (algorithm) => {
    const choice = { grid: 0.1, origin: 0, triangulation, algorithm } as const;

    test("an equilibrium on a corner of the grid stays", () => {
      const bowl = system([1, 2, 3], ([x, y, z]) => x ** 2 + y ** 2 + z ** 2 + (x - y) ** 2 / 2 + (y - z) ** 2 / 3);
      const { q, v, steps } = after(startingFrom(bowl, [0, 0, 0], [0, 0, 0]), choice, 10);
      expect([...q, ...v].map(Math.abs)).toEqual([0, 0, 0, 0, 0, 0]);
      expect(steps).toBeLessThan(4);
    });

    test("two masses that pull together, side by side: as one mass", () => {
      const pair = system([1, 3], ([x, y]) => 2 * (x - y) ** 2 + (x ** 2 + 3 * y ** 2) / 2);
      const one = system([4], ([x]) => 2 * x ** 2);
      const { q, v, drift } = after(startingFrom(pair, [0.23, 0.23], [0.5, 0.5]), choice, 6);
      const alone = after(startingFrom(one, [0.23], [0.5]), choice, 6);
      expect(q[0]).toBe(q[1]);
      expect(v[0]).toBe(v[1]);
      // Some hundred events, each exact to some ulps.
      expect(q[0]).toBeCloseTo(alone.q[0], 12);
      expect(v[0]).toBeCloseTo(alone.v[0], 12);
      expect(drift).toBeLessThan(1e-14);
    });

    test("equal oscillators that start alike stay alike", () => {
      const three = system([1, 1, 1], (q) => q.reduce((sum, x) => sum + x ** 2 / 2 + x ** 4 / 4, 0));
      const one = system([1], ([x]) => x ** 2 / 2 + x ** 4 / 4);
      const { q } = after(startingFrom(three, [1, 1, 1], [0.2, 0.2, 0.2]), choice, 7);
      const alone = after(startingFrom(one, [1], [0.2]), choice, 7);
      for (const x of q) expect(x).toBeCloseTo(alone.q[0], 12);
    });
  });

  test("is what motions next to it tend to, which bounce about the face a hundred thousand times", () => {
    const [k, c, weak] = [
      [1.3, 2, 0.45, 1.2],
      [0, 0.1, 0.2, 0.4],
      [3, 2, 1, 0.5, 0.7, 0.4],
    ];
    const couplings = [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].slice(0, i).map((j) => [i, j]));
    const bowl = system([1, 2, 0.5, 1.3], (q) => {
      const x = q.map((value, j) => value - c[j]);
      const own = x.reduce((sum, value, j) => sum + (k[j] * value ** 2) / 2, 0);
      return couplings.reduce((sum, [i, j], n) => sum + weak[n] * (x[i] - x[j]) ** 2, own);
    });
    const near = (e: number, end: number) => {
      const start = startingFrom(bowl, [0.23 + e, 0.33 - e / 2, 0.43 + e / 3, 0.07], [0.5, 0.5, 0.5, -0.3]);
      return after(start, { grid: 0.1, origin: 0, triangulation, algorithm: "ring" }, end);
    };
    for (const end of [0.4, 2]) {
      const [on, above] = [near(0, end), near(1e-9, end)];
      expect(above.steps).toBeGreaterThan(50 * on.steps);
      // Off by the distance from the face; after it has let go, by the speed of the bounces, √(2 · 1e-9), as well.
      const apart = Math.max(...on.q.map((x, j) => Math.abs(x - above.q[j])));
      expect(apart).toBeLessThan(end < 1 ? 1e-8 : 1e-4);
    }
  });
});

test("in the sparse form, and with its memory in a snapshot", () => {
  // Five masses on the diagonal of the grid, all with one velocity: they fly.
  const { system: chain } = springChain({ masses: 5, ends: "free", cubic: 0.1 });
  const problem = startingFrom(chain, [0.15, 0.15, 0.15, 0.15, 0.15], [1, 1, 1, 1, 1]);
  for (const algorithm of ["sparse", "ring", "paper"] as const) {
    const { q } = after(problem, { grid: 0.1, origin: 0, algorithm }, 3.3);
    for (const x of q) expect(x).toBeCloseTo(3.45, 13);
  }
  const method = forceStepping({ grid: 0.1, origin: 0, algorithm: "sparse" });
  const time = { end: 2, interval: 0.5 };
  const whole = begin(problem, method, { time });
  whole.advance(7);
  const snapshot = whole.snapshot();
  while (whole.advance(1000));
  const resumed = begin(problem, method, { time, from: snapshot });
  while (resumed.advance(1000));
  expect([...resumed.state.q]).toEqual([...whole.state.q]);
});

test("a square of four equal masses on mirrored grids at their default origin goes on, also where diagonals are ridges", () => {
  // Corners (±1, ±1) with springs along the sides. In mirrored boxes both coordinates of a corner are on a ridge of V_h: staying there
  // and leaving it are both motions in V_h, and it is left.
  const sides = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ];
  const square = system([1, 1, 1, 1, 1, 1, 1, 1], (q) =>
    sides.reduce((sum, [i, j]) => {
      const length = Math.hypot(q[2 * i] - q[2 * j], q[2 * i + 1] - q[2 * j + 1]);
      return sum + (length - 2) ** 2 / 2;
    }, 0),
  );
  const corners = [1, 1, -1, 1, -1, -1, 1, -1];
  for (const triangulation of ["j1", "orthant"] as const) {
    const start = startingFrom(
      square,
      corners.map((x) => 1.1 * x),
      corners.map((x) => 0.05 * x),
    );
    const { drift } = after(start, { grid: 0.05, triangulation }, 8);
    expect(drift).toBeLessThan(1e-12);
  }
});

describe("on a ridge, where motion in V_h is not unique", () => {
  // Two masses m at ±s, bonded by a spring k of length l, in mirrored boxes: V_h = … − D/2 |r| with r the difference of the two heights in their boxes and
  // D = V(P) − V(P + a) − V(P + b) + V(P + a + b) = k h². So r̈ = (k/m) sign r, and from r = ṙ = 0 both r = 0 and r = ± k/m (t − τ)²/2 from any τ on are motions.
  const [k, l, m, h, s] = [3, 1, 2, 0.1, 0.523];
  const pair = system([m, m], ([x, y]) => (k / 2) * (x - y - l) ** 2);
  const choice = { grid: h, triangulation: "j1" } as const;
  const from = (apart: number) => startingFrom(pair, [s + apart / 2, -s + apart / 2], [0.01, -0.01]);
  const END = 0.3;

  test("all of them have the energy of the start", () => {
    const { invariants, state } = begin(from(0), forceStepping(choice), { time: { end: END, interval: END } });
    const energy = invariants.find(({ name }) => name === "energy");
    if (energy === undefined) throw new Error("K + V_h is constant");
    const start = energy.value(0, state.q, state.v);
    // Along x₁ = −x₂, in the box from 0.5 to 0.6, V_h is linear: from corner to corner the spring is 2h longer.
    const slope = ((k / 2) * ((1.2 - l) ** 2 - (1 - l) ** 2)) / (2 * h);
    const a = -slope / m;
    for (const leaves of [0, 0.1, 0.25, END]) {
      for (const t of [0.05, 0.2, END]) {
        const since = Math.max(0, t - leaves);
        const [middle, drift] = [(h * k * since ** 2) / m / 4, (h * k * since) / m / 2];
        const [out, speed] = [s + 0.01 * t + (a * t ** 2) / 2, 0.01 + a * t];
        const now = energy.value(
          t,
          Float64Array.of(middle + out, middle - out),
          Float64Array.of(drift + speed, drift - speed),
        );
        // Some ulps of energies of 0.02.
        expect(Math.abs(now - start)).toBeLessThan(1e-16);
      }
    }
  });

  test.each(["paper", "ring"] as const)("it is left at once, as motions beside it do: %s", (algorithm) => {
    const middleAfter = (apart: number) => {
      const { q } = after(from(apart), { ...choice, algorithm }, END);
      return (q[0] + q[1]) / 2;
    };
    const away = (h * k * END ** 2) / m / 4;
    const [left, on, right] = [-1e-9, 0, 1e-9].map(middleAfter);
    expect(left).toBeCloseTo(-away - 5e-10, 15);
    expect(right).toBeCloseTo(away + 5e-10, 15);
    // Heights are counted inwards in this box: the first coordinate, ahead, is nearer to the middle.
    expect(on).toBeCloseTo(-away, 15);
  });
});

describe("too far out for the grid", () => {
  const well = system([1], ([x]) => (x - 1e9) ** 2 / 2);

  test("at the start: refused, with what would do", () => {
    const start = startingFrom(well, [1e9 + 1e-3], [0]);
    for (const algorithm of ["ring", "paper"] as const) {
      const method = forceStepping({ grid: 1e-7, algorithm });
      expect(() => begin(start, method, { time: { end: 3 } })).toThrow(
        /grid: the spacing is 1e-7, and around q0 = 1000000000.001, 1.0e\+16 of it from zero, .*accepted: a spacing above 2.22e-7/,
      );
    }
    const pair = startingFrom(springChain({ masses: 2, ends: "free" }).system, [1e9, 1e9], [0, 0]);
    expect(() => begin(pair, forceStepping({ grid: 1e-7, interpolation: "pairs" }), { time: { end: 3 } })).toThrow(
      /cannot be told apart/,
    );
    expect(after(start, { grid: 1e-4 }, Math.PI).q[0]).toBeCloseTo(1e9 - 1e-3, 4);
  });

  test("on the way: a failure", () => {
    const slope = system([1], ([x]) => -(2 ** 45) * Math.abs(x));
    for (const algorithm of ["ring", "paper"] as const) {
      const away = run(startingFrom(slope, [2 ** 52 - 1000], [1e6]), forceStepping({ grid: 1, origin: 0, algorithm }), {
        time: { end: 1, interval: 1 },
        growth: "report",
      });
      expect(away.failure ?? away.last.q).toEqual({ kind: "resolution", dof: 0 });
    }
  });
});
