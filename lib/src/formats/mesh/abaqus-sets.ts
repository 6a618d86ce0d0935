/** Sets and surfaces of a deck as groups of the mesh: names become numbers, numbers become places. */
import { InputError } from "../../core/failure.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, type Group, type Mesh } from "../../mesh/mesh.js";
import type { Budget } from "../budget.js";
import { quoted } from "../text.js";
import type { DeckSet, DeckSurface } from "./abaqus-part.js";
import { type Ints, ints, pushInt, trimmedInts } from "./growing.js";
import type { PlaceOf } from "./number-index.js";

export interface SetMembers {
  /** The numbers of a set with those of the sets it names, each number once. */
  of(set: DeckSet): Int32Array;
  /** Does it, or a set it names, have a number more than once? Asked after `of`. */
  isRepeated(set: DeckSet): boolean;
}

/** A set that many others name is put together once. */
export function setMembers(
  sets: ReadonlyMap<string, DeckSet>,
  { budget, file }: { readonly budget: Budget; readonly file: string | undefined },
): SetMembers {
  const repeated = new Set<DeckSet>();
  const done = new Map<DeckSet, Int32Array>();
  const open = new Set<DeckSet>();
  const innerOf = (set: DeckSet): DeckSet[] =>
    set.sets.flatMap(({ name, line }) => {
      const inner = sets.get(name.toUpperCase());
      if (inner === undefined) throw new InputError(`there is no set ${quoted(name)}`, { file, line });
      return inner === set ? [] : [inner];
    });
  const put = (set: DeckSet, inner: readonly DeckSet[]) => {
    const lists = [...new Set(inner)].map((each) => done.get(each) as Int32Array);
    const count = lists.reduce((sum, { length }) => sum + length, set.numbers.length);
    budget.spend(4 * count, "sets", { file, line: set.sets[0]?.line });
    const all = new Int32Array(count);
    all.set(set.numbers.values.subarray(0, set.numbers.length));
    let end = set.numbers.length;
    for (const list of lists) {
      all.set(list, end);
      end += list.length;
    }
    all.sort();
    const once = all.filter((number, k) => k === 0 || number !== all[k - 1]);
    if (once.length < count || lists.length < inner.length || inner.some((each) => repeated.has(each)))
      repeated.add(set);
    done.set(set, once);
  };
  // Not by recursion: sets may name one another tens of thousands deep.
  const of = (asked: DeckSet): Int32Array => {
    const waiting = done.has(asked) ? [] : [asked];
    for (let set = waiting.at(-1); set !== undefined; set = waiting.at(-1)) {
      const inner = innerOf(set);
      const missing = inner.filter((each) => !done.has(each));
      if (missing.length === 0 || done.has(set)) {
        if (!done.has(set)) put(set, inner);
        open.delete(set);
        waiting.pop();
        continue;
      }
      open.add(set);
      for (const each of missing) {
        if (open.has(each)) {
          const { name } = each;
          const line = set.sets.find((other) => other.name.toUpperCase() === name.toUpperCase())?.line;
          throw new InputError(`the sets ${quoted(set.name)} and ${quoted(name)} name one another`, { file, line });
        }
        waiting.push(each);
      }
    }
    return done.get(asked) as Int32Array;
  };
  return { of, isRepeated: (set) => repeated.has(set) };
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
  readonly budget: Budget;
  /** The members of a set of nodes or elements, as places; null where there is none of that name. */
  nodes(name: string): Int32Array | null;
  elements(name: string): Int32Array | null;
  readonly file: string | undefined;
}

/** A surface of elements is a group of sides, one of nodes a group of nodes; the outer face of shells a group of elements. */
export function surfaceGroups(surface: DeckSurface, sources: SurfaceSources, notices: string[]): Group[] {
  const { name, of, pieces } = surface;
  const { mesh, file, budget } = sources;
  const [elements, sides]: [Ints, Ints] = [ints(), ints()];
  const whole = ints();
  const starts = blockStarts(mesh);
  for (const { members, face, line } of pieces) {
    const found = of === "nodes" ? sources.nodes(members) : sources.elements(members);
    if (found === null) throw new InputError(`there is no set or number ${quoted(members)}`, { file, line });
    budget.spend(8 * found.length, "surfaces", { file, line });
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
