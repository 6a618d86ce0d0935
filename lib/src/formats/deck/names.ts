/** What a deck means by the name of a set or a number, in the words of a model file: `on`. */
import { InputError } from "../../core/failure.js";
import { elementCount, type Group, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import type { Json } from "../json.js";
import { quoted } from "../text.js";
import type { Deck } from "./deck.js";

export interface Place {
  readonly on: Json;
  /** Its nodes, as the mesh counts them. */
  readonly nodes: Int32Array;
  /** Does the set name one of them more than once? */
  readonly isRepeated: boolean;
}

type SideGroup = Extract<Group, { readonly of: "sides" }>;

export interface DeckNames {
  /** Nodes: a set, or one by its number. */
  nodes(name: string, line: number): Place;
  /** The sides of a surface of elements. */
  surface(name: string, line: number): { readonly on: Json; readonly group: SideGroup };
  /** A set of elements, or one by its number: does it name one of them more than once? */
  elements(name: string, line: number): { readonly isRepeated: boolean };
  /** Does the set have every node or element of the mesh? */
  isWhole(name: string, line: number): boolean;
}

export function deckNames({ mesh, file, instances, repeated }: Deck): DeckNames {
  const several = instances.size > 1;
  const groups = new Map<string, Group[]>();
  for (const group of mesh.groups) {
    const key = group.name.toUpperCase();
    groups.set(key, [...(groups.get(key) ?? []), group]);
  }
  // With one instance its name may stand before that of the set.
  const find = (name: string, of: readonly string[]) => {
    for (const key of several ? [name] : [name, name.replace(/^.*\./, "")]) {
      const found = groups.get(key.toUpperCase())?.find((group) => of.includes(group.of));
      if (found !== undefined) return found;
    }
    return null;
  };
  const missing = (what: string, name: string, line: number) =>
    new InputError(`there is no ${what} ${quoted(name)}`, { file, line });
  const places = new Map<number, number>();
  const placeOf = (number: number) => {
    if (places.size === 0) for (let k = 0; k < nodeCount(mesh); k++) places.set(nodeNumber(mesh, k), k);
    return places.get(number);
  };
  const numbered = (name: string) => /^(?:.*\.)?(\d+)$/.exec(name)?.[1];
  /** The number of a node in the whole: several instances count on from one another. */
  const nodeIn = (name: string, number: number, line: number): number => {
    if (!several) return number;
    if (!name.includes(".")) {
      const reason = `the node ${name} is of no instance, and there are several; accepted: instance.number, or a set`;
      throw new InputError(reason, { file, line });
    }
    const instance = name.replace(/\.\d+$/, "");
    const numbers = instances.get(instance.toUpperCase());
    if (numbers === undefined) throw missing("instance", instance, line);
    if (number > numbers.lastNode) throw missing("node", name, line);
    return number + numbers.node;
  };
  return {
    nodes(name, line) {
      const number = numbered(name);
      if (number !== undefined) {
        const node = nodeIn(name, Number(number), line);
        const place = placeOf(node);
        if (place === undefined) throw missing("node", several ? name : number, line);
        return { on: { nodes: [node] }, nodes: Int32Array.of(place), isRepeated: false };
      }
      const group = find(name, ["nodes"]);
      if (group?.of !== "nodes") throw missing("set of nodes", name, line);
      if (group.nodes.length === 0) throw new InputError(`the set ${quoted(name)} has no nodes`, { file, line });
      // A set of elements of the same name may have other nodes.
      const shared = mesh.groups.some((other) => other !== group && other.name === group.name);
      const numbers = () => Array.from(group.nodes, (node) => nodeNumber(mesh, node));
      const isRepeated = repeated.nodes.has(group.name.toUpperCase());
      return { on: shared ? { nodes: numbers() } : group.name, nodes: group.nodes, isRepeated };
    },
    surface(name, line) {
      const group = find(name, ["sides"]);
      if (group?.of !== "sides") throw missing("surface of elements", name, line);
      if (mesh.groups.some((other) => other !== group && other.name === group.name))
        throw new InputError(`the name ${quoted(group.name)} is given to a surface and to something else`, {
          file,
          line,
        });
      return { on: group.name, group };
    },
    elements(name, line) {
      if (numbered(name) !== undefined) return { isRepeated: false };
      const group = find(name, ["elements"]);
      if (group === null) throw missing("set of elements", name, line);
      return { isRepeated: repeated.elements.has(group.name.toUpperCase()) };
    },
    isWhole(name, line) {
      const group = find(name, ["nodes", "elements"]);
      if (group === null) {
        if (numbered(name) !== undefined) return false;
        throw missing("set", name, line);
      }
      if (group.of === "nodes") return group.nodes.length === nodeCount(mesh);
      return group.of === "elements" && group.elements.length === elementCount(mesh);
    },
  };
}
