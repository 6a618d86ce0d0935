/** Numbers as people read them. Plain text has `1.23e-13`; figures have 1.23·10⁻¹³ and a true minus sign. */

/** The value to so many significant digits, in the shorter of fixed and scientific notation, without idle zeros. */
export function significant(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 10 ** Math.max(digits, 6)) return String(Number(value.toPrecision(digits)));
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return `${Number(mantissa)}e${Number(exponent)}`;
}

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
