/** The shape functions of elements by name, each with its rules of integration. */
import { InputError } from "../../core/failure.js";
import { ELEMENT_TYPES, type ElementName } from "../element-types.js";
import type { Shape } from "./shape.js";

const SHAPES = new Map(
  ELEMENT_TYPES.flatMap(({ name, shape }) => (shape === undefined ? [] : [[name, { ...shape, type: name }] as const])),
);

/** The elements that can be computed with. */
export const SHAPED: readonly ElementName[] = [...SHAPES.keys()];

export function shapeOf(name: ElementName): Shape {
  const shape = SHAPES.get(name);
  if (shape === undefined) {
    throw new InputError(`elements of type ${name} have no shape functions here; accepted: ${SHAPED.join(", ")}`);
  }
  return shape;
}
