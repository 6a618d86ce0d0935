/** Gradient and tangent at both ends of a step. What belongs to the end of one step serves the next, whose start it is: it is
 *  recognised by its position, so that a restarted run computes the same bits. Where the forces have changed, it has to be forgotten. */
import type { Matrix } from "../../core/matrix.js";
import type { System, Tangent } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { areEqual, copy } from "../../linalg/vec.js";

export interface End {
  readonly q: Vec;
  readonly gradient: Vec;
  readonly stiffness: Matrix;
}

export interface Ends {
  start: End;
  end: End;
  /** Puts the start at q. */
  open(q: Vec): void;
  /** Puts the end at q. */
  close(q: Vec): void;
  /** Forces are no longer what they were. */
  forget(): void;
}

export function endsOf(system: System, { pattern, values }: Tangent): Ends {
  const vacant = (): End => ({
    q: new Float64Array(system.dof).fill(Number.NaN),
    gradient: new Float64Array(system.dof),
    stiffness: { pattern, values: new Float64Array(pattern.column.length) },
  });
  const moveTo = (end: End, q: Vec) => {
    copy(q, end.q);
    system.gradient(q, end.gradient);
    values(q, end.stiffness.values);
  };
  const ends: Ends = {
    start: vacant(),
    end: vacant(),
    open(q) {
      if (areEqual(ends.start.q, q)) return;
      if (areEqual(ends.end.q, q)) {
        const before = ends.start;
        ends.start = ends.end;
        ends.end = before;
      } else moveTo(ends.start, q);
    },
    close(q) {
      if (!areEqual(ends.end.q, q)) moveTo(ends.end, q);
    },
    forget() {
      ends.start.q.fill(Number.NaN);
      ends.end.q.fill(Number.NaN);
    },
  };
  return ends;
}
