/** The elements of a format, as the facts of `mesh/elements` spell them: formats agree about corners and differ in the order of the edges
 *  whose middles follow. */
import { type ElementName, type ElementType, elementTypes } from "../../mesh/element-types.js";
import { edgeBetween, type FormatName, type Spelling } from "../../mesh/elements/element.js";
import { pairs } from "../../mesh/elements/families.js";
import { mirrored } from "../../mesh/mirror.js";

/** The k-th node of the format is node `order[k]` here, when it is read and when it is written. */
export type NodeOrder = Uint8Array;

export interface FormatElement {
  /** In the format, a number in the form of text. */
  readonly name: string;
  readonly type: ElementName;
  /** How many nodes the format gives; those beyond the type's own lie inside of faces and elements. */
  readonly nodes: number;
  readonly order: NodeOrder;
}

/** All names of elements that a format has. */
export function elementsOf(format: FormatName): readonly FormatElement[] {
  return elementTypes().flatMap((element) => {
    const { name: type, nodes, [format]: spelling } = element;
    if (spelling === undefined) return [];
    const order = orderOf(element, spelling);
    const names = (spelling.names ?? "").split(" ").filter((name) => name !== "");
    return [
      ...names.map((name) => ({ name, type, nodes, order })),
      ...Object.entries(spelling.complete ?? {}).map(([name, nodes]) => ({ name, type, nodes, order })),
    ];
  });
}

/** As which an element is written; undefined where the format has none. */
export function writtenAs(format: FormatName, type: ElementName): FormatElement | undefined {
  return elementsOf(format).find((element) => element.type === type && element.nodes === element.order.length);
}

function orderOf({ name, nodes, corners, edges }: ElementType, { order, edges: theirs }: Spelling): NodeOrder {
  if (order === "mirrored") return mirrored(name);
  if (order !== undefined) return Uint8Array.from(order);
  const own = Uint8Array.from({ length: nodes }, (_, k) => k);
  pairs(theirs ?? "").forEach(([a, b], k) => {
    own[corners + k] = corners + edgeBetween(edges, a, b);
  });
  return own;
}
