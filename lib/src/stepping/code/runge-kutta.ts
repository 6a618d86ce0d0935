/** The step of rk4.ts as code, to the bit: stages each of which goes on from the slope of the one before. */
import type { Node } from "../../symbolic/dag.js";
import type { Summation } from "../summation.js";
import { explicitCode } from "./explicit.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import type { StepCode } from "./implicit.js";
import type { MemberOptions } from "./members.js";

export interface StageTable {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
}

/** `mass` holds m. `many`: for many systems side by side. */
export const rungeKuttaCode = (
  forces: ForceCode,
  { nodes, weights }: StageTable,
  summation: Summation,
  many?: MemberOptions,
): StepCode =>
  explicitCode(forces, summation, many, ({ q, v, mass, h, carried: [cq, cv], lost, force }) => {
    const { graph, code, place, g } = forces;
    const { add, multiply, divide, negate } = graph;
    const { sum, number } = formulas(graph);
    const vector = () => code.variables(g.length);
    const [V, A, dq, dv] = [vector(), vector(), vector(), vector()];
    // Variables, since products of constants are multiplied in another order.
    const [reaches, shares] = [code.variables(nodes.length), code.variables(nodes.length)];
    const zeros = g.map(() => number(0));
    const nothing = { x: zeros, dx: zeros, sum: zeros };
    const from = (x: readonly Node[], factor: Node, slope: readonly Node[]) =>
      x.map((entry, i) => add(entry, multiply(factor, slope[i])));
    return {
      memory: [],
      begin: () => lost(nothing, nothing),
      step() {
        code.assign(
          [...reaches, ...shares],
          [...nodes, ...weights].map((part) => multiply(number(part), h)),
        );
        let [slope, acceleration, sumOfV, sumOfA] = [zeros, zeros, zeros, zeros] as (readonly Node[])[];
        reaches.forEach((reach, stage) => {
          code.assign([...place, ...V], [...from(q, reach, slope), ...from(v, reach, acceleration)]);
          force();
          code.assign(
            A,
            g.map((entry, i) => divide(negate(entry), mass[i])),
          );
          code.assign([...dq, ...dv], [...from(sumOfV, shares[stage], V), ...from(sumOfA, shares[stage], A)]);
          [slope, acceleration, sumOfV, sumOfA] = [V, A, dq, dv];
        });
        const dx = dq.map((entry, i) => add(entry, cq[i]));
        const du = dv.map((entry, i) => add(entry, cv[i]));
        const [q1, v1] = [dx.map((entry, i) => add(q[i], entry)), du.map((entry, i) => add(v[i], entry))];
        const carried = lost({ x: q, dx, sum: q1 }, { x: v, dx: du, sum: v1 });
        return {
          q: q1,
          finite: sum(dq.map((entry, i) => add(entry, dv[i]))),
          targets: [...q, ...v, ...carried.targets],
          values: [...q1, ...v1, ...carried.values],
        };
      },
    };
  });
