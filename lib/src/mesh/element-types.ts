/** The types of elements, each with its facts in a file of `elements`. */

import { once } from "../core/once.js";
import { type Element, element } from "./elements/element.js";
import { hex8 } from "./elements/hex8.js";
import { hex20 } from "./elements/hex20.js";
import { line2 } from "./elements/line2.js";
import { line3 } from "./elements/line3.js";
import { point1 } from "./elements/point1.js";
import { pyramid5 } from "./elements/pyramid5.js";
import { quad4 } from "./elements/quad4.js";
import { quad8 } from "./elements/quad8.js";
import { tet4 } from "./elements/tet4.js";
import { tet10 } from "./elements/tet10.js";
import { tri3 } from "./elements/tri3.js";
import { tri6 } from "./elements/tri6.js";
import { wedge6 } from "./elements/wedge6.js";
import { wedge15 } from "./elements/wedge15.js";

export type { Side } from "./elements/element.js";

/** A new element is one file in `elements` and its name in this list. */
const ALL = [
  point1,
  line2,
  line3,
  tri3,
  tri6,
  quad4,
  quad8,
  tet4,
  tet10,
  pyramid5,
  wedge6,
  wedge15,
  hex8,
  hex20,
] as const;

export type ElementName = (typeof ALL)[number]["name"];

export type ElementType = Element<ElementName>;

export const elementTypes = once((): readonly ElementType[] => ALL.map((facts) => element<ElementName>(facts)));

const byName = once(() => new Map(elementTypes().map((type) => [type.name, type])));

export function elementType(name: ElementName): ElementType {
  return byName().get(name) as ElementType;
}
