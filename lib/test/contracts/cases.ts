/** What a contract is measured on: every scheme on every problem that it accepts, in every form that a specialised path gives it
 *  (core/specialise.ts). `./test` measures a sample: of every contract each scheme and each problem at least once, and each scheme on
 *  each problem in at least one contract. `./test --long` measures them all. */
import { describe, test } from "vitest";
import { type FixedStepMethod, type Method, refusal } from "../../src/core/method.js";
import { begin } from "../../src/core/run.js";
import { choicesIn, type Specialisation, specialised } from "../../src/core/specialise.js";
import type { Problem } from "../../src/core/system.js";
import type { Time } from "../../src/core/time.js";
import { type Trial, trials } from "./problems.js";
import { isFixed, type Scheme, schemes } from "./schemes.js";

interface Pair {
  readonly scheme: Scheme;
  readonly trial: Trial;
  /** Of scheme and problem: which contracts the sample measures on them follows from it. */
  readonly number: number;
}

export interface Case<M extends Method = Method> {
  readonly scheme: Scheme<M>;
  readonly trial: Trial;
  readonly form: Specialisation;
  readonly problem: Problem;
}

type Measure<M extends Method = Method> = (measured: Case<M>) => void;

interface Contract {
  /** Is there anything to measure of this scheme on this problem? */
  readonly applies: (pair: Pair, problem: Problem) => boolean;
  /** The sample takes one case in so many. */
  readonly every: number;
  /** Does a case of many unknowns take a second or more? Then the sample takes fewer of them. */
  readonly costly?: boolean;
}

/** From here on costly contracts are measured on one pair in `RARELY` times as many. */
const MANY_UNKNOWNS = 6;
const RARELY = 6;

const always = () => true;
const fixed = ({ scheme }: Pair) => isFixed(scheme);
const superConverges = ({ scheme }: Pair, { system }: Problem) =>
  system.kind === "linear" && !scheme.method.needs.includes("linear");

const contracts = {
  order: {
    every: 8,
    costly: true,
    applies: (pair, problem) => fixed(pair) && !pair.trial.kinks && !pair.trial.jumps && !superConverges(pair, problem),
  },
  structure: {
    every: 14,
    costly: true,
    applies: (pair, { system }) => fixed(pair) && system.damping === null && system.constraints === undefined,
  },
  invariants: { every: 24, costly: true, applies: (pair, { system }) => fixed(pair) && system.invariants.length > 0 },
  ledger: { every: 6, applies: always },
  quadrature: { every: 6, applies: (_, { system }) => system.load !== null || system.damping !== null },
  restart: { every: 9, applies: always },
  forms: { every: 4, applies: (pair) => formsOf(pair).length > 1 },
  work: { every: 6, applies: always },
  allocation: { every: 24, applies: fixed },
  failure: { every: 6, applies: fixed },
  digits: { every: 14, applies: always },
  threads: { every: 12, applies: (pair) => callsThreads(pair) },
} as const satisfies Record<string, Contract>;

export type ContractName = keyof typeof contracts;
const names = Object.keys(contracts) as ContractName[];

/** Problems in each form, made once. */
const made = new Map<string, { readonly problem: Problem; readonly choices: readonly boolean[] }>();
export function inForm(trial: Trial, form: Specialisation) {
  const key = `${form} ${trial.name}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  let problem: Problem | undefined;
  const choices = choicesIn(() => {
    problem = specialised(form, trial.build);
  });
  const built = { problem: problem as Problem, choices };
  made.set(key, built);
  return built;
}

/** The problem in its usual form. */
export const problemOf = (trial: Trial): Problem => inForm(trial, "where-it-pays").problem;

/** On this block the mirrored grids of force-stepping come to slide along their faces: from there on an event takes milliseconds and a step
 *  hundred thousands of them. */
const slides = ({ scheme: { method }, trial }: Pick<Pair, "scheme" | "trial">) =>
  method.id === "force-stepping" &&
  trial.name === "block that meets a floor" &&
  method.parameters["triangulation"] !== "kuhn";
/** In steps of a quarter of the trial's: the first thousands of events of sliding are among them. */
const UNTIL_SLIDING = 6;
/** The paper's own form of force-stepping takes milliseconds for each event of a solid, of which there are hundred thousands in a step: the first thousands
 *  are followed. */
const isSlow = ({ scheme: { method }, trial }: Pick<Pair, "scheme" | "trial">) =>
  method.id === "force-stepping" && method.parameters["algorithm"] === "paper" && problemOf(trial).system.dof > 20;
const WHILE_SLOW = 0.25;
/** So many steps of a quarter of the trial's, or as many as can be followed. */
export const stepsOf = (pair: Pick<Pair, "scheme" | "trial">, steps: number): number =>
  Math.min(steps, slides(pair) ? UNTIL_SLIDING : isSlow(pair) ? WHILE_SLOW : steps);

/** `steps` steps of h, or as far by a method that chooses its own. */
export const timeOf = ({ method }: Scheme, { t0 }: Problem, h: number, steps: number): Time =>
  method.clock === "own" ? { end: t0 + steps * h } : { step: h, steps };

/** Does this scheme factor matrices here that threads would share? Those of fewer unknowns are full. */
function callsThreads({ trial, scheme }: Pair): boolean {
  const { problem } = inForm(trial, "always");
  if (problem.system.dof < FEWEST_SPARSE) return false;
  let calls = 0;
  const helped = { ...problem, system: { ...problem.system, threads: { call: () => calls++ } } };
  specialised("always", () => {
    begin(helped, scheme.method, { time: timeOf(scheme, problem, trial.step / 4, 1) }).advance(1);
  });
  return calls > 0;
}

const FEWEST_SPARSE = 16;

/** The forms that differ in a choice that this scheme makes on this problem. */
function formsOf({ trial, scheme }: Pick<Pair, "scheme" | "trial">): readonly Specialisation[] {
  const seen = new Map<string, Specialisation>();
  for (const form of ["where-it-pays", "never", "always"] as const) {
    const { problem, choices } = inForm(trial, form);
    const own = choicesIn(() =>
      specialised(form, () => {
        begin(problem, scheme.method, { time: timeOf(scheme, problem, trial.step / 4, 2) }).advance(1);
      }),
    );
    const key = [...choices, ...own].map(Number).join("");
    if (!seen.has(key)) seen.set(key, form);
  }
  return [...seen.values()];
}

/** Every scheme on every problem that it accepts. */
export const pairs: readonly Pair[] = schemes.flatMap((scheme, i) =>
  trials.flatMap((trial, j) =>
    refusal(scheme.method, problemOf(trial).system) === null ? [{ scheme, trial, number: i + j }] : [],
  ),
);

const applying = (name: ContractName) => pairs.filter((pair) => contracts[name].applies(pair, problemOf(pair.trial)));

/** Too many events even so: for `./test --long`. */
const takesLong = (pair: Pair) =>
  isSlow(pair) || (pair.scheme.method.id === "force-stepping" && pair.trial.name === "block that meets a floor");

/** The pairs of a sample: one in so many; every pair in one of the contracts that apply, in turn; and whoever is missing yet. */
function sampleOf(name: ContractName): readonly Pair[] {
  const all = applying(name).filter((pair) => !takesLong(pair));
  const own = names.indexOf(name);
  const taken = new Set(
    all.filter((pair) => {
      const problem = problemOf(pair.trial);
      const large = problem.system.dof > MANY_UNKNOWNS;
      const rare = ({ costly }: Contract) => costly === true && large;
      const { every } = contracts[name];
      const one = rare(contracts[name]) ? RARELY * every : every;
      if ((pair.number + own) % one === 0) return true;
      const others = names.filter(
        (other) =>
          other !== "forms" &&
          other !== "threads" &&
          !rare(contracts[other]) &&
          contracts[other].applies(pair, problem),
      );
      return others[pair.number % others.length] === name;
    }),
  );
  for (const part of ["scheme", "trial"] as const) {
    const missing = new Set(all.map((pair) => pair[part]));
    for (const pair of taken) missing.delete(pair[part]);
    for (const pair of all) if (missing.delete(pair[part])) taken.add(pair);
  }
  return all.filter((pair) => taken.has(pair));
}

function measureEach<M extends Method>(list: readonly (Pair & { form: Specialisation })[], measure: Measure<M>): void {
  for (const trial of trials) {
    const here = list.filter((pair) => pair.trial === trial);
    if (here.length === 0) continue;
    describe(trial.name, () => {
      for (const { scheme, form } of here) {
        const { problem } = inForm(trial, form);
        test(`${scheme.name}${form === "where-it-pays" ? "" : `, specialised ${form}`}`, () =>
          specialised(form, () => measure({ scheme: scheme as Scheme<M>, trial, form, problem })));
      }
    });
  }
}

/** What `./test` measures: each pair of the sample in one of its forms. */
export function sample(name: ContractName, measure: Measure<never>): void {
  const own = names.indexOf(name);
  const list = sampleOf(name).map((pair) => {
    const forms = formsOf(pair);
    return { ...pair, form: forms[(pair.number + own) % forms.length] };
  });
  measureEach(list, measure as Measure);
}

/** What `./test --long` measures: everything. */
export function whole(name: ContractName, measure: Measure<never>): void {
  measureEach(
    applying(name).flatMap((pair) => formsOf(pair).map((form) => ({ ...pair, form }))),
    measure as Measure,
  );
}

export type FixedCase = Case<FixedStepMethod>;
