/** What the operations compute. Constant folding and the tape use these, the compiled code its own instructions with the
 *  same results to the last bit. */
import { acos, asin, atan, atan2, cos, cosh, exp, log, pow, sin, sinh, tan, tanh } from "../core/elementary.js";
import { DIVIDED } from "./divided-differences.js";
import { perCubeRoot } from "./per-cube-root.js";

type Function2 = (a: number, b: number) => number;
/** Of one to four numbers. */
type HostFunction = (a: number, b: number, c: number, d: number) => number;

/** Functions of the host that compiled code calls. */
export const HOST = {
  sin: sin,
  cos: cos,
  tan: tan,
  asin: asin,
  acos: acos,
  atan: atan,
  sinh: sinh,
  cosh: cosh,
  tanh: tanh,
  exp: exp,
  log: log,
  atan2: atan2,
  pow: pow,
  ...DIVIDED,
  perCubeRoot: perCubeRoot,
} as const satisfies Record<string, HostFunction>;

export type HostName = keyof typeof HOST;
export const HOST_NAMES = Object.keys(HOST) as HostName[];

/** Functions of one or two operands. */
export type FunctionName = Exclude<HostName, keyof typeof DIVIDED> | "turnSlope" | "turnCurve" | "abs" | "sign";

/** Like Math.sign, in a form that is the same everywhere: 0, -0 and NaN are returned as they are. */
export const signOf = (a: number): number => (a > 0 ? 1 : a < 0 ? -1 : a);

export const FOLD: Readonly<
  Record<FunctionName | "min" | "max" | "less" | "lessEqual" | "equal" | "notEqual", Function2>
> = {
  ...HOST,
  abs: Math.abs,
  sign: signOf,
  min: Math.min,
  max: Math.max,
  less: (a, b) => Number(a < b),
  lessEqual: (a, b) => Number(a <= b),
  equal: (a, b) => Number(a === b),
  notEqual: (a, b) => Number(a !== b),
};
