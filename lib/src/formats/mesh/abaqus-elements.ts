/** Element types of Abaqus and CalculiX. Their names end in letters for the way of integrating, which is chosen elsewhere here. */
import { once } from "../../core/once.js";
import type { ElementName } from "../../mesh/element-types.js";
import { elementsOf, type FormatElement, type NodeOrder } from "./node-order.js";

export interface AbaqusElement {
  readonly type: ElementName;
  readonly order: NodeOrder;
  /** What the name says besides the shape. */
  readonly family: "solid" | "plane-stress" | "plane-strain" | "axisymmetric" | "shell" | "membrane" | "beam" | "truss";
}

/** How names begin, and which letters may follow their digits. */
const FAMILIES: readonly (readonly [RegExp, AbaqusElement["family"], RegExp])[] = [
  [/^C3D/, "solid", /^[A-Z]*$/],
  [/^F3D/, "solid", /^$/],
  [/^CPS/, "plane-stress", /^[A-Z]*$/],
  [/^CPE/, "plane-strain", /^[A-Z]*$/],
  [/^CAX/, "axisymmetric", /^[A-Z]*$/],
  [/^(?:STRI|R3D)/, "shell", /^$/],
  [/^S/, "shell", /^(?:[A-Z]+5?)?$/],
  [/^M3D/, "membrane", /^[A-Z]*$/],
  [/^B/, "beam", /^[A-Z]*$/],
  [/^T/, "truss", /^[A-Z]*$/],
];

const elements = once(() => elementsOf("abaqus"));

/** Null for a type that is not read. */
export function abaqusElement(name: string): AbaqusElement | null {
  const given = name.trim().toUpperCase();
  const [, family, ending] = FAMILIES.find(([begins]) => begins.test(given)) ?? [];
  const found = elements().find(
    (element) => given.startsWith(element.name) && ending?.test(given.slice(element.name.length)),
  );
  return found === undefined || family === undefined ? null : { type: found.type, order: found.order, family };
}

/** Its names for writing. In space, flat elements are shells; in the plane they are in plane stress. Sections decide in the end. */
export function abaqusNames(
  type: ElementName,
): { readonly space: FormatElement; readonly plane: FormatElement } | null {
  const [space, plane] = elements().filter((element) => element.type === type);
  return space === undefined ? null : { space, plane };
}
