/** An element as facts: its family, its shape functions with their rules of integration, and what file formats call it. One file for each
 *  in this folder, and one line in `element-types.ts`.
 *
 *  Corners come first, as the family has them; the nodes in the middle of the edges follow. The number of nodes ends the name. */
import type { ElementName } from "../element-types.js";
import type { Shape } from "../shapes/shape.js";
import type { Family } from "./families.js";

export interface ElementFacts<Name extends string = string> {
  readonly name: Name;
  readonly family: () => Family;
  /** Without it meshes can be read and written, but not computed with. */
  readonly shape?: () => Omit<Shape, "type">;
  readonly gmsh?: Spelling;
  readonly vtk?: Spelling;
  /** Names without the letters for the way of integrating. Of lines and plane elements the first is written in space and the second in the plane. */
  readonly abaqus?: Spelling;
  /** Cards; elements without and with nodes in the middle of edges may share one. */
  readonly nastran?: Spelling;
  readonly medit?: Spelling;
}

export type FormatName = "gmsh" | "vtk" | "abaqus" | "nastran" | "medit";

/** What a file format calls an element, and in which order it lists the nodes. */
export interface Spelling {
  /** Names or numbers with blanks between them, the one that is written first. */
  readonly names?: string;
  /** Its name with further nodes inside of faces and of the element, and how many nodes that makes; they are not kept. */
  readonly complete?: Readonly<Record<string, number>>;
  /** The edges in the order of the nodes in their middle, where it is another than here. */
  readonly edges?: string;
  /** All nodes in their order there; `mirrored`: that of the element seen in a mirror. */
  readonly order?: "mirrored" | readonly number[];
}

/** With what follows from the family. */
export interface Element<Name extends string = string> extends Omit<ElementFacts<Name>, "family"> {
  readonly family: Family;
  readonly dimension: 0 | 1 | 2 | 3;
  readonly nodes: number;
  readonly corners: number;
  /** Pairs of corners. */
  readonly edges: readonly (readonly [number, number])[];
  /** What bounds it, in the order in which Abaqus counts: faces of a solid, edges of a plane element. */
  readonly sides: readonly Side[];
}

export interface Side {
  readonly type: ElementName;
  readonly nodes: readonly number[];
}

/** Sides by their number of corners: without and with nodes in the middle of the edges. */
const SIDE_TYPES: readonly (readonly [ElementName, ElementName])[] = [
  ["point1", "point1"],
  ["point1", "point1"],
  ["line2", "line3"],
  ["tri3", "tri6"],
  ["quad4", "quad8"],
];

export function element<Name extends string>(facts: ElementFacts<Name>): Element<Name> {
  const { name } = facts;
  const family = facts.family();
  const { dimension, edges, sides } = family;
  const corners = family.corners.length;
  const nodes = Number(/\d+$/.exec(name)?.[0]);
  const quadratic = nodes > corners;
  return {
    ...facts,
    family,
    dimension,
    nodes,
    corners,
    edges,
    sides: sides.map((side) => ({
      type: SIDE_TYPES[side.length][quadratic ? 1 : 0],
      nodes: quadratic ? [...side, ...middles(side, edges, corners)] : side,
    })),
  };
}

/** The nodes in the middle of a side's edges, in the order of that side's own edges. */
function middles(side: readonly number[], edges: Family["edges"], corners: number): number[] {
  if (side.length === 1) return [];
  const pairs = side.length === 2 ? [[side[0], side[1]]] : side.map((node, k) => [node, side[(k + 1) % side.length]]);
  return pairs.map(([a, b]) => corners + edgeBetween(edges, a, b));
}

export const edgeBetween = (edges: Family["edges"], a: number, b: number): number =>
  edges.findIndex(([i, j]) => (i === a && j === b) || (i === b && j === a));
