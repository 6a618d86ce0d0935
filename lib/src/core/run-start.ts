/** What a run of any method begins with: a start that can be told from others, or a snapshot put back. */
import { binaryExponent } from "./elementary.js";
import { type Failure, InputError } from "./failure.js";
import { type Ledger, openLedger } from "./ledger.js";
import type { Method, OwnClockStepper, Stepper } from "./method.js";
import type { State } from "./state.js";
import { type Invariant, kineticEnergy, type Problem } from "./system.js";

/** What the system conserves and what the scheme does: where both have the same name, that of the scheme replaces that of the system. */
export function conserved({ system }: Problem, { invariants: own = [] }: Stepper | OwnClockStepper): Invariant[] {
  const named = (name: string) => own.find((invariant) => invariant.name === name);
  const known = system.invariants.map((invariant) => named(invariant.name) ?? invariant);
  return [...known, ...own.filter((invariant) => !known.includes(invariant))];
}

export function ledgerFor(problem: Problem, { claims }: Method, kept: boolean): Ledger | null {
  return kept ? openLedger(problem, claims.balance === "closed") : null;
}

/** From an energy that is no number nothing can be told about the energy of a motion. */
export function refuseEndlessEnergy({ system, q0, v0 }: Problem): void {
  const energies = {
    kinetic: kineticEnergy(system, v0, new Float64Array(system.dof)),
    potential: system.potential(q0),
  };
  for (const [name, energy] of Object.entries(energies)) {
    if (Number.isFinite(energy)) continue;
    const found = `the ${name} energy of the start is ${energy}${name === "potential" ? reasonOf(system.fault?.(q0) ?? null) : ""}`;
    throw new InputError(`${found}; accepted: a start with a finite energy, in units that suit it`, { key: "start" });
  }
}

function reasonOf(fault: Failure | null): string {
  if (fault?.kind === "inverted") return `, since element ${fault.element} is turned inside out`;
  if (fault?.kind === "passed-through") return `, since a body is behind the plane contact[${fault.contact}]`;
  return "";
}

/** Times that are not told apart as numbers are no times: two steps of the last size have to be. */
export function refuseStandstill(t0: number, end: number, step: number, key: string): void {
  const largest = Math.max(Math.abs(t0), Math.abs(end));
  const spacing = 2 ** (binaryExponent(largest) - 52);
  if (!(step < 2 * spacing)) return;
  const found = `a step of ${step} is lost in the time ${largest}, around which numbers are ${spacing} apart`;
  throw new InputError(`${found}; accepted: at least ${2 * spacing}, or a start nearer to 0`, { key: `time.${key}` });
}

/** `t` is the time that belongs to it. */
export function restoreState(s: State, from: Readonly<State>, t: number): void {
  const fits =
    from.q.length === s.q.length &&
    from.memory.length === s.memory.length &&
    from.memory.every((vector, i) => vector.length === s.memory[i].length);
  if (!fits)
    throw new InputError("the snapshot belongs to another system or another method", { key: "snapshot" }, "snapshot");
  if (from.t !== t) {
    const found = `the snapshot is at t = ${from.t} after ${from.n} steps, which is t = ${t} of this run`;
    throw new InputError(`${found}: it is damaged, or belongs to another run`, { key: "snapshot" }, "snapshot");
  }
  s.n = from.n;
  s.t = from.t;
  s.q.set(from.q);
  s.v.set(from.v);
  for (let i = 0; i < s.memory.length; i++) s.memory[i].set(from.memory[i]);
}
