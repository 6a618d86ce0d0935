/** Supports, loads and initial velocities of a deck. */
import { InputError } from "../../core/failure.js";
import type { Json, JsonObject } from "../json.js";
import { type Card, type Row, rowsOf } from "../mesh/abaqus-cards.js";
import { numberOf, quoted } from "../text.js";
import type { Amplitudes } from "./amplitudes.js";
import type { Deck } from "./deck.js";
import type { DeckNames } from "./names.js";
import type { DeckSteps } from "./steps.js";

interface Context {
  readonly deck: Deck;
  readonly names: DeckNames;
  readonly amplitudes: Amplitudes;
  readonly directions: readonly string[];
}

const AXES = ["x", "y", "z"];
/** Directions that a word holds. */
const TYPES: Readonly<Record<string, readonly number[]>> = {
  ENCASTRE: [1, 2, 3],
  PINNED: [1, 2, 3],
  XSYMM: [1],
  YSYMM: [2],
  ZSYMM: [3],
};

export function conditionsOf(
  deck: Deck,
  used: Set<Card>,
  steps: DeckSteps,
  names: DeckNames,
  amplitudes: Amplitudes,
): JsonObject {
  const plane = deck.families.has("plane-stress") || deck.families.has("plane-strain");
  const context: Context = { deck, names, amplitudes, directions: plane ? AXES.slice(0, 2) : AXES };
  const supports: Json[] = [];
  const loads: Json[] = [];
  let start: Json | undefined;
  for (const card of deck.others) {
    const read = READERS[card.keyword];
    if (read === undefined) continue;
    used.add(card);
    if (!steps.acts(card)) {
      deck.left(card, "it belongs to a step that is not integrated", false);
      continue;
    }
    if (/^NEW$/i.test(card.parameters.get("OP") ?? "")) deck.left(card, "OP=NEW: what was there before stays", true);
    for (const row of rowsOf(deck.scan, card)) {
      const { support, load, velocity } = read(card, row, context);
      if (support !== undefined) supports.push(support);
      if (load !== undefined) loads.push(load);
      if (velocity !== undefined) start = withVelocity(start, velocity, context);
    }
  }
  return {
    ...(supports.length === 0 ? {} : { supports }),
    ...(loads.length === 0 ? {} : { loads }),
    ...(start === undefined ? {} : { start }),
  };
}

interface Read {
  readonly support?: Json;
  readonly load?: Json;
  readonly velocity?: { readonly direction: number; readonly value: number };
}

type Reader = (card: Card, row: Row, context: Context) => Read;

const READERS: Readonly<Record<string, Reader>> = {
  BOUNDARY: boundary,
  CLOAD: concentrated,
  DLOAD: distributed,
  DSLOAD: onSurface,
  "INITIAL CONDITIONS": initial,
};

function numberAt({ cells, line }: Row, place: number, { deck }: Context, missing?: number): number {
  const cell = cells[place] ?? "";
  if (cell === "" && missing !== undefined) return missing;
  const value = numberOf(cell);
  if (!Number.isNaN(value)) return value;
  throw new InputError(`found ${quoted(cell)} in place ${place + 1}; accepted: a number`, { file: deck.file, line });
}

/** `set, first direction, last direction, value`, or `set, ENCASTRE`. */
function boundary(card: Card, row: Row, context: Context): Read {
  const { deck, names, amplitudes, directions } = context;
  const { on } = names.nodes(row.cells[0] ?? "", row.line);
  const word = TYPES[(row.cells[1] ?? "").toUpperCase()];
  if (word === undefined && !/^\d/.test(row.cells[1] ?? "")) {
    deck.left({ keyword: "BOUNDARY", line: row.line }, `${quoted(row.cells[1] ?? "")} is not known`, true);
    return {};
  }
  const first = word === undefined ? numberAt(row, 1, context) : 0;
  const last = word === undefined ? numberAt(row, 2, context, first) : 0;
  const held = (word ?? range(first, last)).filter((direction) => direction <= directions.length);
  // Rotations are no unknowns of solids.
  if (held.length === 0) return {};
  const value = word === undefined ? numberAt(row, 3, context, 0) : 0;
  if (value === 0) return { support: { on, fix: held.map((direction) => directions[direction - 1]) } };
  const type = (card.parameters.get("TYPE") ?? "DISPLACEMENT").toUpperCase();
  if (type !== "DISPLACEMENT") {
    throw new InputError(`*BOUNDARY is of type ${type}; accepted: DISPLACEMENT`, { file: deck.file, line: card.line });
  }
  const path = amplitudes.times(value, card.parameters.get("AMPLITUDE"), card);
  return { support: { on, move: Object.fromEntries(held.map((direction) => [directions[direction - 1], path])) } };
}

const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, Math.min(6, last) - first + 1) }, (_, k) => first + k);

/** `set, direction, force on every node of it`. */
function concentrated(card: Card, row: Row, context: Context): Read {
  const { names, amplitudes, directions, deck } = context;
  const { on, nodes } = names.nodes(row.cells[0] ?? "", row.line);
  const direction = numberAt(row, 1, context);
  if (!(direction >= 1 && direction <= directions.length)) {
    deck.left({ keyword: "CLOAD", line: row.line }, `solids have no moments: direction ${direction}`, true);
    return {};
  }
  // The whole force is given here, the force on each node there.
  const value = amplitudes.times(numberAt(row, 2, context) * nodes, card.parameters.get("AMPLITUDE"), card);
  return { load: { on, force: directions.map((_, k) => (k === direction - 1 ? value : 0)) } };
}

/** `set, P3, pressure` on a side of elements, or `set, GRAV, size, direction`. */
function distributed(card: Card, row: Row, context: Context): Read {
  const { deck, names, amplitudes, directions } = context;
  const [set = "", kind = ""] = row.cells;
  const size = (place: number) =>
    amplitudes.times(numberAt(row, place, context), card.parameters.get("AMPLITUDE"), card);
  if (/^P[1-6]$/i.test(kind)) {
    return { load: { on: `${set}-${kind.toUpperCase()}`, pressure: size(2) } };
  }
  if (kind.toUpperCase() !== "GRAV") {
    deck.left({ keyword: "DLOAD", line: row.line }, `${quoted(kind)} is not known; accepted: P1 to P6, GRAV`, true);
    return {};
  }
  if (set !== "" && !names.isWhole(set)) {
    deck.left({ keyword: "DLOAD", line: row.line }, `gravity acts on everything and not on ${set} alone`, true);
  }
  const g = size(2);
  const gravity = directions.map((_, k) => times(numberAt(row, 3 + k, context, 0), g));
  return { load: { gravity } };
}

/** `surface, P, pressure` or `surface, TRVEC, size, direction`. */
function onSurface(card: Card, row: Row, context: Context): Read {
  const { deck, names, amplitudes, directions } = context;
  const [set = "", kind = ""] = row.cells;
  const on = names.surface(set, row.line);
  const size = amplitudes.times(numberAt(row, 2, context), card.parameters.get("AMPLITUDE"), card);
  if (kind.toUpperCase() === "P") return { load: { on, pressure: size } };
  if (kind.toUpperCase() !== "TRVEC") {
    deck.left({ keyword: "DSLOAD", line: row.line }, `${quoted(kind)} is not known; accepted: P, TRVEC`, true);
    return {};
  }
  const vector = directions.map((_, k) => numberAt(row, 3 + k, context, 0));
  const length = Math.hypot(...vector) || 1;
  return { load: { on, traction: vector.map((component) => times(component / length, size)) } };
}

const times = (factor: number, size: number | string): number | string => {
  if (factor === 0) return 0;
  return typeof size === "number" ? factor * size : `(${factor})*(${size})`;
};

/** `set, direction, velocity`, of everything. */
function initial(card: Card, row: Row, context: Context): Read {
  const { deck, names } = context;
  const type = (card.parameters.get("TYPE") ?? "").toUpperCase();
  const [set = ""] = row.cells;
  if (type !== "VELOCITY" || !names.isWhole(set)) {
    const why = type === "VELOCITY" ? `${set} is a part, and a start of the whole is expected` : `its type is ${type}`;
    deck.left({ keyword: card.keyword, line: row.line }, why, true);
    return {};
  }
  return { velocity: { direction: numberAt(row, 1, context), value: numberAt(row, 2, context) } };
}

function withVelocity(
  start: Json | undefined,
  { direction, value }: NonNullable<Read["velocity"]>,
  { directions }: Context,
): Json {
  const before = (start as { readonly v: number[] } | undefined)?.v ?? directions.map(() => 0);
  return { v: before.map((component, k) => (k === direction - 1 ? value : component)) };
}
