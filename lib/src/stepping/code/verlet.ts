/** The step of central-difference.ts as code, to the bit. */

import type { Node } from "../../symbolic/dag.js";
import type { Summation } from "../summation.js";
import type { ForceCode } from "./forces.js";
import { formulas } from "./formulas.js";
import type { StepCode } from "./implicit.js";
import { type MemberOptions, memberCode } from "./members.js";

/** `mass` holds −h/m. `remembering`: the force in the end is remembered too, for a ledger. `many`: for many systems side by side. */
export function verletCode(
  forces: ForceCode,
  summation: Summation,
  remembering: boolean,
  many?: MemberOptions,
): StepCode {
  const { graph, code, place, g } = forces;
  const { add, subtract, multiply } = graph;
  const { sum, number, isLess, isBounded, lost } = formulas(graph);
  const n = g.length;
  const compensated = summation === "compensated";
  const vector = () => code.cells(n);
  const [q, v, u] = [vector(), vector(), vector()];
  const zeros = g.map(() => number(0));
  const [cq, cu] = compensated ? [vector(), vector()] : [zeros, zeros];
  const force = remembering ? vector() : [];
  const kick = code.cells(n, "common");
  const [h, cancelling, count] = code.cells(3, "common");
  const counted = many === undefined || many.counts === true ? code.cells(4) : [];
  const dq = code.variables(n);
  const at = (node: Node) => graph.entries[node].value;
  const member = many && memberCode(forces, { q, v }, many);

  member?.begin(() => {
    // As in central-difference.ts.
    const half = code.variables(n);
    code.assign(
      half,
      kick.map((entry) => multiply(number(0.5), entry)),
    );
    const pushes = g.map((entry, i) => multiply(half[i], entry));
    const kicked = pushes.map((push, i) => add(v[i], push));
    code.assign(
      [...u, ...(compensated ? [...cq, ...cu] : [])],
      [...kicked, ...(compensated ? [...zeros, ...pushes.map((push, i) => lost(v[i], push, kicked[i]))] : [])],
    );
  });
  const loop = () =>
    code.loop(() => {
      code.when(isLess(count, number(1)), code.leave);
      const moves = u.map((entry, i) => add(multiply(h, entry), cq[i]));
      code.assign([...dq, ...place], [...moves, ...moves.map((move, i) => add(q[i], move))]);
      forces.force();
      if (forces.counts && counted.length > 0) code.assign([counted[2]], [add(counted[2], number(1))]);
      const pushes = g.map((entry, i) => multiply(kick[i], entry));
      const du = pushes.map((push, i) => add(push, cu[i]));
      const u1 = du.map((entry, i) => add(u[i], entry));
      // What is not finite stays so: of many systems it is asked of those that have come to the end.
      if (many === undefined) code.when(isBounded(sum(pushes.map((push, i) => add(u[i], push)))), () => {}, code.leave);
      const seen = member?.seen(place) ?? [];
      code.assign(
        [...v, ...q, ...u, ...(compensated ? [...cq, ...cu] : []), ...force, ...seen.map(([peak]) => peak), count],
        [
          ...pushes.map((push, i) => add(u[i], multiply(number(0.5), push))),
          ...place,
          ...u1,
          ...(compensated
            ? [...q.map((entry, i) => lost(entry, dq[i], place[i])), ...u.map((entry, i) => lost(entry, du[i], u1[i]))]
            : []),
          ...(remembering ? g : []),
          ...seen.map(([, value]) => value),
          subtract(count, number(1)),
        ],
      );
    });
  if (many === undefined) loop();
  else code.ordinary(loop);
  member?.end();
  return {
    procedure: code.finished(),
    layout: {
      q: at(q[0]),
      v: at(v[0]),
      memory: [u, ...(remembering ? [force] : []), ...(compensated ? [cq, cu] : [])].map(([first]) => at(first)),
      mass: at(kick[0]),
      h: at(h),
      cancelling: at(cancelling),
      count: at(count),
      work: counted.length > 0 ? at(counted[0]) : -1,
      ...(member && { member: member.layout }),
    },
  };
}
