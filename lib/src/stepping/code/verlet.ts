/** The step of central-difference.ts as code, to the bit. */
import type { Summation } from "../summation.js";
import { explicitCode } from "./explicit.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import type { StepCode } from "./implicit.js";
import type { MemberOptions } from "./members.js";

/** `mass` holds −h/m. `remembering`: the force in the end is remembered too, for a ledger. `many`: for many systems side by side. */
export const verletCode = (
  forces: ForceCode,
  summation: Summation,
  remembering: boolean,
  many?: MemberOptions,
): StepCode =>
  explicitCode(forces, summation, many, ({ q, v, mass: kick, h, carried: [cq, cu], lost, vector, force }) => {
    const { graph, code, place, g } = forces;
    const { add, multiply } = graph;
    const { sum, number } = formulas(graph);
    const u = vector();
    const kept = remembering ? vector() : [];
    const [dq, half] = [code.variables(g.length), code.variables(g.length)];
    const zeros = g.map(() => number(0));
    return {
      memory: remembering ? [u, kept] : [u],
      begin() {
        // As in central-difference.ts.
        code.assign(
          half,
          kick.map((entry) => multiply(number(0.5), entry)),
        );
        const pushes = g.map((entry, i) => multiply(half[i], entry));
        const kicked = pushes.map((push, i) => add(v[i], push));
        const carried = lost({ x: zeros, dx: zeros, sum: zeros }, { x: v, dx: pushes, sum: kicked });
        return { targets: [...u, ...carried.targets], values: [...kicked, ...carried.values] };
      },
      step() {
        const moves = u.map((entry, i) => add(multiply(h, entry), cq[i]));
        code.assign([...dq, ...place], [...moves, ...moves.map((move, i) => add(q[i], move))]);
        force();
        const pushes = g.map((entry, i) => multiply(kick[i], entry));
        const du = pushes.map((push, i) => add(push, cu[i]));
        const u1 = du.map((entry, i) => add(u[i], entry));
        const carried = lost({ x: q, dx: dq, sum: place }, { x: u, dx: du, sum: u1 });
        return {
          q: place,
          finite: sum(pushes.map((push, i) => add(u[i], push))),
          targets: [...v, ...q, ...u, ...carried.targets, ...kept],
          values: [
            ...pushes.map((push, i) => add(u[i], multiply(number(0.5), push))),
            ...place,
            ...u1,
            ...carried.values,
            ...(remembering ? g : []),
          ],
        };
      },
    };
  });
