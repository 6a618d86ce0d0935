/** Which variables of a procedure will be read, before and after each of its statements. */
import type { Procedure, Statement } from "./procedure.js";
import { type Program, STRIDE } from "./program.js";

/** Of a list of statements. */
export interface Liveness {
  readonly before: ReadonlySet<number>;
  /** After statement k. */
  readonly after: readonly ReadonlySet<number>[];
  /** Of the lists inside of statement k: the body of a loop, both branches of a condition. */
  readonly inner: readonly (readonly Liveness[])[];
}

const NOTHING: ReadonlySet<number> = new Set();

export function livenessOf({ body, cells }: Procedure, { inputs, routines }: Program): Liveness {
  const readBy = routines.map(({ code, results }) => {
    const read = new Set<number>();
    const reads = (register: number) => {
      if (register >= 0 && register < inputs) read.add(register);
    };
    code.forEach((register, k) => {
      if (k % STRIDE >= 2) reads(register);
    });
    results.forEach(reads);
    return read;
  });
  /** `end`: what is read after the list; `left`: after the loop that it stands in. */
  const ofList = (statements: readonly Statement[], end: ReadonlySet<number>, left: ReadonlySet<number>): Liveness => {
    const after: ReadonlySet<number>[] = new Array(statements.length);
    const inner: (readonly Liveness[])[] = new Array(statements.length);
    let live = end;
    for (let k = statements.length - 1; k >= 0; k--) {
      const statement = statements[k];
      after[k] = live;
      inner[k] = [];
      switch (statement.kind) {
        case "assign": {
          const before = new Set(live);
          for (const target of statement.targets) before.delete(target);
          live = union(before, readBy[statement.block]);
          break;
        }
        case "read": {
          const before = new Set(live);
          for (const target of statement.targets) before.delete(target);
          live = before;
          break;
        }
        case "leave":
          live = left;
          break;
        case "when": {
          const branches = [ofList(statement.body, live, left), ofList(statement.otherwise, live, left)];
          inner[k] = branches;
          live = union(union(branches[0].before, branches[1].before), readBy[statement.block]);
          break;
        }
        case "loop": {
          // What the next round reads is read after this one.
          let round = ofList(statement.body, NOTHING, live);
          for (let size = -1; size !== round.before.size; ) {
            size = round.before.size;
            round = ofList(statement.body, round.before, live);
          }
          inner[k] = [round];
          live = round.before;
          break;
        }
        case "repeat": {
          const asked = union(live, readBy[statement.block]);
          let round = ofList(statement.body, asked, left);
          for (let size = -1; size !== round.before.size; ) {
            size = round.before.size;
            round = ofList(statement.body, union(asked, round.before), left);
          }
          inner[k] = [round];
          live = round.before;
          break;
        }
        case "along":
          throw new Error("arrays are not for lanes");
        case "call": {
          const before = new Set(live);
          for (const found of statement.found) before.delete(found);
          live = union(before, new Set(statement.given));
          break;
        }
      }
    }
    return { before: live, after, inner };
  };
  return ofList(body, cells, NOTHING);
}

const union = (a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> => new Set([...a, ...b]);
