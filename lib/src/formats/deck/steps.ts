/** The steps of a deck: which one is integrated, how, and what happens before it. */
import { InputError } from "../../core/failure.js";
import type { Json, JsonObject } from "../json.js";
import { type Card, rowsOf } from "../mesh/abaqus-cards.js";
import { numberOf } from "../text.js";
import type { Deck } from "./deck.js";

export interface DeckSteps {
  readonly method: Json | undefined;
  readonly time: JsonObject | undefined;
  /** `equilibrium` after a static step. */
  readonly start: Json | undefined;
  /** NLGEOM in a step that is taken. */
  readonly largeDisplacements: boolean;
  /** Do the loads and supports of this card act: are they before the steps, or in one that is taken? */
  acts(card: Card): boolean;
}

interface DeckStep {
  readonly from: number;
  readonly to: number;
  readonly nonlinear: boolean;
  readonly procedure: Card | null;
}

const PROCEDURES = new Set([
  "STATIC",
  "DYNAMIC",
  "FREQUENCY",
  "MODAL DYNAMIC",
  "STEADY STATE DYNAMICS",
  "BUCKLE",
  "VISCO",
  "HEAT TRANSFER",
]);

/** The first dynamic step is integrated; static ones before it give its start. */
export function stepsOf(deck: Deck, used: Set<Card>): DeckSteps {
  const steps = splitSteps(deck.others);
  for (const { procedure } of steps) if (procedure !== null) used.add(procedure);
  const chosen = steps.findIndex(({ procedure }) => procedure?.keyword === "DYNAMIC");
  const last = chosen < 0 ? steps.findIndex(({ procedure }) => procedure?.keyword === "FREQUENCY") : chosen;
  const taken = steps.slice(0, last < 0 ? steps.length : last + 1);
  steps.forEach(({ procedure }, k) => {
    if (procedure === null || k === chosen) return;
    tell(deck, procedure, k < chosen, chosen >= 0);
  });
  const isStatic = (step: DeckStep) => step.procedure?.keyword === "STATIC";
  const dynamic = chosen < 0 ? null : (steps[chosen].procedure as Card);
  return {
    ...(dynamic === null ? { method: undefined, time: undefined } : integration(deck, dynamic)),
    start: chosen > 0 && steps.slice(0, chosen).some(isStatic) ? "equilibrium" : undefined,
    largeDisplacements: taken.some(({ nonlinear }) => nonlinear),
    acts({ line }) {
      const step = steps.find(({ from, to }) => line >= from && line <= to);
      return step === undefined || taken.includes(step);
    },
  };
}

function tell(deck: Deck, procedure: Card, before: boolean, isIntegrated: boolean): void {
  if (procedure.keyword === "STATIC" && before) return;
  const hint: Readonly<Record<string, string>> = {
    FREQUENCY: "frequencies are what noether analyze gives",
    STATIC: "there is no *DYNAMIC step after it; noether integrates motions",
  };
  deck.left(
    procedure,
    hint[procedure.keyword] ?? (isIntegrated ? "one dynamic step is integrated" : "it is not known here"),
    false,
  );
}

function splitSteps(cards: readonly Card[]): DeckStep[] {
  const steps: { from: number; to: number; nonlinear: boolean; procedure: Card | null }[] = [];
  for (const card of cards) {
    const open = steps.at(-1);
    if (card.keyword === "STEP") {
      const nonlinear = card.parameters.has("NLGEOM") && !/^NO$/i.test(card.parameters.get("NLGEOM") ?? "");
      steps.push({ from: card.line, to: Infinity, nonlinear, procedure: null });
    } else if (open !== undefined && open.to === Infinity) {
      if (card.keyword === "END STEP") open.to = card.line;
      else if (PROCEDURES.has(card.keyword)) open.procedure ??= card;
    }
  }
  return steps;
}

/** Increment and length of the step, and the scheme that the deck asks for. */
function integration(deck: Deck, card: Card): { readonly method: Json; readonly time: JsonObject } {
  const { scan, file } = deck;
  const [row] = rowsOf(scan, card);
  const cells = (row?.cells ?? []).map(numberOf);
  const explicit = card.parameters.has("EXPLICIT");
  const [increment, end] = explicit && !(cells[0] > 0) ? [Number.NaN, cells[1]] : cells;
  if (!(end > 0)) {
    throw new InputError("*DYNAMIC has no length; accepted: increment, length of the step", { file, line: card.line });
  }
  const method: Json = explicit ? "central-difference" : { name: "hht", alpha: alphaOf(card, file) };
  if (!(increment > 0)) return { method, time: { end } };
  const steps = Math.ceil(end / increment - 1e-9);
  if (Math.abs(steps * increment - end) > 1e-9 * increment) {
    deck.left(card, `its increment ${increment} becomes ${end / steps}, of which ${steps} fill the step`, false);
  } else if (!card.parameters.has("DIRECT"))
    deck.left(card, `its increments stay at ${increment}; others choose them as they go`, false);
  return { method, time: { end, step: end / steps } };
}

/** Both programs damp a little unless they are told otherwise. */
function alphaOf({ parameters, line }: Card, file: string | undefined): number {
  const text = parameters.get("ALPHA");
  const alpha = text === undefined ? -0.05 : numberOf(text);
  if (alpha >= -1 / 3 && alpha <= 0) return alpha;
  throw new InputError(`ALPHA is ${text}; accepted: -1/3 to 0`, { file, line });
}
