/** A step that fails leaves the state as it was, to the bit: position, velocity and memory. Forces are made to fail at the first, the
 *  second … evaluation of a step; from the state that is left the motion goes on as if nothing had happened. */
import { expect } from "vitest";
import { copyOf, type State } from "../../src/core/state.js";
import type { FixedCase } from "./cases.js";
import { counting } from "./counting.js";

const STEPS = 6;

export function failure({ scheme: { method }, trial: { step }, problem: plain }: FixedCase): void {
  const h = step / 4;
  /** Steps, of which the third is spoiled at its evaluation number `at` and then taken again; Infinity: none is. */
  const motion = (at: number) => {
    let left = Number.POSITIVE_INFINITY;
    const { problem } = counting(plain, (out) => {
      if (--left <= 0) out[out.length - 1] = Number.NaN;
    });
    let stepper = method.prepare(problem, h, null);
    let s: State = { n: 0, t: problem.t0, q: problem.q0.slice(), v: problem.v0.slice(), memory: stepper.memory };
    let failed = false;
    for (let n = 1; n <= STEPS; n++) {
      if (n === 3 && at < Number.POSITIVE_INFINITY) {
        const before = copyOf(s);
        left = at;
        failed = stepper.step(s) !== null;
        // Where a step makes fewer evaluations than that, it goes well.
        expect(failed).toBe(left <= 0);
        left = Number.POSITIVE_INFINITY;
        if (failed) {
          expect(s, `after a failure at evaluation ${at}`).toEqual(before);
          // What a stepper keeps besides its memory is scratch: another one goes on from the state alone.
          stepper = method.prepare(problem, h, null);
          stepper.memory.forEach((vector, k) => {
            vector.set(s.memory[k]);
          });
          s = { ...s, memory: stepper.memory };
          expect(stepper.step(s)).toBeNull();
        }
      } else expect(stepper.step(s)).toBeNull();
      s.n = n;
      s.t = problem.t0 + n * h;
    }
    return { s: copyOf(s), failed };
  };
  const sound = motion(Number.POSITIVE_INFINITY);
  const spoiled = [1, 2, 3].map(motion);
  for (const { s, failed } of spoiled) if (failed) expect(s).toEqual(sound.s);
  // A method for linear systems need not ask for a force; all others need the first evaluation.
  if (!method.needs.includes("linear")) expect(spoiled[0].failed, "the first evaluation is needed").toBe(true);
}
