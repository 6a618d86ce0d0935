/** The auditors themselves: each passes a step that solves its equations, and notices when a single number of the end is moved by a
 *  part in 10⁹, which is less than any plot shows and a million times the rounding. */
import { expect, test } from "vitest";
import { refusal } from "../../src/core/method.js";
import { copyOf, type State } from "../../src/core/state.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { stateSum } from "../../src/stepping/summation.js";
import { linearSystem } from "../../src/systems/linear.js";
import { auditMidpoint } from "./audits/collocation.js";
import { entrants } from "./entrants.js";
import { type Author, heldAuthors } from "./problems.js";
import { random } from "./random.js";
import { roundings, TOLERATED } from "./rounded.js";
import { stepBetween } from "./step.js";

const calm = (author: Author) => author(random(5));

test.each(entrants.map((entrant) => [entrant.name, entrant] as const))("%s", (_name, { method, audit, problems }) => {
  const prey =
    problems.map(calm).find(({ problem }) => refusal(method, problem.system) === null) ?? heldAuthors.map(calm)[0];
  const { system, t0, q0, v0 } = prey.problem;
  const h = prey.period / 20;
  const stepper = method.prepare(prey.problem, h, null);
  const s: State = { n: 0, t: t0, q: q0.slice(), v: v0.slice(), memory: stepper.memory };
  const compensated = method.parameters["summation"] === "compensated";
  const worst = (from: State, to: State) => {
    let most = 0;
    audit(stepBetween({ system, energy: prey.energy, t0, h, compensated }, from, to), (_equation, rest) => {
      most = Math.max(most, roundings(rest));
    });
    return most;
  };
  for (let n = 0; n < 3; n++) {
    const from = copyOf(s);
    expect(stepper.step(s)).toBeNull();
    s.n = n + 1;
    const to = copyOf(s);
    expect(worst(from, to), "as it was accepted").toBeLessThan(TOLERATED);
    for (const part of ["q", "v"] as const) {
      const moved = copyOf(s);
      moved[part][0] *= 1 + 1e-9;
      expect(worst(from, moved), `${part} moved`).toBeGreaterThan(TOLERATED);
    }
  }
});

/** The midpoint rule of an oscillator, M = 1 and V = ½ ω² q², with sums that carry along what they round away. */
function compensatedMidpoint(omega: number, h: number, q: number, v: number) {
  const total = stateSum(1, "compensated");
  const s: State = { n: 0, t: 0, q: Float64Array.of(q), v: Float64Array.of(v), memory: total.memory };
  const K = omega * omega;
  return {
    s,
    step() {
      const [x, u] = [s.q[0] + total.memory[0][0], s.v[0] + total.memory[1][0]];
      const A = (-K * (x + (h / 2) * u)) / (1 + (h * h * K) / 4);
      total.add(s, Float64Array.of(h * (u + (h / 2) * A)), Float64Array.of(h * A));
      s.n++;
    },
  };
}

test("with compensated sums the increments count, and not the state they vanish in", () => {
  const [omega, h] = [3, 1e-7];
  const system = linearSystem({ mass: scalarMass(1, 1), stiffness: fromRows([[omega * omega]]) });
  const energy = { change: () => Number.NaN, insideEnergy: 0, insideForce: 0 };
  const worst = (from: State, to: State, compensated: boolean) => {
    let most = 0;
    auditMidpoint(stepBetween({ system, energy, t0: 0, h, compensated }, from, to), (_equation, rest) => {
      most = Math.max(most, roundings(rest));
    });
    return most;
  };
  const { s, step } = compensatedMidpoint(omega, h, 1, 0.3);
  for (let n = 0; n < 100; n++) {
    const from = copyOf(s);
    step();
    const to = copyOf(s);
    expect(worst(from, to, true)).toBeLessThan(TOLERATED);
    // A millionth of the increment of v is far below the rounding of v itself: seen through the compensation alone.
    const moved = copyOf(s);
    moved.memory[1][0] += 1e-6 * (to.v[0] - from.v[0]);
    expect(worst(from, moved, true)).toBeGreaterThan(TOLERATED);
    expect(worst(from, moved, false)).toBeLessThan(TOLERATED);
  }
});
