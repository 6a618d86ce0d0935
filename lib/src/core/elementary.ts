/** Elementary functions with the same digits everywhere.
 *
 *  What the functions of the language return is left to the engine, and differs in the last bits between engines and their versions; these
 *  come from `lib/assembly/elementary.ts`, compiled to WebAssembly, whose arithmetic is the same to the last bit. They are within an ulp,
 *  cosh and hypot within 1.03 (docs/topics/digits.md, with the largest errors found and what a call costs), and compiled expressions call them without
 *  leaving WebAssembly.
 *
 *  Whatever a motion is computed from uses these: a test of the tree refuses the others. Math.sqrt, Math.abs and the roundings are exact by
 *  the standard and stay. */
import { bytesOf } from "./base64.js";
import { elementary as kernel } from "./kernels/elementary.js";

type Function1 = (x: number) => number;
type Function2 = (x: number, y: number) => number;

interface Elementary {
  readonly sin: Function1;
  readonly cos: Function1;
  readonly tan: Function1;
  readonly asin: Function1;
  readonly acos: Function1;
  readonly atan: Function1;
  readonly atan2: Function2;
  readonly sinh: Function1;
  readonly cosh: Function1;
  readonly tanh: Function1;
  readonly atanh: Function1;
  readonly exp: Function1;
  readonly expm1: Function1;
  readonly log: Function1;
  readonly log1p: Function1;
  readonly pow: Function2;
  readonly hypot: Function2;
  readonly cbrt: Function1;
}

/** Where the host forbids WebAssembly, its own functions have to do. */
function functionsHere(): Elementary {
  try {
    // Its tables fit into a page.
    const memory = new WebAssembly.Memory({ initial: 1 });
    const module = new WebAssembly.Module(bytesOf(kernel));
    return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Elementary;
  } catch {
    return Math;
  }
}

const here = functionsHere();

/** Are the digits those of every other machine? */
export const digitsArePortable = here !== (Math as Elementary);

export const { sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, atanh, exp, expm1, log, log1p, pow, cbrt } =
  here;

/** √(x² + y² + …) without overflow. */
export function hypot(x = 0, y = 0, ...others: readonly number[]): number {
  let length = here.hypot(x, y);
  for (let k = 0; k < others.length; k++) length = here.hypot(length, others[k]);
  return length;
}

const double = new Float64Array(1);
const bits = new Int32Array(double.buffer);

/** ⌊log₂ |x|⌋, exactly, of a number that is neither 0 nor subnormal. */
export function binaryExponent(x: number): number {
  double[0] = x;
  return ((bits[1] >>> 20) & 0x7ff) - 1023;
}
