/** Work and dissipation of a step by the trapezoidal rule, from the powers at its ends: the open balance of compensated schemes. A load that jumps where
 *  a step ends counts with its limit from inside. */
import { sidedAtKinks } from "../../core/jumps.js";
import { type Ledger, powersOf } from "../../core/ledger.js";
import type { System, TimeLoad } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";

export interface PowerBalance {
  /** Before the step of size h from t. */
  open(t: number, q: Vec, v: Vec): void;
  /** After it: enters it in the ledger. */
  close(t: number, q: Vec, v: Vec): void;
}

/** Of a system whose load depends on time alone. */
export function powerBalance(system: System, h: number, ledger: Ledger): PowerBalance {
  const inside = system.load === null ? null : sidedAtKinks(system.load as TimeLoad, h);
  const { load, dissipation } = powersOf({ ...system, load: inside?.load ?? null } as System);
  const before = new Float64Array(2);
  return {
    open(t, q, v) {
      inside?.enter(t, t + h);
      before[0] = load(t, q, v);
      before[1] = dissipation(t, q, v);
    },
    close(t, q, v) {
      ledger.enter((h / 2) * (before[0] + load(t, q, v)), (h / 2) * (before[1] + dissipation(t, q, v)), 0);
    },
  };
}
