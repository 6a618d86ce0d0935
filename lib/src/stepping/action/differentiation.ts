/** Exact first and second derivatives of a function that is written once, in terms of an algebra.
 *
 *  The function is called with symbols and what it computes is kept as a tape. Derivatives are then sums over the tape: one sweep
 *  forwards for the values, one backwards for the gradient, and with dual numbers x + ε ẋ in both, one column of the Hessian.
 *  Nothing is allocated after the tape is written. The function must not branch on its arguments: a symbol has no value. */
import { cos, exp, log, pow, sin } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";

/** The operations that a function may be made of. */
export interface Algebra<T> {
  number(value: number): T;
  add(x: T, y: T): T;
  subtract(x: T, y: T): T;
  multiply(x: T, y: T): T;
  divide(x: T, y: T): T;
  /** x to a constant power. */
  power(x: T, exponent: number): T;
  sqrt(x: T): T;
  sin(x: T): T;
  cos(x: T): T;
  exp(x: T): T;
  log(x: T): T;
}

/** A function of several arguments that does not care what numbers are. */
export type Differentiable = <T>(algebra: Algebra<T>, x: readonly T[]) => T;

export interface Differentiated {
  value(x: Vec): number;
  /** The gradient; returns the value. */
  gradient(x: Vec, out: Vec): number;
  /** out = the derivative of the gradient in the direction given. */
  hessianTimes(x: Vec, direction: Vec, out: Vec): void;
}

type Operation = "argument" | "number" | "add" | "subtract" | "multiply" | "divide" | "power" | Elementary;
type Elementary = "sqrt" | "sin" | "cos" | "exp" | "log";

interface Line {
  readonly operation: Operation;
  /** Lines of the operands. */
  readonly a: number;
  readonly b: number;
  /** A constant, an exponent. */
  readonly value: number;
}

export function differentiated(size: number, f: Differentiable): Differentiated {
  const lines = recorded(size, f);
  const n = lines.length;
  const [value, dot, bar, barDot] = Array.from({ length: 4 }, () => new Float64Array(n));
  // The partial derivatives of every line by its operands: ∂a, ∂b, ∂aa, ∂ab, ∂bb.
  const partial = new Float64Array(5 * n);

  const evaluate = (x: Vec) => {
    for (let i = 0; i < n; i++) evaluateLine(lines[i], i, x, value, partial);
  };
  const forwards = () => {
    for (let i = size; i < n; i++) {
      const { a, b } = lines[i];
      dot[i] = (a < 0 ? 0 : partial[5 * i] * dot[a]) + (b < 0 ? 0 : partial[5 * i + 1] * dot[b]);
    }
  };
  const backwards = () => {
    bar.fill(0);
    barDot.fill(0);
    bar[n - 1] = 1;
    for (let i = n - 1; i >= size; i--) {
      const { a, b } = lines[i];
      const at = 5 * i;
      if (a >= 0) {
        const second = partial[at + 2] * dot[a] + (b < 0 ? 0 : partial[at + 3] * dot[b]);
        barDot[a] += barDot[i] * partial[at] + bar[i] * second;
        bar[a] += bar[i] * partial[at];
      }
      if (b >= 0) {
        const second = partial[at + 3] * dot[a] + partial[at + 4] * dot[b];
        barDot[b] += barDot[i] * partial[at + 1] + bar[i] * second;
        bar[b] += bar[i] * partial[at + 1];
      }
    }
  };

  return {
    value(x) {
      evaluate(x);
      return value[n - 1];
    },
    gradient(x, out) {
      evaluate(x);
      dot.fill(0);
      backwards();
      for (let i = 0; i < size; i++) out[i] = bar[i];
      return value[n - 1];
    },
    hessianTimes(x, direction, out) {
      evaluate(x);
      for (let i = 0; i < size; i++) dot[i] = direction[i];
      forwards();
      backwards();
      for (let i = 0; i < size; i++) out[i] = barDot[i];
    },
  };
}

/** The lines of the tape, arguments first, the result last. */
function recorded(size: number, f: Differentiable): readonly Line[] {
  const lines: Line[] = Array.from({ length: size }, () => ({ operation: "argument", a: -1, b: -1, value: 0 }));
  const write = (operation: Operation, a = -1, b = -1, value = 0) => lines.push({ operation, a, b, value }) - 1;
  const symbols: Algebra<number> = {
    number: (value) => write("number", -1, -1, value),
    add: (x, y) => write("add", x, y),
    subtract: (x, y) => write("subtract", x, y),
    multiply: (x, y) => write("multiply", x, y),
    divide: (x, y) => write("divide", x, y),
    power: (x, exponent) => write("power", x, -1, exponent),
    sqrt: (x) => write("sqrt", x),
    sin: (x) => write("sin", x),
    cos: (x) => write("cos", x),
    exp: (x) => write("exp", x),
    log: (x) => write("log", x),
  };
  const result = f(
    symbols,
    Array.from({ length: size }, (_, i) => i),
  );
  if (lines[result] === undefined) {
    throw new InputError("the function returned something that it did not compute with its algebra");
  }
  // The result is the last line: everything after it is not needed, and a copy of it is one multiplication by one.
  if (result !== lines.length - 1 || result < size) symbols.multiply(result, symbols.number(1));
  return lines;
}

/** The value of a line, and its partial derivatives by its operands u and w. */
function evaluateLine({ operation, a, b, value: c }: Line, i: number, x: Vec, value: Vec, partial: Vec): void {
  const u = value[a];
  const w = value[b];
  let [v, da, db, daa, dab, dbb] = [0, 0, 0, 0, 0, 0];
  switch (operation) {
    case "argument":
      v = x[i];
      break;
    case "number":
      v = c;
      break;
    case "add":
      [v, da, db] = [u + w, 1, 1];
      break;
    case "subtract":
      [v, da, db] = [u - w, 1, -1];
      break;
    case "multiply":
      [v, da, db, dab] = [u * w, w, u, 1];
      break;
    case "divide":
      [v, da, db, dab, dbb] = [u / w, 1 / w, -u / (w * w), -1 / (w * w), (2 * u) / (w * w * w)];
      break;
    case "power":
      [v, da, daa] = [pow(u, c), times(c, u, c - 1), times(c * (c - 1), u, c - 2)];
      break;
    case "sqrt":
      v = Math.sqrt(u);
      [da, daa] = [1 / (2 * v), -1 / (4 * u * v)];
      break;
    case "sin":
      [v, da, daa] = [sin(u), cos(u), -sin(u)];
      break;
    case "cos":
      [v, da, daa] = [cos(u), -sin(u), -cos(u)];
      break;
    case "exp":
      v = da = daa = exp(u);
      break;
    case "log":
      [v, da, daa] = [log(u), 1 / u, -1 / (u * u)];
      break;
  }
  value[i] = v;
  partial[5 * i] = da;
  partial[5 * i + 1] = db;
  partial[5 * i + 2] = daa;
  partial[5 * i + 3] = dab;
  partial[5 * i + 4] = dbb;
}

/** factor · u^exponent, and nothing where the factor vanishes: 0 · 0⁻¹ is no number. */
const times = (factor: number, u: number, exponent: number) => (factor === 0 ? 0 : factor * pow(u, exponent));
