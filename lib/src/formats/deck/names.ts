/** What a deck means by the name of a set or a number, in the words of a model file: `on`. */
import { InputError } from "../../core/failure.js";
import { elementCount, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import type { Json } from "../json.js";
import { quoted } from "../text.js";
import type { Deck } from "./deck.js";

export interface Place {
  readonly on: Json;
  /** How many nodes it has. */
  readonly nodes: number;
}

export interface DeckNames {
  /** Nodes: a set, or one by its number. */
  nodes(name: string, line: number): Place;
  /** A surface. */
  surface(name: string, line: number): Json;
  /** Does the set have every node or element of the mesh? */
  isWhole(name: string): boolean;
}

export function deckNames({ mesh, file }: Deck): DeckNames {
  // With one instance its name may stand before that of the set.
  const find = (name: string, of: readonly string[]) => {
    for (const key of [name, name.replace(/^.*\./, "")]) {
      const found = mesh.groups.find(
        (group) => group.name.toUpperCase() === key.toUpperCase() && of.includes(group.of),
      );
      if (found !== undefined) return found;
    }
    return null;
  };
  const missing = (what: string, name: string, line: number) =>
    new InputError(`there is no ${what} ${quoted(name)}`, { file, line });
  return {
    nodes(name, line) {
      const number = /^(?:.*\.)?(\d+)$/.exec(name)?.[1];
      if (number !== undefined) return { on: { nodes: [Number(number)] }, nodes: 1 };
      const group = find(name, ["nodes"]);
      if (group?.of !== "nodes") throw missing("set of nodes", name, line);
      // A set of elements of the same name may have other nodes.
      const shared = mesh.groups.some((other) => other !== group && other.name === group.name);
      const numbers = () => Array.from(group.nodes, (node) => nodeNumber(mesh, node));
      return { on: shared ? { nodes: numbers() } : group.name, nodes: group.nodes.length };
    },
    surface(name, line) {
      const group = find(name, ["sides", "nodes"]);
      if (group === null) throw missing("surface", name, line);
      return group.name;
    },
    isWhole(name) {
      const group = find(name, ["nodes", "elements"]);
      if (group === null) return false;
      if (group.of === "nodes") return group.nodes.length === nodeCount(mesh);
      return group.of === "elements" && group.elements.length === elementCount(mesh);
    },
  };
}
