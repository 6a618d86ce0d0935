/** Numbers as they are shown. */

/** Four digits, without an exponent where a person would not write one. */
export function short(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  const text = String(Number(value.toPrecision(digits)));
  return text
    .replace(/^-/, "−")
    .replace(/e([+-])(\d+)$/, (_, sign: string, power: string) => ` × 10${raised(sign === "-" ? `-${power}` : power)}`);
}

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export const raised = (power: string) =>
  [...power].map((letter) => (letter === "-" ? "⁻" : (DIGITS[Number(letter)] ?? ""))).join("");
