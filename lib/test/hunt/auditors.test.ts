/** The auditors themselves: each passes a step that solves its equations, and notices when a single number of the end is moved by a
 *  part in 10⁹, which is less than any plot shows and a million times the rounding. */
import { expect, test } from "vitest";
import { refusal } from "../../src/core/method.js";
import { copyOf, type State } from "../../src/core/state.js";
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
