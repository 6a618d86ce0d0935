/** Plain data, as JSON can hold it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number with all its digits: what is read back is the same double, −0 and the infinities included. NaN is `null`. */
export function jsonNumber(x: number): string {
  if (Number.isFinite(x)) return Object.is(x, -0) ? "-0" : String(x);
  // Beyond the range of doubles, and therefore read as the infinity by every parser that rounds correctly.
  return Number.isNaN(x) ? "null" : x > 0 ? "1e999" : "-1e999";
}
