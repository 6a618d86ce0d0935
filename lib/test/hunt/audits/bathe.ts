/** Bathe's composite step.                                                                    [bathe2005, (5)–(12)]
 *
 *      q½ − q₀ = h/4 (v₀ + v½),            v½ − v₀ = h/4 (a₀ + a½),           M a½ + G(t½, q½, v½) = 0
 *      h v₁ = q₀ − 4 q½ + 3 q₁,            h a₁ = v₀ − 4 v½ + 3 v₁,           M a₁ + G(t₁, q₁, v₁) = 0
 *
 *  a is in the memory. The second line gives q½ and v½, the first then a½. */
import { opposing } from "../forces.js";
import { known, madeOf, sum } from "../rounded.js";
import { type Audit, inertia } from "../step.js";

export const auditBathe: Audit = (step, report) => {
  const { h, q0, v0, q1, v1, dq, dv, before, after } = step;
  const [a0, a1] = [known(before[0]), known(after[0])];
  // As increments from the start, so that compensated sums keep their digits.
  const half = { dq: sum([3 / 4, dq], [-h / 4, v1]), dv: sum([3 / 4, dv], [-h / 4, a1]) };
  const a = sum([4 / h, half.dv], [-1, a0]);
  // a₀ and a½ may be far larger than what they leave of one another in v½ and q½.
  const v = madeOf(sum([1, v0], [1, half.dv]), [h / 4, a0], [h / 4, a]);
  const q = madeOf(sum([1, q0], [1, half.dq]), [h, v0], [(h * h) / 16, a0], [(h * h) / 16, a]);
  report("q½ − q₀ = h/4 (v₀ + v½)", sum([1, half.dq], [-h / 4, v0], [-h / 4, v]));
  report("M a½ + G½ = 0", sum([1, inertia(step, a)], [1, opposing(step, step.at(0.5), q, v)]));
  const end = opposing(step, step.at(1), madeOf(q1, [1, q], [h, v], [h * h, a1]), madeOf(v1, [1, v], [h, a1]));
  report("M a₁ + G₁ = 0", sum([1, inertia(step, a1)], [1, end]));
};
