/** The same motion in other units of length, mass and time: powers of two scale without rounding, so every bit of the motion and every count of
 *  work is the same, unless a number with a unit hides in the code. And the same motion from another time on, and with its coordinates in
 *  another order. */
import { expect, test } from "vitest";
import { type MethodFamily, refusal } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import type { Force, Problem } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { methods } from "../../src/methods/all.js";
import { startingFrom } from "../../src/models/model.js";
import { potentialSystem } from "../../src/systems/potential.js";

interface Units {
  /** What a metre is worth. */
  readonly length: number;
  /** What a kilogram is worth. */
  readonly mass: number;
  /** What a second is worth. */
  readonly time: number;
}
const SI: Units = { length: 1, mass: 1, time: 1 };
const OTHERS: readonly Units[] = [
  { length: 2 ** 40, mass: 2 ** -18, time: 1 },
  { length: 2 ** -33, mass: 2 ** 22, time: 2 ** 9 },
];
const energyUnit = ({ length, mass, time }: Units) => mass * (length / time) ** 2;

interface Situation {
  readonly loaded: boolean;
  readonly t0?: number;
  /** Which mass of the chain a coordinate is. */
  readonly order?: readonly number[];
}

/** Two or three masses on hardening springs, pulled about where a load is wanted: Σ k e²/2 + b e⁴/4 of the extensions e. */
function chain(units: Units, { loaded, t0 = 0, order = [0, 1, 2] }: Situation): Problem {
  const n = order.length;
  const K = [3, 2, 4];
  const B = [1, 5, 2];
  const { length, mass, time } = units;
  const energy = energyUnit(units);
  // Where among the coordinates mass i is.
  const at = order.map((_, i) => order.indexOf(i));
  const extension = (q: Vec, s: number) => (q[at[s]] - (s === 0 ? 0 : q[at[s - 1]])) / length;
  const pull: Force = {
    byPosition: null,
    byVelocity: null,
    addTo(t, _q, _v, out) {
      for (let i = 0; i < n; i++) out[at[i]] += (energy / length) * Math.sin((t - t0) / time + i);
    },
  };
  const system = potentialSystem({
    labels: ["x", "y", "z"].slice(0, n),
    mass: diagonalMass(Float64Array.from(order, (i) => mass * [1, 2, 1][i])),
    potential(q) {
      let sum = 0;
      for (let s = 0; s < n; s++) {
        const e = extension(q, s);
        sum += (K[s] * e * e) / 2 + (B[s] * e * e * e * e) / 4;
      }
      return energy * sum;
    },
    gradient(q, out) {
      out.fill(0);
      for (let s = 0; s < n; s++) {
        const e = extension(q, s);
        const force = (energy / length) * (K[s] * e + B[s] * e * e * e);
        out[at[s]] += force;
        if (s > 0) out[at[s - 1]] -= force;
      }
    },
    tangent: {
      pattern: fullPattern(n),
      values(q, out) {
        out.fill(0);
        for (let s = 0; s < n; s++) {
          const e = extension(q, s);
          const stiffness = (energy / length ** 2) * (K[s] + 3 * B[s] * e * e);
          const a = at[s];
          out[a * n + a] += stiffness;
          if (s === 0) continue;
          const b = at[s - 1];
          out[b * n + b] += stiffness;
          out[a * n + b] -= stiffness;
          out[b * n + a] -= stiffness;
        }
      },
    },
    load: loaded ? pull : null,
  });
  const q0 = order.map((i) => [0.5, -0.3, 0.8][i] * length);
  const v0 = order.map((i) => ([0.2, 0.9, -0.4][i] * length) / time);
  return { ...startingFrom(system, q0, v0), t0 };
}

type Settings = Parameters<MethodFamily>[0];

/** Parameters with a unit; orthonormal coordinates are √m q. */
const SIZED: Readonly<Record<string, (units: Units, settings: Settings) => Settings>> = {
  "force-stepping": ({ length, mass, time }, settings) => ({
    grid: 0.1 * length * (settings?.["interpolation"] === "orthonormal" ? Math.sqrt(mass) : 1),
    ...(settings?.["splitting"] !== undefined && { splitting: 0.04 * time }),
  }),
  "energy-stepping": (units) => ({ energyStep: 0.05 * energyUnit(units) }),
};

const methodOf = (family: MethodFamily, settings: Settings, units: Units) =>
  family({ ...settings, ...SIZED[family.id]?.(units, settings) });

function moved(family: MethodFamily, settings: Settings, units: Units, situation: Situation) {
  const method = methodOf(family, settings, units);
  const problem = chain(units, situation);
  const { length, time } = units;
  const h = time / 16;
  const when = method.clock === "own" ? { end: problem.t0 + 32 * h } : { step: h, steps: 32 };
  const { last, failure, work, ledger } = run(problem, method, { time: when, ledger: true });
  expect(failure).toBeNull();
  const { order = [0, 1, 2] } = situation;
  const inOrder = (x: Vec, unit: number) => order.map((_, i) => x[order.indexOf(i)] / unit);
  return {
    state: [...inOrder(last.q, length), ...inOrder(last.v, length / time)],
    ledger: Object.values(ledger ?? {})
      .filter((value) => typeof value === "number")
      .map((value) => value / energyUnit(units)),
    work: { ...work },
  };
}

/** What takes the system; some take it only without loads, or only linear ones. */
const cases = methods.flatMap((family) =>
  [{}, ...family.variants].flatMap((settings) =>
    [false, true]
      .filter((loaded) => refusal(methodOf(family, settings, SI), chain(SI, { loaded }).system) === null)
      .map((loaded) => ({ family, settings, loaded, title: `${family.id} ${JSON.stringify(settings)}` })),
  ),
);

test("most methods take the system", () => {
  expect(new Set(cases.map(({ family }) => family)).size).toBeGreaterThan(methods.length / 2);
});

test.each(cases)("$title, with a load: $loaded", ({ family, settings, loaded }) => {
  const inSI = moved(family, settings, SI, { loaded });
  for (const units of OTHERS) expect(moved(family, settings, units, { loaded })).toEqual(inSI);
  // Other roundings: of times, and of sums in another order. What they do to 32 steps of numbers near one.
  const same = (found: readonly number[], expected: readonly number[], what: string) =>
    found.forEach((value, i) => {
      expect(Math.abs(value - expected[i]), what).toBeLessThan(1e-9);
    });
  // Two coordinates without loads go ways of their own.
  if (!loaded) {
    const pair = moved(family, settings, SI, { loaded, order: [0, 1] });
    for (const units of OTHERS) expect(moved(family, settings, units, { loaded, order: [0, 1] })).toEqual(pair);
    const swapped = moved(family, settings, SI, { loaded, order: [1, 0] });
    if (family.id !== "force-stepping") same(swapped.state, pair.state, "swapped");
  }
  const later = moved(family, settings, SI, { loaded, t0: 7 });
  same(later.state, inSI.state, "later");
  same(later.ledger, inSI.ledger, "later");
  // Simplices are cut in the order of the coordinates.
  if (family.id === "force-stepping") return;
  const reordered = moved(family, settings, SI, { loaded, order: [2, 0, 1] });
  same(reordered.state, inSI.state, "reordered");
  same(reordered.ledger, inSI.ledger, "reordered");
});
