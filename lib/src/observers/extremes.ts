/** Initial, final, least and greatest value of quantities: what an invariant did during a run. Over all accepted steps; or over
 *  recorded times only, where methods with their own clock have too many steps to compute every state. */
import type { Observer } from "../core/observer.js";
import type { Invariant } from "../core/system.js";

export interface Extremes {
  readonly name: string;
  readonly initial: number;
  readonly final: number;
  readonly min: number;
  readonly max: number;
}

export function extremes(
  quantities: readonly Invariant[],
  { on = "steps" }: { readonly on?: "steps" | "frames" } = {},
): Observer<Extremes[]> {
  // Four numbers a quantity, and a last one that tells whether anything has been seen.
  const memory = new Float64Array(4 * quantities.length + 1);
  return {
    on,
    memory,
    observe({ t, q, v }) {
      const fresh = memory[memory.length - 1] === 0;
      for (let i = 0; i < quantities.length; i++) {
        const value = quantities[i].value(t, q, v);
        const at = 4 * i;
        if (fresh) memory[at] = memory[at + 2] = memory[at + 3] = value;
        memory[at + 1] = value;
        if (value < memory[at + 2]) memory[at + 2] = value;
        if (value > memory[at + 3]) memory[at + 3] = value;
      }
      memory[memory.length - 1] = 1;
    },
    finish: () =>
      quantities.map(({ name }, i) => {
        const [initial, final, min, max] = memory.subarray(4 * i, 4 * i + 4);
        return { name, initial, final, min, max };
      }),
  };
}
