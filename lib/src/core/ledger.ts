/** The energy ledger: where the energy of a run went. Changes since the start obey
 *
 *      Δkinetic + Δpotential = work − dissipation − algorithmic + residual
 *
 *  A method enters, step by step, the work of the loads and the physical dissipation as its own discrete balance counts
 *  them, and the energy its scheme takes away. With a closed balance the residual is what nothing explains: round-off and
 *  solver tolerance. A method with an open balance enters no algorithmic part; it is then the rest, and residual is null.
 *
 *  Methods know the free coordinates alone. Where supports move or loads act on coordinates without mass (whole.ts), the energies are those of the whole, and its dissipation is summed
 *  by the trapezoidal rule over the steps. The algorithmic part and the residual are the method's own, and work, of the loads and of what moves
 *  the supports, is what the balance asks for: of single terms of the free coordinates, which may be large beside all that the whole has, only
 *  the part is taken that nothing else tells. */
import { hasKinkNear, SLACK } from "./load-kinks.js";
import { kineticEnergy, type Problem, type System } from "./system.js";
import type { Vec } from "./vec.js";
import type { Whole } from "./whole.js";

export interface LedgerBalance {
  readonly kinetic: number;
  readonly potential: number;
  readonly work: number;
  readonly dissipation: number;
  readonly algorithmic: number;
  readonly residual: number | null;
}

/** What loads and damping have done since the last entry. */
export interface Unbooked {
  readonly work: number;
  readonly dissipation: number;
}

export interface Ledger {
  /** Books one step. */
  enter(work: number, dissipation: number, algorithmic: number): void;
  /** The balance in a state, with what has not been entered yet. */
  balance(t: number, q: Vec, v: Vec, unbooked?: Unbooked | null): LedgerBalance;
  /** Where there is a whole: the state at the end of every step, for what the whole dissipates. */
  readonly follow?: (t: number, q: Vec, v: Vec) => void;
  /** What has been put into the motion: by loads, and by a damping that drives instead. */
  readonly supplied: number;
  /** What damping has taken out of it. */
  readonly dissipated: number;
  /** Is all that was entered a number? What is none stays in the totals. */
  readonly isFinite: boolean;
  /** Does what is entered tell of the energy of every state? */
  readonly closed: boolean;
  /** The totals with their rounding errors, and the energies at the start: what a checkpoint has to keep. */
  readonly memory: Vec;
}

export function openLedger(problem: Problem, closed: boolean): Ledger {
  const { system, t0, q0, v0 } = problem;
  const scratch = new Float64Array(system.dof);
  const whole = system.whole === undefined ? null : ledgerOfWhole(system.whole);
  // Three running sums, each followed by its compensation [neumaier1974]; then the energies at the start, and what is kept of the whole.
  const memory = new Float64Array(8 + (whole === null ? 0 : SIZE_OF_WHOLE));
  const ofWhole = memory.subarray(8);
  memory[6] = kineticEnergy(system, v0, scratch);
  memory[7] = system.potential(q0);
  whole?.begin(t0, q0, v0, ofWhole);

  const add = (at: number, value: number) => {
    const sum = memory[at];
    const next = sum + value;
    memory[at + 1] += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    memory[at] = next;
  };

  return {
    memory,
    closed,
    get isFinite() {
      return Number.isFinite(memory[0] + memory[2] + memory[4]);
    },
    enter(work, dissipation, algorithmic) {
      add(0, work);
      add(2, dissipation);
      add(4, algorithmic);
    },
    get supplied() {
      return memory[0] + memory[1] + Math.max(0, -memory[2] - memory[3]);
    },
    get dissipated() {
      return Math.max(0, memory[2] + memory[3]);
    },
    balance(t, q, v, unbooked) {
      const kinetic = kineticEnergy(system, v, scratch) - memory[6];
      const potential = system.potential(q) - memory[7];
      const work = memory[0] + memory[1] + (unbooked?.work ?? 0);
      const dissipation = memory[2] + memory[3] + (unbooked?.dissipation ?? 0);
      const booked = memory[4] + memory[5];
      const rest = work - dissipation - kinetic - potential;
      const free = closed
        ? { kinetic, potential, work, dissipation, algorithmic: booked, residual: booked - rest }
        : { kinetic, potential, work, dissipation, algorithmic: rest, residual: null };
      return whole === null ? free : whole.balance(free, t, q, v, ofWhole);
    },
    ...(whole !== null && { follow: (t, q, v) => whole.follow(t, q, v, ofWhole) }),
  };
}

const SIZE_OF_WHOLE = 5;

/** The energies of the whole at the start, what it has dissipated until the end of the last step, and the time and the power there: in memory. */
function ledgerOfWhole({ kinetic, potential, dissipation: power, kinks, lagging }: Whole) {
  const [KINETIC, POTENTIAL, DISSIPATED, TIME, POWER] = [0, 1, 2, 3, 4];
  const dissipated = (t: number, now: number, memory: Vec) =>
    memory[DISSIPATED] + ((t - memory[TIME]) * (memory[POWER] + now)) / 2 + (lagging?.(memory[TIME], t) ?? 0);
  return {
    begin(t: number, q: Vec, v: Vec, memory: Vec) {
      memory.set([kinetic(t, q, v), potential(t, q, v), 0, t, power(t, q, v)]);
    },
    follow(t: number, q: Vec, v: Vec, memory: Vec) {
      const step = t - memory[TIME];
      const jumps = kinks != null && hasKinkNear(kinks, t, SLACK * Math.abs(step));
      // Clear of the kink, wherever rounding has put t beside it.
      const [before, after] = jumps ? [t - 2 * SLACK * step, t + 2 * SLACK * step] : [t, t];
      const closing = power(before, q, v);
      memory[DISSIPATED] = dissipated(t, closing, memory);
      memory[TIME] = t;
      memory[POWER] = jumps ? power(after, q, v) : closing;
    },
    balance({ algorithmic, residual }: LedgerBalance, t: number, q: Vec, v: Vec, memory: Vec): LedgerBalance {
      const changes = [kinetic(t, q, v) - memory[KINETIC], potential(t, q, v) - memory[POTENTIAL]];
      const dissipation = dissipated(t, power(t, q, v), memory);
      const work = changes[0] + changes[1] + dissipation + algorithmic - (residual ?? 0);
      return { kinetic: changes[0], potential: changes[1], work, dissipation, algorithmic, residual };
    },
  };
}

/** The power of the loads and of the damping at one state, for methods that integrate them along with the motion. */
export interface Powers {
  load(t: number, q: Vec, v: Vec): number;
  dissipation(t: number, q: Vec, v: Vec): number;
}

export function powersOf(system: System): Powers {
  const force = new Float64Array(system.dof);
  const power = (which: System["load"], t: number, q: Vec, v: Vec) => {
    if (which === null) return 0;
    force.fill(0);
    which.addTo(t, q, v, force);
    let sum = 0;
    for (let i = 0; i < force.length; i++) sum += force[i] * v[i];
    return sum;
  };
  return {
    load: (t, q, v) => power(system.load, t, q, v),
    dissipation: (t, q, v) => -power(system.damping, t, q, v),
  };
}
