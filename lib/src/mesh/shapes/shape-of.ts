/** The shape functions of elements by name, each with its rules of integration. */
import { InputError } from "../../core/failure.js";
import { once } from "../../core/once.js";
import { type ElementName, elementType, elementTypes } from "../element-types.js";
import type { Shape } from "./shape.js";

/** The elements that can be computed with. */
export const shapedTypes = once((): readonly ElementName[] =>
  elementTypes()
    .filter(({ shape }) => shape !== undefined)
    .map(({ name }) => name),
);

/** Those that have been asked for. */
const SHAPES = new Map<ElementName, Shape>();

export function shapeOf(name: ElementName): Shape {
  const known = SHAPES.get(name);
  if (known !== undefined) return known;
  const make = elementType(name).shape;
  if (make === undefined) {
    throw new InputError(
      `elements of type ${name} have no shape functions here; accepted: ${shapedTypes().join(", ")}`,
    );
  }
  const shape = { ...make(), type: name };
  SHAPES.set(name, shape);
  return shape;
}
