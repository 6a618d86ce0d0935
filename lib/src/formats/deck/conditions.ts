/** Supports, loads and initial velocities of a deck, as they are in the step that is computed. */
import { hypot } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import type { Json, JsonObject } from "../json.js";
import { type Card, type Row, rowsOf } from "../mesh/abaqus-cards.js";
import { numberOf, quoted } from "../text.js";
import type { Amplitudes } from "./amplitudes.js";
import type { Deck } from "./deck.js";
import type { DeckNames } from "./names.js";
import type { DeckSteps } from "./steps.js";

/** Where a card stands: before all steps, in a static step before the one that is computed, or in that one. */
type Stage = "model" | "before" | "target";

interface Context {
  readonly deck: Deck;
  readonly names: DeckNames;
  readonly amplitudes: Amplitudes;
  readonly directions: readonly string[];
  readonly nonlinear: boolean;
  /** Are supports and loads of a motion wanted, or only what is fixed? */
  readonly isMotion: boolean;
  /** Is there a static step before the one that is computed? */
  readonly isAfterStatic: boolean;
  readonly supports: Json[];
  readonly loads: Json[];
  /** By node and direction: what a support does there. */
  readonly supported: Map<number, string>;
  /** What has a load, so that no load is counted twice where a program would replace it. */
  readonly loaded: Set<string>;
  velocity: number[] | null;
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

export function conditionsOf(deck: Deck, steps: DeckSteps, names: DeckNames, amplitudes: Amplitudes): JsonObject {
  const plane = deck.families.has("plane-stress") || deck.families.has("plane-strain");
  const context: Context = {
    deck,
    names,
    amplitudes,
    directions: plane ? AXES.slice(0, 2) : AXES,
    nonlinear: steps.nonlinear,
    isMotion: steps.target === null || steps.method !== undefined,
    isAfterStatic: steps.before.length > 0,
    supports: [],
    loads: [],
    supported: new Map(),
    loaded: new Set(),
    velocity: null,
  };
  const seen = new Set<string>();
  const read = (cards: readonly Card[], stage: Stage) => {
    for (const card of cards) {
      const reader = READERS[card.keyword];
      if (reader === undefined) continue;
      if (/^NEW$/i.test(card.parameters.get("OP") ?? "") && seen.has(card.keyword))
        deck.differs(card, "OP=NEW takes away what was given before, and that stays here");
      seen.add(card.keyword);
      for (const row of rowsOf(deck.scan, card)) reader({ ...row, keyword: card.keyword, card, stage }, context);
    }
  };
  read(steps.model, "model");
  for (const { cards } of steps.before) read(cards, "before");
  read(steps.target?.cards ?? [], "target");
  const { supports, loads, velocity } = context;
  if (velocity !== null && context.isAfterStatic)
    deck.differs(
      steps.before[0].card,
      "the start is the equilibrium of this step, and initial velocities are not added to it",
    );
  return {
    ...(supports.length === 0 ? {} : { supports }),
    ...(loads.length === 0 ? {} : { loads }),
    ...(context.isAfterStatic ? { start: "equilibrium" } : velocity === null ? {} : { start: { v: velocity } }),
  };
}

/** A line of data with the card that it belongs to. */
interface Entry extends Row {
  readonly keyword: string;
  readonly card: Card;
  readonly stage: Stage;
}

type Reader = (entry: Entry, context: Context) => void;

const READERS: Readonly<Record<string, Reader>> = {
  BOUNDARY: boundary,
  CLOAD: concentrated,
  DLOAD: distributed,
  DSLOAD: onSurface,
  "INITIAL CONDITIONS": initial,
};

function numberAt({ cells, line }: Entry, place: number, { deck }: Context, missing?: number): number {
  const cell = cells[place] ?? "";
  if (cell === "" && missing !== undefined) return missing;
  const value = numberOf(cell);
  if (!Number.isNaN(value)) return value;
  throw new InputError(`found ${quoted(cell)} in place ${place + 1}; accepted: a number`, { file: deck.file, line });
}

/** The components from place 3 on, as a unit vector; of a mesh in the plane its first two. */
function unitVector(entry: Entry, kind: string, context: Context): number[] {
  const vector = AXES.map((_, k) => numberAt(entry, 3 + k, context, 0));
  const length = hypot(...vector);
  if (length > 0) return vector.slice(0, context.directions.length).map((component) => component / length);
  const place = { file: context.deck.file, line: entry.line };
  throw new InputError(`${kind} has no direction; accepted: size, and three components`, place);
}

/** A direction in which solids have displacements. */
const isDirection = (direction: number, { directions }: Context): boolean =>
  Number.isInteger(direction) && direction >= 1 && direction <= directions.length;

function addSupport(support: Json, entry: Entry, { supports, deck }: Context): void {
  deck.origin(`system.solid.supports[${supports.length}]`, entry);
  supports.push(support);
}

/** `set, first direction, last direction, value`, or `set, ENCASTRE`. */
function boundary(entry: Entry, context: Context): void {
  const { deck, names, amplitudes, directions, isMotion } = context;
  const { on, nodes } = names.nodes(entry.cells[0] ?? "", entry.line);
  const word = TYPES[(entry.cells[1] ?? "").toUpperCase()];
  if (word === undefined && !/^\d+$/.test(entry.cells[1] ?? "")) {
    deck.differs(
      entry,
      `${quoted(entry.cells[1] ?? "")} is not known; accepted: directions, ${Object.keys(TYPES).join(", ")}`,
    );
    return;
  }
  const all = word ?? range(entry, context);
  const value = word === undefined ? numberAt(entry, 3, context, 0) : 0;
  // Temperatures, direction 11, move nothing here; rotations are no unknowns of solids.
  const beyond = all.filter((direction) => direction > 3 && direction !== 11);
  if (beyond.some((direction) => direction > 6))
    deck.differs(
      entry,
      `direction ${beyond.at(-1)} is no displacement; accepted: 1, 2, 3, and 4 to 6 with the value 0`,
    );
  else if (beyond.length > 0 && value !== 0)
    deck.differs(entry, `solids have no rotations: direction ${beyond[0]} with the value ${value}`);
  const own = all.filter((direction) => direction <= directions.length);
  if (own.length === 0) return;
  const path = amplitudes.times(value, entry.card);
  if (value !== 0 && isMotion) tellMoved(entry, context);
  const given = isMotion ? `${path}` : "0";
  const news = own.filter((direction) => !isKnown(nodes, direction, given, entry, context));
  if (news.length === 0) return;
  if (context.isAfterStatic && entry.stage === "target" && isMotion)
    deck.differs(
      entry,
      "it begins with this step, and what was free in the static step before is where that has left it",
    );
  const axes = news.map((direction) => directions[direction - 1]);
  if (value === 0 || !isMotion) addSupport({ on, fix: axes }, entry, context);
  else addSupport({ on, move: Object.fromEntries(axes.map((axis) => [axis, path])) }, entry, context);
}

/** Prescribed displacements that would not be those of the deck. */
function tellMoved(entry: Entry, { deck, amplitudes, nonlinear }: Context) {
  const { card, stage } = entry;
  if (stage === "model")
    deck.differs(entry, "a displacement before the first step is not taken over; give it in the step");
  else if (nonlinear)
    deck.differs(
      entry,
      "displacements are not prescribed at large displacements, where their velocities jump with amplitudes",
    );
  else if (stage === "before" && card.parameters.has("AMPLITUDE"))
    deck.differs(entry, "an amplitude of a static step is not taken over; give the displacement without one");
  else if (stage === "target" && amplitudes.atStart(card) !== 0)
    deck.differs(entry, "the displacement jumps at the beginning of the step; give it an amplitude that begins with 0");
}

function range(entry: Entry, context: Context): number[] {
  const first = numberAt(entry, 1, context);
  const last = numberAt(entry, 2, context, first);
  const place = { file: context.deck.file, line: entry.line };
  if (!(Number.isInteger(first) && Number.isInteger(last) && first >= 1 && last <= 100))
    throw new InputError(`found the directions ${first} to ${last}; accepted: 1, 2, 3`, place);
  if (first > last) throw new InputError(`the first direction, ${first}, is after the last, ${last}`, place);
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

/** Are these nodes fixed in this direction already? Where they do something else, that is said. */
function isKnown(
  nodes: Int32Array,
  direction: number,
  given: string,
  entry: Entry,
  { supported, deck }: Context,
): boolean {
  let known = 0;
  for (const node of nodes) {
    const before = supported.get(4 * node + direction);
    if (before === undefined) supported.set(4 * node + direction, given);
    else {
      known++;
      if (before !== given) {
        deck.differs(entry, `it changes what holds direction ${direction} of a node that has been given before`);
        return true;
      }
    }
  }
  return known === nodes.length;
}

/** Says what keeps a load from being the deck's; true where it has been read before. */
function isRepeated(keys: Iterable<string>, entry: Entry, context: Context): boolean {
  const { deck, loaded, amplitudes, isAfterStatic } = context;
  const { card, stage } = entry;
  if (stage === "model") deck.differs(entry, "loads belong into a step");
  if (stage === "before" && card.parameters.has("AMPLITUDE"))
    deck.differs(entry, "an amplitude of a static step is not taken over");
  if (isAfterStatic && stage === "target" && amplitudes.atStart(card) !== 0) {
    deck.differs(
      entry,
      "it acts suddenly on the equilibrium of the static step before, and the start would be the equilibrium under it; an amplitude that begins with 0 is taken over",
    );
  }
  for (const key of keys) {
    if (loaded.has(key)) {
      deck.differs(
        entry,
        "the same load has been given before, and whether it replaces that or is added is not taken over",
      );
      return true;
    }
    loaded.add(key);
  }
  return false;
}

/** Parts and instances are Abaqus's alone, which has each member of a set once. */
function tellCountedTwice(what: string, entry: Entry, { deck }: Context): void {
  if (deck.instances.size > 0) return;
  deck.differs(
    entry,
    `its set names ${what} more than once, and CalculiX loads it as often, Abaqus once; name each once`,
  );
}

function addLoad(load: Json, entry: Entry, { loads, deck }: Context): void {
  deck.origin(`system.solid.loads[${loads.length}]`, entry);
  loads.push(load);
}

/** `set, direction, force on every node of it`. */
function concentrated(entry: Entry, context: Context): void {
  const { names, amplitudes, directions, deck, isMotion } = context;
  const { on, nodes, isRepeated: isCountedTwice } = names.nodes(entry.cells[0] ?? "", entry.line);
  const direction = numberAt(entry, 1, context);
  const size = numberAt(entry, 2, context, 0);
  if (!isMotion) return;
  if (!isDirection(direction, context)) {
    deck.differs(entry, `solids have no force in direction ${direction}`);
    return;
  }
  if (isCountedTwice) tellCountedTwice("a node", entry, context);
  const keys = Array.from(nodes, (node) => `force ${node} ${direction}`);
  if (isRepeated(keys, entry, context)) return;
  // The whole force is given here, the force on each node there.
  const value = amplitudes.times(size * nodes.length, entry.card);
  addLoad({ on, force: directions.map((_, k) => (k === direction - 1 ? value : 0)) }, entry, context);
}

/** `set, P3, pressure` on a side of elements, or `set, GRAV, size, direction`. */
function distributed(entry: Entry, context: Context): void {
  const { deck, names, amplitudes, isMotion } = context;
  const [set = "", kind = ""] = entry.cells;
  if (/^P[1-6]$/i.test(kind)) {
    if (names.elements(set, entry.line).isRepeated && isMotion) tellCountedTwice("an element", entry, context);
    const surface = names.surface(`${set}-${kind.toUpperCase()}`, entry.line);
    addPressure(surface, numberAt(entry, 2, context), entry, context);
    return;
  }
  if (!isMotion) return;
  if (kind.toUpperCase() !== "GRAV") {
    deck.differs(entry, `${quoted(kind)} is not known; accepted: P1 to P6, GRAV`);
    return;
  }
  if (set !== "" && !names.isWhole(set, entry.line))
    deck.differs(entry, `gravity acts on everything and not on ${set} alone`);
  const vector = unitVector(entry, "GRAV", context);
  if (isRepeated(["gravity"], entry, context)) return;
  const g = amplitudes.times(numberAt(entry, 2, context), entry.card);
  addLoad({ gravity: vector.map((component) => times(component, g)) }, entry, context);
}

type Surface = ReturnType<DeckNames["surface"]>;

const sideKeys = (load: string, { elements, sides }: Surface["group"]) =>
  Array.from(elements, (element, k) => `${load} ${element} ${sides[k]}`);

function addPressure({ on, group }: Surface, size: number, entry: Entry, context: Context): void {
  if (!context.isMotion) return;
  if (isRepeated(sideKeys("pressure", group), entry, context)) return;
  const pressure = context.amplitudes.times(size, entry.card);
  addLoad({ on, pressure, ...(context.nonlinear ? { follow: true } : {}) }, entry, context);
}

/** `surface, P, pressure` or `surface, TRVEC, size, direction`. */
function onSurface(entry: Entry, context: Context): void {
  const { deck, names, amplitudes, isMotion, nonlinear } = context;
  const [set = "", kind = ""] = entry.cells;
  const surface = names.surface(set, entry.line);
  const size = numberAt(entry, 2, context);
  if (kind.toUpperCase() === "P") {
    addPressure(surface, size, entry, context);
    return;
  }
  if (!isMotion) return;
  if (kind.toUpperCase() !== "TRVEC") {
    deck.differs(entry, `${quoted(kind)} is not known; accepted: P, TRVEC`);
    return;
  }
  if (nonlinear && !entry.card.parameters.has("FOLLOWER"))
    deck.differs(entry, "the traction turns with the surface unless FOLLOWER=NO, and here it keeps its direction");
  if (isRepeated(sideKeys("traction", surface.group), entry, context)) return;
  const vector = unitVector(entry, "TRVEC", context);
  const traction = amplitudes.times(size, entry.card);
  addLoad({ on: surface.on, traction: vector.map((component) => times(component, traction)) }, entry, context);
}

const times = (factor: number, size: number | string): number | string => {
  if (factor === 0) return 0;
  return typeof size === "number" ? factor * size : `(${factor})*(${size})`;
};

/** `set, direction, velocity`, of everything. */
function initial(entry: Entry, context: Context): void {
  const { deck, names, directions, isMotion } = context;
  if (!/^VELOCITY$/i.test(entry.card.parameters.get("TYPE") ?? "") || !isMotion) return;
  const [set = ""] = entry.cells;
  if (entry.stage !== "model") deck.differs(entry, "initial conditions belong before the first step");
  if (!names.isWhole(set, entry.line)) {
    deck.differs(entry, `${set} is a part, and a start of the whole is expected`);
    return;
  }
  const direction = numberAt(entry, 1, context);
  const value = numberAt(entry, 2, context);
  if (!isDirection(direction, context)) {
    if (value !== 0) deck.differs(entry, `solids have no velocity in direction ${direction}`);
    return;
  }
  context.velocity ??= directions.map(() => 0);
  context.velocity[direction - 1] = value;
}
