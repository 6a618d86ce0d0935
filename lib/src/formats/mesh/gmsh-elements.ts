/** The types of elements that Gmsh numbers, and the order of its nodes [Gmsh reference manual, "Node ordering"]. */
import { once } from "../../core/once.js";
import type { ElementName } from "../../mesh/element-types.js";
import { elementsOf, type FormatElement, writtenAs } from "./node-order.js";

/** By Gmsh's number. */
export const gmshElements = once(
  (): ReadonlyMap<number, FormatElement> =>
    new Map(elementsOf("gmsh").map((element) => [Number(element.name), element])),
);

/** Gmsh's number of a type, for writing. */
export const gmshNumber = (type: ElementName): number => Number(writtenAs("gmsh", type)?.name ?? 0);
