/** The step of composition.ts as code, to the bit: one fraction after another. */
import type { Node } from "../../symbolic/dag.js";
import type { Summation } from "../summation.js";
import { explicitCode } from "./explicit.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import type { StepCode } from "./implicit.js";
import type { MemberOptions } from "./members.js";

/** `mass` holds −1/m. `many`: for many systems side by side. */
export const composedCode = (
  forces: ForceCode,
  fractions: readonly number[],
  summation: Summation,
  many?: MemberOptions,
): StepCode =>
  explicitCode(forces, summation, many, ({ q, v, mass: mobility, h, carried: [cq, cv], lost, vector, force }) => {
    const { graph, code, place, g } = forces;
    const { add, multiply } = graph;
    const { sum, number } = formulas(graph);
    const a = vector();
    const [dq, dv] = [code.variables(g.length), code.variables(g.length)];
    // Variables, since products of constants are multiplied in another order.
    const [taus, halves] = [code.variables(fractions.length), code.variables(fractions.length)];
    const a1 = g.map((entry, i) => multiply(entry, mobility[i]));
    const zeros = g.map(() => number(0));
    const nothing = { x: zeros, dx: zeros, sum: zeros };
    const kicked = (from: readonly Node[], half: Node, by: readonly Node[]) =>
      from.map((entry, i) => add(entry, multiply(half, by[i])));
    return {
      memory: [a],
      begin() {
        const { targets, values } = lost(nothing, nothing);
        return { targets: [...a, ...targets], values: [...a1, ...values] };
      },
      step() {
        code.assign(
          taus,
          fractions.map((fraction) => multiply(number(fraction), h)),
        );
        code.assign(
          halves,
          taus.map((tau) => multiply(number(0.5), tau)),
        );
        let [positions, velocities, acceleration] = [cq, cv, a as readonly Node[]];
        taus.forEach((tau, k) => {
          const u = kicked(velocities, halves[k], acceleration);
          const moved = positions.map((entry, i) => add(entry, multiply(tau, add(v[i], u[i]))));
          code.assign([...dv, ...dq, ...place], [...u, ...moved, ...moved.map((entry, i) => add(q[i], entry))]);
          force();
          // The second half of the kick, which the next fraction goes on from.
          [positions, velocities, acceleration] = [dq, kicked(dv, halves[k], a1), a1];
        });
        const v1 = velocities.map((entry, i) => add(v[i], entry));
        const carried = lost({ x: q, dx: dq, sum: place }, { x: v, dx: velocities, sum: v1 });
        return {
          q: place,
          finite: sum(dq.map((entry, i) => add(entry, velocities[i]))),
          targets: [...v, ...q, ...a, ...carried.targets],
          values: [...v1, ...place, ...a1, ...carried.values],
        };
      },
    };
  });
