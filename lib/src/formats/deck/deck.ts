/** An input deck of Abaqus or CalculiX as a model file's data: the mesh stays in the deck, everything else is said in the words of a
 *  `solid`. Every card has a treatment (`abaqus-treatments.ts`); what changes the result and is not honoured is listed as a difference. */
import { InputError } from "../../core/failure.js";
import { elementType } from "../../mesh/element-types.js";
import { dimensionOf } from "../../mesh/mesh.js";
import type { Json, JsonObject } from "../json.js";
import { type DeckMesh, readDeckMesh } from "../mesh/abaqus.js";
import { type Card, rowsOf } from "../mesh/abaqus-cards.js";
import { abaqusElement } from "../mesh/abaqus-elements.js";
import { quoted } from "../text.js";
import { abaqusElementTreatment } from "./abaqus-element-treatments.js";
import { ABAQUS_TREATMENTS, spelled } from "./abaqus-treatments.js";
import { amplitudesOf } from "./amplitudes.js";
import { conditionsOf } from "./conditions.js";
import type { DeckModel, Difference, Purpose } from "./differences.js";
import { deckNames } from "./names.js";
import { sectionsOf } from "./sections.js";
import { type DeckSteps, isProcedure, splitSteps, stepsOf } from "./steps.js";

/** What the readers of cards share. */
export interface Deck extends DeckMesh {
  readonly file: string | undefined;
  /** Says that something changes the result and is not honoured. */
  differs(card: CardPlace, why: string): void;
  /** Says something that does not. */
  remark(card: CardPlace, what: string): void;
  /** The card from which a part of the model comes. */
  origin(key: string, card: CardPlace): void;
}

interface CardPlace {
  readonly keyword: string;
  readonly line: number;
}

export function readDeck(bytes: Uint8Array, name: string, purpose: Purpose = "motion"): DeckModel {
  const mesh = readDeckMesh(bytes, name);
  const differences: Difference[] = [];
  const notices: string[] = [];
  const origins = new Map<string, Pick<Difference, "line" | "card">>();
  const cards = mesh.cards.map(spelledCard);
  const deck: Deck = {
    ...mesh,
    cards,
    file: name,
    differs: ({ keyword, line }, why) => differences.push({ line, card: `*${keyword}`, why }),
    remark: ({ keyword, line }, what) => notices.push(`line ${line}: *${keyword}: ${what}`),
    origin: (key, { keyword, line }) => origins.set(key, { line, card: `*${keyword}` }),
  };
  const parts = splitSteps(cards);
  let refusal: InputError | null = null;
  let model: JsonObject | null = null;
  try {
    const steps = stepsOf(deck, parts, purpose);
    treat(deck, [
      ...parts.model,
      ...steps.before.flatMap(withStep),
      ...(steps.target === null ? [] : withStep(steps.target)),
    ]);
    for (const card of parts.stray) {
      if (ABAQUS_TREATMENTS[card.keyword]?.effect !== "no effect")
        deck.differs(card, "it stands after the end of a step; cards act before the first step or inside of one");
    }
    tellMesh(deck, notices);
    tellPrestress(deck, steps, purpose);
    model = modelOf(deck, steps);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    refusal = error;
  }
  const procedures = parts.steps.flatMap(({ procedure }) =>
    procedure === null ? [] : [{ name: `*${procedure.keyword}`, line: procedure.line }],
  );
  differences.sort((a, b) => a.line - b.line);
  return { model, refusal, differences, notices, procedures, origins };
}

const withStep = ({ card, cards }: { readonly card: Card; readonly cards: readonly Card[] }) => [card, ...cards];

function modelOf(deck: Deck, steps: DeckSteps): JsonObject {
  const solid = {
    mesh: (deck.file ?? "").replace(/^.*[\\/]/, ""),
    ...sectionsOf(deck, steps),
    ...conditionsOf(
      deck,
      steps,
      deckNames(deck),
      amplitudesOf(deck, amplitudeCards(deck, steps), steps.before.length === 0),
    ),
  };
  const { start, ...system } = solid as typeof solid & { readonly start?: Json };
  return {
    noether: 1,
    name: titleOf(deck) || solid.mesh,
    system: { solid: system as JsonObject },
    ...(start === undefined ? {} : { start }),
    ...(steps.method === undefined ? {} : { method: steps.method }),
    ...(steps.time === undefined ? {} : { time: steps.time }),
  };
}

const amplitudeCards = ({ cards }: Deck, steps: DeckSteps) =>
  [
    ...cards.filter(({ keyword }) => keyword === "AMPLITUDE"),
    ...[...steps.before, ...(steps.target === null ? [] : [steps.target])].flatMap((step) => step.cards),
  ].filter((card, k, all) => all.indexOf(card) === k);

/** Every card and every parameter of it by the table. */
function treat(deck: Deck, cards: readonly Card[]): void {
  const remarked = new Set<string>();
  for (const card of cards) {
    const { keyword, parameters, line } = card;
    const treatment = ABAQUS_TREATMENTS[keyword];
    if (treatment === undefined) deck.differs(card, "the card is not known here");
    else if (treatment.effect === "refused") {
      if (!isProcedure(keyword)) deck.differs(card, treatment.why);
    } else if (treatment.effect === "honoured") {
      for (const [name, value] of parameters) {
        const known = treatment.parameters?.[name];
        const text = value === "" ? name : `${name}=${value.slice(0, 40)}`;
        const place = { keyword: `${keyword}, ${text}`, line };
        if (known === undefined) deck.differs(place, "the parameter is not known here");
        else if (known.values !== undefined && !new RegExp(`^(?:${known.values.source})$`).test(value.toUpperCase()))
          deck.differs(place, `accepted: ${known.why}`);
      }
    }
    if (keyword !== "ELEMENT") continue;
    const type = (parameters.get("TYPE") ?? "").toUpperCase();
    const element = abaqusElementTreatment(type);
    if (element.effect === "refused")
      deck.differs({ keyword: `ELEMENT, TYPE=${type.slice(0, 40)}`, line }, element.why);
    else if (element.remark !== undefined && !remarked.has(type)) {
      remarked.add(type);
      deck.remark(card, element.remark);
    }
  }
}

/** As the tables spell it: *ENDSTEP is *END STEP, TIMEDELAY is TIME DELAY. */
function spelledCard(card: Card): Card {
  const keyword = spelled(card.keyword);
  const known = Object.keys(ABAQUS_TREATMENTS[keyword]?.parameters ?? {});
  const plain = (name: string) => name.replaceAll(" ", "");
  const parameters = new Map(
    Array.from(card.parameters, ([name, value]) => [
      known.find((other) => plain(other) === plain(name)) ?? name,
      value,
    ]),
  );
  return { ...card, keyword, parameters };
}

/** What the reader of the mesh has left out, and elements of several kinds. */
function tellMesh(deck: Deck, notices: string[]): void {
  const { mesh, families, cards } = deck;
  const first = cards.find(({ keyword }) => keyword === "ELEMENT") ?? cards[0];
  for (const notice of deck.notices) {
    const [, line, what] = /^line (\d+): (.*)$/s.exec(notice) ?? [null, `${first.line}`, notice];
    if (/^elements of type .* are left out/.test(what)) continue;
    if (/instances were joined/.test(what)) notices.push(notice);
    else deck.differs({ keyword: "NSET, *ELSET, *SURFACE", line: Number(line) }, what);
  }
  const dimension = dimensionOf(mesh);
  for (const card of cards) {
    if (card.keyword !== "ELEMENT") continue;
    const type = (card.parameters.get("TYPE") ?? "").toUpperCase();
    if (abaqusElementTreatment(type).effect === "refused") continue;
    const shape = abaqusElement(type)?.type;
    if (shape !== undefined && elementType(shape).dimension !== dimension)
      deck.differs(card, `${quoted(type)} beside elements of another dimension; one kind is computed`);
  }
  if (families.has("plane-stress") && families.has("plane-strain"))
    deck.differs(first, "plane stress and plane strain in one deck; one of them is computed");
}

/** Modes about a state that a static step has stressed. */
function tellPrestress(deck: Deck, { before, target, model }: DeckSteps, purpose: Purpose): void {
  if (purpose !== "modes" || before.length === 0 || target === null) return;
  const isCurved =
    target.perturbation ||
    [...before, target].some(({ nonlinear }) => nonlinear) ||
    model.some(({ keyword }) => keyword === "HYPERELASTIC");
  if (!isCurved) return;
  for (const { procedure, card } of before)
    deck.differs(
      procedure ?? card,
      "the stress that this step leaves behind changes the frequencies, and modes are those of the state of rest",
    );
}

/** The line after *HEADING. */
function titleOf({ cards, scan }: Deck): string {
  const heading = cards.find(({ keyword }) => keyword === "HEADING");
  const [row] = heading === undefined ? [] : rowsOf(scan, heading);
  return row === undefined ? "" : row.cells.join(", ").slice(0, 120);
}
