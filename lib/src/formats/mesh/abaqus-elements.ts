/** Element types of Abaqus and CalculiX. Their names end in letters for the way of integrating, which is chosen elsewhere here; the
 *  order of nodes is the one of `element-types.ts`, but for lines of three nodes, whose second is the one in the middle. */
import type { ElementName } from "../../mesh/element-types.js";
import { type NodeOrder, sameOrder } from "./node-order.js";

export interface AbaqusElement {
  readonly type: ElementName;
  readonly order: NodeOrder;
  /** What the name says besides the shape. */
  readonly family: "solid" | "plane-stress" | "plane-strain" | "axisymmetric" | "shell" | "membrane" | "beam" | "truss";
}

const PATTERNS: readonly (readonly [RegExp, AbaqusElement["family"], Readonly<Record<string, ElementName>>])[] = [
  [
    /^C3D(4|5|6|8|10|15|20)[A-Z]*$/,
    "solid",
    { 4: "tet4", 5: "pyramid5", 6: "wedge6", 8: "hex8", 10: "tet10", 15: "wedge15", 20: "hex20" },
  ],
  [/^F3D(4|6|8)$/, "solid", { 4: "tet4", 6: "wedge6", 8: "hex8" }],
  [/^CPS(3|4|6|8)[A-Z]*$/, "plane-stress", { 3: "tri3", 4: "quad4", 6: "tri6", 8: "quad8" }],
  [/^CPE(3|4|6|8)[A-Z]*$/, "plane-strain", { 3: "tri3", 4: "quad4", 6: "tri6", 8: "quad8" }],
  [/^CAX(3|4|6|8)[A-Z]*$/, "axisymmetric", { 3: "tri3", 4: "quad4", 6: "tri6", 8: "quad8" }],
  [/^S(3|4|6|8)(?:[A-Z]+5?)?$/, "shell", { 3: "tri3", 4: "quad4", 6: "tri6", 8: "quad8" }],
  [/^STRI(3|65)$/, "shell", { 3: "tri3", 65: "tri6" }],
  [/^M3D(3|4|6|8)[A-Z]*$/, "membrane", { 3: "tri3", 4: "quad4", 6: "tri6", 8: "quad8" }],
  [/^R3D(3|4)$/, "shell", { 3: "tri3", 4: "quad4" }],
  [/^B(?:2|3)(1|2|3)[A-Z]*$/, "beam", { 1: "line2", 2: "line3", 3: "line2" }],
  [/^T(?:2|3)D(2|3)[A-Z]*$/, "truss", { 2: "line2", 3: "line3" }],
];

/** Null for a type that is not read. */
export function abaqusElement(name: string): AbaqusElement | null {
  for (const [pattern, family, types] of PATTERNS) {
    const found = pattern.exec(name.trim().toUpperCase());
    if (found === null) continue;
    const type = types[found[1]];
    return { type, family, order: type === "line3" ? Uint8Array.of(0, 2, 1) : sameOrder(type) };
  }
  return null;
}
