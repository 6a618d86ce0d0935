/** The elementary functions, from AssemblyScript's own library, which is written in additions, multiplications and operations on bits:
 *  compiled to WebAssembly they have the same digits on every machine and in every engine. */
export { atan2 } from "./angle";
export { atanh, expm1, sinh, tanh } from "./exponentials";
export { cos, sin, tan } from "./trigonometric";

export function asin(x: f64): f64 {
  return NativeMath.asin(x);
}

export function acos(x: f64): f64 {
  return NativeMath.acos(x);
}

export function atan(x: f64): f64 {
  return NativeMath.atan(x);
}

export function cosh(x: f64): f64 {
  return NativeMath.cosh(x);
}

export function exp(x: f64): f64 {
  return NativeMath.exp(x);
}

export function log(x: f64): f64 {
  return NativeMath.log(x);
}

export function log1p(x: f64): f64 {
  return NativeMath.log1p(x);
}

export function pow(x: f64, y: f64): f64 {
  return NativeMath.pow(x, y);
}

export function hypot(x: f64, y: f64): f64 {
  return NativeMath.hypot(x, y);
}

export function cbrt(x: f64): f64 {
  return NativeMath.cbrt(x);
}
