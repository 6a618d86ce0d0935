/** The mesh of an input deck of Abaqus or CalculiX: nodes, elements, sets and surfaces, parts and their instances. What else is in
 *  the deck (materials, loads, steps) is handed on as cards. */
import { InputError } from "../../core/failure.js";
import type { Group, Mesh } from "../../mesh/mesh.js";
import { budgetFor } from "../budget.js";
import { type Card, cardsOf, rowsOf } from "./abaqus-cards.js";
import type { AbaqusElement } from "./abaqus-elements.js";
import { type Instance, type InstanceNumbers, instanceOf, placed } from "./abaqus-instances.js";
import { type DeckSet, newPart, type Part, readMeshCard } from "./abaqus-part.js";
import { placesOf, setMembers, surfaceGroups } from "./abaqus-sets.js";
import { finished } from "./draft.js";
import { joinedInts } from "./growing.js";
import type { MeshFile } from "./mesh-file.js";
import { numberIndex } from "./number-index.js";
import { refused, type Scan, scanOf } from "./scan.js";

export interface DeckMesh extends MeshFile {
  /** All cards, in their order. */
  readonly cards: readonly Card[];
  /** The cards that are no part of the mesh, in their order. */
  readonly others: readonly Card[];
  readonly scan: Scan;
  readonly families: ReadonlySet<AbaqusElement["family"]>;
  /** How the nodes and elements of instances are counted, by the names in capitals; empty without parts. */
  readonly instances: ReadonlyMap<string, InstanceNumbers>;
  /** Sets that name a member more than once, in capitals. */
  readonly repeated: Readonly<Record<"nodes" | "elements", ReadonlySet<string>>>;
}

export function readAbaqus(bytes: Uint8Array, name?: string, budget = budgetFor(bytes.length, name)): MeshFile {
  const { mesh, notices, others } = readDeckMesh(bytes, name, budget);
  const unread = others.filter(({ keyword }) => keyword !== "HEADING" && !keyword.startsWith("END "));
  if (unread.length === 0) return { mesh, notices };
  const places = unread.slice(0, 12).map(({ keyword, line }) => `*${keyword} (line ${line})`);
  const more = unread.length > 12 ? `, and ${unread.length - 12} more` : "";
  return { mesh, notices, beside: [`no part of the mesh: ${places.join(", ")}${more}`] };
}

export function readDeckMesh(bytes: Uint8Array, name?: string, budget = budgetFor(bytes.length, name)): DeckMesh {
  const scan = scanOf(bytes, name);
  const notices: string[] = [];
  const root = newPart(notices, budget);
  const parts = new Map<string, Part>();
  const instances: Instance[] = [];
  const others: Card[] = [];
  const loaded = new Set<string>();
  let part = root;
  const cards = cardsOf({ ...scan });
  if (!cards.some(({ keyword }) => keyword === "NODE" || keyword === "INCLUDE" || keyword === "INSTANCE")) {
    throw new InputError("holds no mesh: it has no *NODE", { file: name });
  }
  for (const card of cards) {
    switch (card.keyword) {
      case "PART": {
        part = newPart(notices, budget);
        parts.set((card.parameters.get("NAME") ?? "").toUpperCase(), part);
        break;
      }
      case "END PART":
        part = root;
        break;
      case "ASSEMBLY":
      case "END ASSEMBLY":
      case "END INSTANCE":
        break;
      case "INSTANCE":
        instances.push(instanceOf(card, [...rowsOf(scan, card)], parts, name));
        break;
      case "INCLUDE":
        throw new InputError("*INCLUDE names another file; put its lines in its place", {
          file: name,
          line: card.line,
        });
      default:
        if (readMeshCard(scan, card, part)) break;
        others.push(card);
        if (card.keyword === "DLOAD") addLoadedSides(scan, card, root, loaded);
    }
  }
  const families = new Set([root, ...parts.values()].flatMap((each) => [...each.families]));
  const { whole, instances: numbers } = placed(root, parts, instances, name);
  return { ...meshOf(whole, notices, scan), cards, others, scan, families, instances: numbers };
}

/** Pressure on side 3 of a set is a load on the group `set-P3`. */
function addLoadedSides(scan: Scan, card: Card, { surfaces }: Part, loaded: Set<string>): void {
  for (const { cells, line } of rowsOf(scan, card)) {
    const [members = "", kind = ""] = cells;
    const side = /^P([1-6])$/i.exec(kind)?.[1];
    const name = `${members}-P${side}`;
    if (side === undefined || loaded.has(name)) continue;
    loaded.add(name);
    surfaces.push({ name, of: "elements", pieces: [{ members, face: `S${side}`, line }] });
  }
}

/** The groups of a part whose numbers hold throughout. */
function meshOf(part: Part, notices: string[], scan: Scan): MeshFile & Pick<DeckMesh, "repeated"> {
  const { file } = scan;
  const done = finished(part.draft, (reason, spot) =>
    spot === undefined ? new InputError(reason, { file }) : refused(scan, reason, spot),
  );
  const { mesh, nodeOf } = done;
  const filled = part.draft.blocks.filter(({ nodes }) => nodes.length > 0);
  const all = joinedInts(filled.map(({ numbers: { values, length } }) => values.subarray(0, length)));
  const { placeOf: elementOf } = numberIndex(all);
  const { budget } = part;
  const membersOf = {
    nodes: setMembers(part.nodeSets, { budget, file }),
    elements: setMembers(part.elementSets, { budget, file }),
  };
  const repeated = { nodes: new Set<string>(), elements: new Set<string>() };
  const resolve = (set: DeckSet, of: "nodes" | "elements"): Int32Array => {
    const { places, missing } = placesOf(membersOf[of].of(set), of === "nodes" ? nodeOf : elementOf);
    if (missing > 0) notices.push(`the set ${set.name} names ${missing} ${of} that the file has not`);
    if (membersOf[of].isRepeated(set)) repeated[of].add(set.name.toUpperCase());
    return places;
  };
  const groups: Group[] = [];
  const members = { nodes: new Map<string, Int32Array>(), elements: new Map<string, Int32Array>() };
  for (const [key, set] of part.nodeSets) {
    const nodes = resolve(set, "nodes");
    members.nodes.set(key, nodes);
    groups.push({ name: set.name, of: "nodes", nodes });
  }
  for (const [key, set] of part.elementSets) {
    const elements = resolve(set, "elements");
    members.elements.set(key, elements);
    groups.push({ name: set.name, of: "elements", elements });
  }
  const find = (of: "nodes" | "elements") => (name: string) => {
    const place = /^\d+$/.test(name) ? (of === "nodes" ? nodeOf : elementOf)(Number(name)) : -1;
    return place >= 0 ? Int32Array.of(place) : (members[of].get(name.toUpperCase()) ?? null);
  };
  const sources = { mesh, budget, nodes: find("nodes"), elements: find("elements"), file };
  for (const surface of part.surfaces) groups.push(...surfaceGroups(surface, sources, notices));
  const grouped: Mesh = { ...mesh, groups };
  return { mesh: grouped, notices, repeated };
}
