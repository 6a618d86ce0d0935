/** Whether a motion can start where it is to: on its constraints, along them, and with every one of them holding something. */
import { InputError } from "../../core/failure.js";
import type { Constraints } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { axpy, dot, normInf } from "../../linalg/vec.js";

/** A motion that does not start on its constraints has no first step. */
export function refuseStart(constraints: Constraints, q0: Vec, v0: Vec): void {
  const { count, labels, rowStart, column } = constraints;
  const g = new Float64Array(count);
  const J = new Float64Array(column.length);
  constraints.values(q0, g);
  constraints.jacobian(q0, J);
  for (let i = 0; i < count; i++) {
    let [rate, steepness] = [0, 0];
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      rate += J[k] * v0[column[k]];
      steepness += Math.abs(J[k]);
    }
    const place = { key: "constraints" };
    if (!(Math.abs(g[i]) <= 1e-8 * Math.max(steepness * normInf(q0), Number.MIN_VALUE))) {
      throw new InputError(
        `"${labels[i]}" is ${g[i]} at the start, and must be 0: choose start.q on the constraint`,
        place,
      );
    }
    if (!(Math.abs(rate) <= 1e-8 * steepness * normInf(v0))) {
      throw new InputError(
        `"${labels[i]}" changes at the rate ${rate} at the start: choose start.v along the constraint`,
        place,
      );
    }
  }
  const row = dependentRow(constraints, J, q0.length);
  if (row < 0) return;
  const before = row === 0 ? "" : " besides what the constraints before it do";
  throw new InputError(
    `"${labels[row]}" holds nothing at the start${before}: its gradient is zero, or a combination of theirs; leave it out, or start elsewhere`,
    { key: "constraints" },
  );
}

/** The first row of J that is a combination of those before it, but for rounding; −1 if there is none. */
function dependentRow({ count, rowStart, column }: Constraints, J: Vec, dof: number): number {
  const directions: Vec[] = [];
  for (let i = 0; i < count; i++) {
    const row = new Float64Array(dof);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) row[column[k]] += J[k];
    const size = Math.sqrt(dot(row, row));
    // Twice: what rounding leaves of the first time is gone after the second.
    for (const direction of [...directions, ...directions]) axpy(-dot(direction, row), direction, row);
    const left = Math.sqrt(dot(row, row));
    if (!(left > 1e-13 * size)) return i;
    for (let j = 0; j < dof; j++) row[j] /= left;
    directions.push(row);
  }
  return -1;
}
