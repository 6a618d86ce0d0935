/** The frequency of a motion about its mean, ω² = ⟨v·M v⟩/⟨(q − q̄)·M (q − q̄)⟩: of a harmonic motion its own, of a sum of several that of the large ones. A
 *  motion that only goes on has none, a body that flies as a whole among them: there ω falls with the time. Every state counts: of a part of them, at whatever
 *  distances, the phases of a harmonic motion need not be spread evenly. */
import type { Observer } from "../core/observer.js";
import type { System } from "../core/system.js";
import type { Vec } from "../core/vec.js";

/** Below this part of the mean the square of what is left about it is made of rounding. */
const CANCELLED = 1e-6;
/** From fewer states no frequency is told. */
const FEWEST = 32;

const [COUNT, VELOCITY, POSITION, SUM] = [0, 1, 2, 3];

/** rad/s; null where it cannot be told. */
export function meanFrequency({ mass, dof }: Pick<System, "mass" | "dof">): Observer<number | null> {
  const memory = new Float64Array(SUM + dof);
  const sum = memory.subarray(SUM);
  const momentum = new Float64Array(dof);
  const square = (x: Vec): number => {
    mass.apply(x, momentum);
    let total = 0;
    for (let i = 0; i < dof; i++) total += x[i] * momentum[i];
    return total;
  };
  return {
    memory,
    observe({ q, v }) {
      memory[COUNT]++;
      memory[VELOCITY] += square(v);
      memory[POSITION] += square(q);
      for (let i = 0; i < dof; i++) sum[i] += q[i];
    },
    finish() {
      const count = memory[COUNT];
      if (count < FEWEST) return null;
      const about = memory[POSITION] - square(sum) / count;
      return about > CANCELLED * memory[POSITION] ? Math.sqrt(memory[VELOCITY] / about) : null;
    },
  };
}
