/** The shapes that those of many keys are made of. */
import { choice, keys, list, named, numeric, oneOf, optional, type Shape, text } from "./shape.js";

export const number = numeric("a finite number, or an expression of numbers and parameters");
export const numbers = list("a list of numbers", number);
export const rows = list("rows of numbers", numbers);
export const expression = (variables: string) => numeric(`an expression in ${variables}`);
export const file = keys("{ file: name }, relative to the model file", { file: text("the name of a file") });

export const parameters = optional(
  named("a map of names and numbers", number),
  "Numbers with names, for expressions anywhere in the file",
);
/** `{ rayleigh: [a0, a1] }` or `{ modal: ratio }`. */
export const proportionalDamping = [
  keys("C = a0 M + a1 K", { rayleigh: list("[a0, a1]", number) }),
  keys("by modes", { modal: oneOf("a damping ratio, or a list with one for each mode", [number, numbers]) }),
] as const;

export const damping = optional(
  oneOf("{ rayleigh: [a0, a1] } or { modal: ratio }", proportionalDamping),
  "In proportion to mass and stiffness, or a damping ratio of all modes, or a list with one for each",
);

/** The motion of the ground under a body, with its direction. */
export const groundMotion = optional(
  keys("a map with file, scale and direction", {
    file: text("the name of a file: AT2, or a table of times and values"),
    scale: optional(number, "From the units of the record to those of the model; 1 by default"),
    direction: oneOf("x, y, z, or the components of a direction", [choice("a direction", ["x", "y", "z"]), numbers]),
  }),
  "The ground accelerates; displacements are relative to it",
);

/** Components in t, for x, y and (in space) z. */
export const vectorInTime = list("a list of numbers or expressions in t, one for each direction", expression("t"));

/** `{ x: …, y: … }` for some directions. */
export const byDirection = (accepted: string, directions: readonly string[], value: Shape): Shape =>
  keys(accepted, Object.fromEntries(directions.map((direction) => [direction, optional(value)])));

/** A name, or a number that is one; a list of them. */
export const names = (what: string): Shape =>
  oneOf(`${what}, or a list of them`, [numeric(what), list(`a list`, numeric(what))]);

export const coordinates = list("a list of names", text("a name"));

/** A matrix in its own words. */
export const matrix = oneOf("rows of numbers, a list (the diagonal), or { file: name.mtx }", [numbers, rows, file]);
export const matrixOrMultiple = oneOf(
  "one number (that multiple of the identity), a list (the diagonal), rows, or { file: name.mtx }",
  [number, numbers, rows, file],
);
