/** The hunt: random problems, random steps, every accepted step audited.
 *
 *      npx vitest run lib/test/hunt                                                    a sample, the auditors, the named cases
 *      npx vitest run --config vitest.long.config.ts lib/test/hunt                     the whole, and the share of solvable steps
 *
 *  `chase(seed)` repeats a run. A run is off when an accepted step leaves more than TOLERATED roundings of an equation of its scheme
 *  (rounded.ts), when a failure has touched the state, or when anything is thrown. Not hunted: explicit methods, methods with a clock
 *  of their own, dry friction, processed Newmark, and what is for linear systems alone (one-factor, compensated Newmark). */
import { refusal } from "../../src/core/method.js";
import { copyOf, type State } from "../../src/core/state.js";
import { type Entrant, entrants } from "./entrants.js";
import type { Hunted } from "./problems.js";
import { type Random, random } from "./random.js";
import { roundings, TOLERATED } from "./rounded.js";
import { stepBetween, type Taken } from "./step.js";

export type Outcome =
  | { readonly kind: "audited"; readonly steps: number; readonly worst: number }
  /** Failed by name, before step `steps`. */
  | { readonly kind: "failed"; readonly failure: string; readonly steps: number; readonly worst: number }
  /** An accepted step that leaves more of an equation than rounding, though little: it was solved, and not to the end. */
  | { readonly kind: "loose"; readonly what: string; readonly steps: number; readonly worst: number }
  /** An accepted step that solves nothing, a failure that touched the state, or an exception. */
  | { readonly kind: "wrong"; readonly what: string; readonly steps: number; readonly worst: number };

/** Fewer roundings than this still leave half of the digits of a double. */
const LOOSE = 1e8;

export interface Chase {
  readonly seed: number;
  readonly entrant: Entrant;
  readonly prey: Hunted;
  readonly h: number;
  readonly steps: number;
  readonly outcome: Outcome;
}

/** From steps that resolve the motion to steps of thirty periods. */
const SHORTEST = 0.01;
const LONGEST = 30;

export function chase(seed: number, of: readonly Entrant[] = entrants): Chase {
  const source = random(seed);
  const entrant = of[seed % of.length];
  const prey = preyOf(entrant, source);
  const h = prey.period * source.magnitude(SHORTEST, LONGEST);
  const steps = Math.floor(source.between(20, 61));
  return { seed, entrant, prey, h, steps, outcome: audited(entrant, prey, h, steps) };
}

function preyOf({ method, problems, audited: takes = () => true }: Entrant, source: Random): Hunted {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const prey = source.pick(problems)(source);
    if (refusal(method, prey.problem.system) === null && takes(prey.problem.system)) return prey;
  }
  throw new Error(`no problem for ${method.id}`);
}

export function audited({ method, audit }: Entrant, { problem, energy }: Hunted, h: number, steps: number): Outcome {
  const { system, t0, q0, v0 } = problem;
  const compensated = method.parameters["summation"] === "compensated";
  const taken: Taken = { system, energy, t0, h, compensated };
  const [reach, speed] = [Math.max(largest(q0), h * largest(v0), 1), Math.max(largest(v0), 1)];
  let worst = 0;
  let n = 0;
  try {
    const stepper = method.prepare(problem, h, null);
    const s: State = { n: 0, t: t0, q: q0.slice(), v: v0.slice(), memory: stepper.memory };
    for (; n < steps; n++) {
      const before = copyOf(s);
      const failure = stepper.step(s);
      if (failure !== null) {
        if (!same(before, s))
          return { kind: "wrong", what: `a failure (${failure.kind}) touched the state`, steps: n, worst };
        return { kind: "failed", failure: failure.kind, steps: n, worst };
      }
      s.n = n + 1;
      s.t = t0 + s.n * h;
      // Unstable: the run would have ended here, and soon the auditor's own numbers overflow.
      if (largest(s.q) > GROWN * reach || largest(s.v) > GROWN * (speed + reach / h)) {
        return { kind: "failed", failure: "growth", steps: n + 1, worst };
      }
      let broken: string | null = null;
      audit(stepBetween(taken, before, copyOf(s)), (equation, rest) => {
        const off = roundings(rest);
        worst = Math.max(worst, off);
        if (off > TOLERATED) broken ??= `${equation}: ${off.toExponential(1)} roundings`;
      });
      if (broken !== null) return { kind: worst > LOOSE ? "wrong" : "loose", what: broken, steps: n + 1, worst };
    }
    return { kind: "audited", steps, worst };
  } catch (error) {
    return { kind: "wrong", what: `threw ${String(error)}`, steps: n, worst };
  }
}

/** A state that has grown by this has nothing to do with its start. */
const GROWN = 1e6;

const largest = (x: Float64Array) => x.reduce((most, xi) => Math.max(most, Math.abs(xi)), 0);

function same(a: State, b: State): boolean {
  const pairs = [[a.q, b.q], [a.v, b.v], ...a.memory.map((vector, k) => [vector, b.memory[k]])]; // biome-ignore format: pairs
  return pairs.every(([x, y]) => x.every((value, i) => Object.is(value, y[i])));
}

/** Methods down, outcomes across. */
export class Tally {
  readonly #rows = new Map<string, Map<string, number>>();
  /** Wrong and loose. */
  readonly off: Chase[] = [];

  enter(chased: Chase): void {
    const { entrant, outcome } = chased;
    const row = this.#rows.get(entrant.name) ?? new Map<string, number>();
    this.#rows.set(entrant.name, row);
    const column = outcome.kind === "failed" ? outcome.failure : outcome.kind;
    row.set(column, (row.get(column) ?? 0) + 1);
    row.set("runs", (row.get("runs") ?? 0) + 1);
    if (outcome.kind === "wrong" || outcome.kind === "loose") this.off.push(chased);
  }

  table(): string {
    const columns = ["runs", "audited", "loose", "wrong"];
    for (const row of this.#rows.values()) for (const key of row.keys()) if (!columns.includes(key)) columns.push(key);
    const total = new Map(
      columns.map((key) => [key, [...this.#rows.values()].reduce((n, row) => n + (row.get(key) ?? 0), 0)]),
    );
    const width = Math.max(...[...this.#rows.keys()].map((name) => name.length));
    const line = (name: string, cells: readonly string[]) =>
      [name.padEnd(width), ...cells.map((cell, k) => cell.padStart(Math.max(columns[k].length, 6)))].join("  ");
    const rows = [...this.#rows, ["all", total] as const];
    return [
      line("method", columns),
      ...rows.map(([name, row]) =>
        line(
          name,
          columns.map((key) => String(row.get(key) ?? 0)),
        ),
      ),
    ].join("\n");
  }

  /** The worst of what is off, to be repeated by `chase(seed)`. */
  findings(most = 40): string {
    return [...this.off]
      .sort((a, b) => b.outcome.worst - a.outcome.worst)
      .slice(0, most)
      .map(({ seed, entrant, prey, h, outcome }) => {
        const what = "what" in outcome ? outcome.what : "";
        return `seed ${seed}: ${entrant.name} on ${prey.name}, h/T = ${(h / prey.period).toPrecision(3)}, step ${outcome.steps}: ${what}`;
      })
      .join("\n");
  }
}

export function hunt(from: number, to: number, tally = new Tally(), of: readonly Entrant[] = entrants): Tally {
  for (let seed = from; seed < to; seed++) tally.enter(chase(seed, of));
  return tally;
}
