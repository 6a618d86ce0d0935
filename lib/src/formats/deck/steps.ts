/** The steps of a deck: which one is computed, how, and what happens before it. */
import { InputError } from "../../core/failure.js";
import type { Json, JsonObject } from "../json.js";
import { type Card, rowsOf } from "../mesh/abaqus-cards.js";
import { numberOf } from "../text.js";
import { OTHER_PROCEDURES } from "./abaqus-treatments.js";
import type { Deck } from "./deck.js";
import type { Purpose } from "./differences.js";
import { namesIn } from "./treatment.js";

export interface DeckStep {
  readonly card: Card;
  /** Its cards, without *STEP and *END STEP. */
  readonly cards: Card[];
  readonly nonlinear: boolean;
  readonly perturbation: boolean;
  procedure: Card | null;
  /** Has it an *END STEP? */
  isClosed: boolean;
}

export interface DeckSteps {
  /** The cards before the first step. */
  readonly model: readonly Card[];
  /** The steps that come before the one that is computed and leave their loads and supports to it. */
  readonly before: readonly DeckStep[];
  /** The step that is computed; null: none. */
  readonly target: DeckStep | null;
  /** Large displacements in a step that is taken. */
  readonly nonlinear: boolean;
  readonly explicit: boolean;
  readonly method: Json | undefined;
  readonly time: JsonObject | undefined;
}

/** Procedures of a step; the first card of a step that is one of these is its procedure. */
const PROCEDURES = new Set([
  ...["STATIC", "DYNAMIC", "FREQUENCY", "CFD", "ELECTROMAGNETICS"],
  ...namesIn(OTHER_PROCEDURES),
]);

export const isProcedure = (keyword: string) => PROCEDURES.has(keyword);

export interface SplitDeck {
  readonly model: readonly Card[];
  readonly steps: readonly DeckStep[];
  /** Cards between steps and after the last one. */
  readonly stray: readonly Card[];
}

export function splitSteps(cards: readonly Card[]): SplitDeck {
  const steps: DeckStep[] = [];
  const [model, stray]: [Card[], Card[]] = [[], []];
  let open: DeckStep | null = null;
  for (const card of cards) {
    if (card.keyword === "STEP") {
      const has = (name: string) => card.parameters.has(name) && !/^NO$/i.test(card.parameters.get(name) ?? "");
      open = {
        card,
        cards: [],
        nonlinear: has("NLGEOM"),
        perturbation: has("PERTURBATION"),
        procedure: null,
        isClosed: false,
      };
      steps.push(open);
    } else if (card.keyword === "END STEP") {
      if (open !== null) open.isClosed = true;
      open = null;
    } else if (open !== null) {
      open.cards.push(card);
      if (PROCEDURES.has(card.keyword)) open.procedure ??= card;
    } else (steps.length === 0 ? model : stray).push(card);
  }
  return { model, steps, stray };
}

/** For a motion the first *DYNAMIC step; for modes the first *FREQUENCY step, or else the structure of the first step that moves it. */
export function stepsOf(deck: Deck, { model, steps }: SplitDeck, purpose: Purpose): DeckSteps {
  const first = (keyword: string) => steps.findIndex(({ procedure }) => procedure?.keyword === keyword);
  const wanted = purpose === "motion" ? ["DYNAMIC"] : ["FREQUENCY", "DYNAMIC", "STATIC"];
  const chosen = wanted.map(first).find((k) => k >= 0) ?? -1;
  const target = chosen < 0 ? null : steps[chosen];
  steps.forEach((step, k) => {
    if (k === chosen) return;
    tellOther(deck, step, { purpose, target, isBefore: k < chosen });
    if (k < chosen && step.procedure?.keyword !== "STATIC") tellLeft(deck, step, purpose);
  });
  if (purpose === "modes" && target?.procedure?.keyword === "STATIC")
    deck.remark(target.procedure, "it asks for a static solution; the modes are those of the structure at rest");
  if (purpose === "motion" && target?.procedure != null && !target.procedure.parameters.has("EXPLICIT"))
    deck.remark(target.procedure, FIRST_ACCELERATION);
  for (const { card, isClosed } of steps)
    if (!isClosed) deck.differs(card, "no *END STEP ends it: lines of the deck may be missing");
  const before = chosen < 0 ? [] : steps.slice(0, chosen).filter(({ procedure }) => procedure?.keyword === "STATIC");
  const taken = target === null ? [] : [...before, target];
  if (purpose === "motion" && target !== null) tellStart(deck, before, target);
  if (purpose === "modes" && target?.procedure?.keyword === "FREQUENCY") tellRange(deck, target.procedure);
  const dynamic = target?.procedure?.keyword === "DYNAMIC" ? target.procedure : null;
  return {
    model,
    before,
    target,
    nonlinear: taken.some(({ nonlinear }) => nonlinear),
    explicit: dynamic?.parameters.has("EXPLICIT") ?? false,
    ...(dynamic === null || target === null
      ? { method: undefined, time: undefined }
      : integration(deck, target, dynamic)),
  };
}

/** Static steps whose end is not the equilibrium that the motion starts from. */
function tellStart(deck: Deck, before: readonly DeckStep[], target: DeckStep): void {
  for (const { card, perturbation } of [...before, target])
    if (perturbation)
      deck.differs(
        card,
        "with PERTURBATION it is a small change of a state that it leaves as it was, and here it would stay",
      );
  if (target.nonlinear && before.length > 0 && !before.some(({ nonlinear }) => nonlinear))
    deck.differs(
      before[0].card,
      "without NLGEOM it ends in the equilibrium of small displacements, from which the motion would not start; give it NLGEOM, too",
    );
}

/** `number of modes, lowest frequency, highest frequency`. */
function tellRange(deck: Deck, card: Card): void {
  const [row] = rowsOf(deck.scan, card);
  const [, lowest = "", highest = ""] = row?.cells ?? [];
  if (numberOf(lowest) > 0 || numberOf(highest) > 0)
    deck.remark(card, "its range of frequencies is passed over: the lowest modes are given, as many as --modes says");
}

interface Chosen {
  readonly purpose: Purpose;
  readonly target: DeckStep | null;
  readonly isBefore: boolean;
}

function tellOther(deck: Deck, { procedure, card }: DeckStep, { purpose, target, isBefore }: Chosen): void {
  const named = procedure ?? card;
  const keyword = procedure?.keyword ?? "";
  if (target === null) {
    const hint: Readonly<Record<string, string>> = {
      FREQUENCY: `asks for frequencies, and no motion is computed for it: noether analyze ${deck.file} gives them`,
      STATIC: "asks for a static solution, which is not computed; *DYNAMIC (run) and *FREQUENCY (analyze) are",
      "": "the step has no procedure that is known here; *DYNAMIC (run) and *FREQUENCY (analyze) are",
    };
    deck.differs(named, hint[keyword] ?? "is not computed; *DYNAMIC (run) and *FREQUENCY (analyze) are");
    return;
  }
  if (isBefore) {
    const isHarmless = keyword === "FREQUENCY" || keyword === "HEAT TRANSFER" || keyword === "STATIC";
    if (!isHarmless) deck.differs(named, "a step of this kind before the one that is computed leaves a state behind");
    return;
  }
  const computed = target.procedure;
  const where = `that of line ${computed?.line}, *${computed?.keyword}, is`;
  if (purpose === "motion" && keyword !== "FREQUENCY") deck.differs(named, `one step is computed: ${where}`);
  else deck.remark(named, `this step is not computed: ${where}`);
}

/** What a step that is passed over gives to those after it: supports and loads stay active until they are changed. */
function tellLeft(deck: Deck, { procedure, cards }: DeckStep, purpose: Purpose): void {
  const step = procedure === null ? "a step without a procedure" : `a *${procedure.keyword} step`;
  for (const card of cards) {
    const acts = card.keyword === "BOUNDARY" ? holds(deck, card) : LOADS.has(card.keyword) && purpose === "motion";
    if (acts)
      deck.differs(
        card,
        `it stays active after ${step}, which is passed over with its cards; give it before the first step or in the one that is computed`,
      );
  }
}

const LOADS = new Set(["CLOAD", "DLOAD", "DSLOAD"]);

/** Does a *BOUNDARY hold more than temperatures, direction 11? */
const holds = ({ scan }: Deck, card: Card): boolean =>
  [...rowsOf(scan, card)].some(({ cells: [, first = "", last = ""] }) => first !== "11" || !/^(?:11)?$/.test(last));

/** CalculiX 2.20 takes the first accelerations from (M + (1 + α) β (h/10)² K) a = F − K u, which for loads that begin suddenly holds back the motions
 *  that the increment h does not resolve. Its deck beamnldy computed so agrees to 3e-7. */
const FIRST_ACCELERATION =
  "the first accelerations are those of the loads, as in Abaqus; CalculiX smooths them over a tenth of an increment, and after sudden loads gets other motions (by 1.6 % in its own deck beamnldy)";

/** Increments of a step where it does not say how many it may have. */
const USUAL_INC = 100;

/** Increment and length of the step, and the scheme that the deck asks for. */
function integration(
  deck: Deck,
  { card: stepCard }: DeckStep,
  card: Card,
): { readonly method: Json; readonly time: JsonObject } {
  const { scan, file } = deck;
  const [row] = rowsOf(scan, card);
  const line = row?.line ?? card.line;
  const cells = (row?.cells ?? []).map((cell) => (cell === "" ? Number.NaN : numberOf(cell)));
  const explicit = card.parameters.has("EXPLICIT");
  const [increment, end] = cells;
  if (!(end > 0)) {
    throw new InputError("*DYNAMIC has no length; accepted: increment, length of the step", { file, line });
  }
  const method: Json = explicit ? "central-difference" : { name: "hht", alpha: alphaOf(card, file) };
  deck.origin("method", card);
  deck.origin("time", { keyword: card.keyword, line });
  if (!(increment > 0)) {
    if (explicit) deck.remark(card, "it has no increment, and the step is that of --step");
    else throw new InputError("*DYNAMIC has no increment; accepted: increment, length of the step", { file, line });
    return { method, time: { end } };
  }
  if (increment > end) {
    throw new InputError(`the increment ${increment} is longer than the step, ${end}`, { file, line });
  }
  const steps = Math.ceil(end / increment - 1e-9);
  const direct = !explicit && card.parameters.has("DIRECT") && !/^NO$/i.test(card.parameters.get("DIRECT") ?? "");
  const fits = Math.abs(steps * increment - end) <= 1e-9 * increment;
  const fixed = fits
    ? `its increments stay at ${increment}`
    : `its increment ${increment} becomes ${end / steps}, of which ${steps} fill the step`;
  // Explicit increments are the programs' own whatever the deck says, and so short that their errors are small.
  if (explicit) deck.remark(card, `${fixed}, where both programs choose them below the limit of stability`);
  else if (!direct)
    deck.differs(card, `${fixed}, where both programs choose them as they go; with DIRECT they keep them, too`);
  else if (!fits)
    deck.differs(card, `${fixed}, where both programs end with a shorter one; give an increment that divides the step`);
  limitIncrements(deck, stepCard, { steps, length: end / steps, isFixed: direct });
  return { method, time: { end, step: end / steps } };
}

/** Both programs stop where INC is exceeded; increments that they choose themselves are not known before. */
function limitIncrements(
  deck: Deck,
  card: Card,
  { steps, length, isFixed }: { readonly steps: number; readonly length: number; readonly isFixed: boolean },
): void {
  const text = card.parameters.get("INC");
  const most = text === undefined ? USUAL_INC : numberOf(text);
  if (!(most >= 1)) {
    throw new InputError(`INC is ${text}; accepted: a whole number ≥ 1`, { file: deck.file, line: card.line });
  }
  if (steps <= most || !isFixed) return;
  const how =
    text === undefined ? `without INC, ${USUAL_INC} increments are the most` : `INC allows ${most} increments`;
  deck.differs(card, `${how}, which end at t = ${most * length}, and the step has ${steps}; give INC=${steps}`);
}

/** Both programs damp a little unless they are told otherwise. */
function alphaOf({ parameters, line }: Card, file: string | undefined): number {
  const text = parameters.get("ALPHA");
  const alpha = text === undefined ? -0.05 : numberOf(text);
  if (alpha >= -1 / 3 && alpha <= 0) return alpha;
  throw new InputError(`ALPHA is ${text}; accepted: -1/3 to 0`, { file, line });
}
