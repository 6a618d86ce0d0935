/** The step of central-difference.ts as code with loops, to the bit: for more coordinates than are written out. */
import { emptyGraph } from "../../symbolic/dag.js";
import { procedure } from "../../symbolic/procedure.js";
import type { Summation } from "../summation.js";
import type { LoopedCode } from "./band-implicit.js";
import { formulas } from "./formulas.js";

/** `mass` holds −h/m. `remembering`: the force in the end is remembered too, for a ledger. */
export function verletLoops(rows: number, summation: Summation, remembering: boolean): LoopedCode {
  const graph = emptyGraph();
  const code = procedure(graph);
  const { add, subtract, multiply } = graph;
  const { number, isLess, isBounded, lost } = formulas(graph);
  const [zero, one] = [number(0), number(1)];
  const compensated = summation === "compensated";
  const array = () => code.array(rows);
  const [q, v, u, kick, x, g, dq] = [array(), array(), array(), array(), array(), array(), array()];
  const kept = remembering ? [array()] : [];
  const [cq, cu] = [array(), array()]; // zeros where sums are plain
  const [h, cancelling, count] = code.cells(3);
  const counted = code.cells(4);
  const [sum] = code.variables(1);
  const everywhere = { first: 0, count: rows };
  code.loop(() => {
    code.when(isLess(count, one), code.leave);
    code.along(everywhere, ({ at }) => {
      const move = add(multiply(h, at(u)), at(cq));
      return {
        store: [
          { array: dq, value: move },
          { array: x, value: add(at(q), move) },
        ],
      };
    });
    code.call(0, [], []);
    code.assign([sum], [zero]);
    code.along(everywhere, ({ at }) => ({ assign: [[sum, add(sum, add(at(u), multiply(at(kick), at(g))))]] }));
    code.when(isBounded(sum), () => {}, code.leave);
    code.along(everywhere, ({ at }) => {
      const push = multiply(at(kick), at(g));
      const du = add(push, at(cu));
      const next = add(at(u), du);
      return {
        store: [
          { array: v, value: add(at(u), multiply(number(0.5), push)) },
          { array: q, value: at(x) },
          { array: u, value: next },
          ...(compensated
            ? [
                { array: cq, value: lost(at(q), at(dq), at(x)) },
                { array: cu, value: lost(at(u), du, next) },
              ]
            : []),
          ...kept.map((force) => ({ array: force, value: at(g) })),
        ],
      };
    });
    code.assign([count], [subtract(count, one)]);
  });
  const at = (node: number) => code.arrays + graph.entries[node].value;
  return {
    procedure: code.finished(),
    layout: {
      q: q.at,
      v: v.at,
      memory: [u, ...kept, ...(compensated ? [cq, cu] : [])].map((entry) => entry.at),
      mass: kick.at,
      h: at(h),
      cancelling: at(cancelling),
      count: at(count),
      work: at(counted[0]),
      ...{ places: [{ x: x.at, g: g.at }], K: [], lower: [], bound: null },
    },
  };
}
