/** Sets and surfaces of a deck as groups of the mesh: names become numbers, numbers become places. */
import { InputError } from "../../core/failure.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, type Group, type Mesh } from "../../mesh/mesh.js";
import { quoted } from "../text.js";
import { type Budget, type DeckSet, type DeckSurface, spend } from "./abaqus-part.js";
import { type Ints, ints, pushInt, trimmedInts } from "./growing.js";
import type { PlaceOf } from "./number-index.js";

/** The numbers of a set and of the sets it names, each once. */
export function membersOf(
  sets: ReadonlyMap<string, DeckSet>,
  set: DeckSet,
  { budget, file }: { readonly budget: Budget; readonly file: string | undefined },
): Int32Array {
  const all = ints();
  const seen = new Set<DeckSet>([set]);
  const waiting = [set];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    spend(budget, next.numbers.length, 1, file);
    for (let k = 0; k < next.numbers.length; k++) pushInt(all, next.numbers.values[k]);
    for (const { name, line } of next.sets) {
      const inner = sets.get(name.toUpperCase());
      if (inner === undefined) throw new InputError(`there is no set ${quoted(name)}`, { file, line });
      if (!seen.has(inner)) waiting.push(inner);
      seen.add(inner);
    }
  }
  const sorted = trimmedInts(all).sort();
  return sorted.filter((number, k) => k === 0 || number !== sorted[k - 1]);
}

/** Numbers as places; how many of them the mesh has not. */
export function placesOf(
  numbers: Int32Array,
  placeOf: PlaceOf,
): { readonly places: Int32Array; readonly missing: number } {
  const places = numbers.map((number) => placeOf(number)).filter((place) => place >= 0);
  return { places: places.sort(), missing: numbers.length - places.length };
}

export interface SurfaceSources {
  readonly mesh: Mesh;
  /** The members of a set of nodes or elements, as places; null where there is none of that name. */
  nodes(name: string): Int32Array | null;
  elements(name: string): Int32Array | null;
  readonly file: string | undefined;
}

/** A surface of elements is a group of sides, one of nodes a group of nodes; the outer face of shells a group of elements. */
export function surfaceGroups(surface: DeckSurface, sources: SurfaceSources, notices: string[]): Group[] {
  const { name, of, pieces } = surface;
  const { mesh, file } = sources;
  const [elements, sides]: [Ints, Ints] = [ints(), ints()];
  const whole = ints();
  const starts = blockStarts(mesh);
  for (const { members, face, line } of pieces) {
    const found = of === "nodes" ? sources.nodes(members) : sources.elements(members);
    if (found === null) throw new InputError(`there is no set or number ${quoted(members)}`, { file, line });
    const side = /^S([1-6])$/.exec(face)?.[1];
    if (of === "nodes" || face === "SPOS" || face === "SNEG") for (const member of found) pushInt(whole, member);
    else if (side === undefined) {
      notices.push(
        `line ${line}: the face ${quoted(face)} of the surface ${name} is left out; accepted: S1 to S6, SPOS, SNEG`,
      );
    } else {
      for (const element of found) {
        pushInt(elements, element);
        pushInt(sides, sideOf(mesh, starts, element, Number(side) - 1, { file, line }));
      }
    }
  }
  const groups: Group[] = [];
  const list = trimmedInts(whole);
  if (list.length > 0) groups.push(of === "nodes" ? { name, of, nodes: list } : { name, of, elements: list });
  if (elements.length > 0) {
    groups.push({ name, of: "sides", elements: trimmedInts(elements), sides: Uint8Array.from(trimmedInts(sides)) });
  }
  return groups;
}

function sideOf(
  { blocks }: Mesh,
  starts: Int32Array,
  element: number,
  side: number,
  place: { readonly file: string | undefined; readonly line: number },
): number {
  const block = blocks[starts.findIndex((start) => start > element) - 1];
  const { sides } = elementType(block.type);
  if (side < sides.length) return side;
  throw new InputError(`elements of type ${block.type} have no side ${side + 1}`, place);
}
