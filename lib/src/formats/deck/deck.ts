/** An input deck of Abaqus or CalculiX as a model file's data: the mesh stays in the deck, everything else is said in the words of a
 *  `solid`. What is not taken over is listed with its line, and whether it changes the result. */
import { InputError } from "../../core/failure.js";
import { dimensionOf } from "../../mesh/mesh.js";
import type { Json, JsonObject } from "../json.js";
import { type DeckMesh, readDeckMesh } from "../mesh/abaqus.js";
import { type Card, rowsOf } from "../mesh/abaqus-cards.js";
import { amplitudesOf } from "./amplitudes.js";
import { conditionsOf } from "./conditions.js";
import { deckNames } from "./names.js";
import { sectionsOf } from "./sections.js";
import { stepsOf } from "./steps.js";

export interface DeckModel {
  /** What a model file would hold. */
  readonly model: JsonObject;
  readonly notices: readonly string[];
}

/** What the readers of cards share. */
export interface Deck extends DeckMesh {
  readonly file: string | undefined;
  /** Says that something is not taken over. `changes`: the result would be another one with it. */
  left(card: { readonly keyword: string; readonly line: number }, why: string, changes: boolean): void;
}

/** Requests for output, and remarks: the run decides what it writes. */
const SILENT =
  /^(?:HEADING|PREPRINT|RESTART|.*OUTPUT|(?:NODE|EL|ENERGY|CONTACT|SECTION|MODAL) ?(?:PRINT|FILE)|MONITOR|FILE FORMAT|END|END STEP|STEP|SYSTEM|PRINT|CONTROLS|ORIENTATION)$/;

export function readDeck(bytes: Uint8Array, name: string): DeckModel {
  const mesh = readDeckMesh(bytes, name);
  const notices = [...mesh.notices];
  const used = new Set<Card>();
  const deck: Deck = {
    ...mesh,
    file: name,
    left({ keyword, line }, why, changes) {
      notices.push(
        `line ${line}: *${keyword} is not taken over${changes ? ", and it changes the result" : ""}: ${why}`,
      );
    },
  };
  const steps = stepsOf(deck, used);
  const solid = {
    mesh: name.replace(/^.*[\\/]/, ""),
    ...sectionsOf(deck, used, steps.largeDisplacements),
    ...conditionsOf(deck, used, steps, deckNames(deck), amplitudesOf(deck, used)),
  };
  refuseFamilies(deck);
  for (const card of mesh.others) {
    if (!used.has(card) && !SILENT.test(card.keyword)) deck.left(card, "it is not known here", true);
  }
  const { start, ...system } = solid as typeof solid & { readonly start?: Json };
  const beginning = start ?? steps.start;
  const model: JsonObject = {
    noether: 1,
    name: titleOf(deck) || solid.mesh,
    system: { solid: system as JsonObject },
    ...(beginning === undefined ? {} : { start: beginning }),
    ...(steps.method === undefined ? {} : { method: steps.method }),
    ...(steps.time === undefined ? {} : { time: steps.time }),
  };
  return { model, notices };
}

/** The line after *HEADING. */
function titleOf({ others, scan }: Deck): string {
  const heading = others.find(({ keyword }) => keyword === "HEADING");
  const [row] = heading === undefined ? [] : rowsOf(scan, heading);
  return row === undefined ? "" : row.cells.join(", ").slice(0, 120);
}

function refuseFamilies({ families, file, mesh }: Deck): void {
  if (families.has("axisymmetric")) {
    throw new InputError("has axisymmetric elements; accepted: solids in space, plane stress, plane strain, trusses", {
      file,
    });
  }
  const flat = families.has("shell") || families.has("membrane");
  if (dimensionOf(mesh) === 2 && flat) {
    throw new InputError("is made of shells; accepted: solids in space, plane stress, plane strain, trusses", { file });
  }
  if (families.has("beam") && dimensionOf(mesh) === 1) {
    throw new InputError("is made of beams; accepted: solids and trusses; beams belong in a model of kind frame", {
      file,
    });
  }
}
