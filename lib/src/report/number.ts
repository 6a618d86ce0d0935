/** Numbers as people read them. Plain text has `1.23e-13`; figures have 1.23·10⁻¹³ and a true minus sign. */
import { significant } from "../core/significant.js";

export { significant };

/** The value with its unit, if it has one: `9.81 m/s²`. */
export function quantity(value: number, unit?: string, digits = 6): string {
  return unit === undefined || unit === "" ? significant(value, digits) : `${significant(value, digits)} ${unit}`;
}

/** 10⁻¹³. */
export function powerOfTen(exponent: number): string {
  return `10${superscript(exponent)}`;
}

/** The same number set for a figure: a minus sign that is one, and ·10ⁿ for an exponent. */
export function typeset(number: string): string {
  const [mantissa, exponent] = number.split("e");
  const signed = mantissa.replace("-", "−");
  return exponent === undefined ? signed : `${signed}·${powerOfTen(Number(exponent))}`;
}

/** The power of ten at or below |value|; 0 for zero. `Math.log10` alone is off by one at some exact powers. */
export function decade(value: number): number {
  return value === 0 ? 0 : Number(Math.abs(value).toExponential().split("e")[1]);
}

function superscript(whole: number): string {
  return [...String(whole)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])).join("");
}
