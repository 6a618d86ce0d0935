/** Numbers as they are shown. */

/** Four digits, with a power of ten where a person would write one. */
export function short(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  const isPlain = rounded === 0 || (size >= 1e-3 && size < 1e6);
  const [mantissa = "", power] = isPlain ? [String(rounded)] : rounded.toExponential().split("e");
  const signed = mantissa.replace(/^-/, "−");
  return power === undefined ? signed : `${signed === "1" ? "" : `${signed} × `}10${raised(power.replace("+", ""))}`;
}

/** Numbers along an axis: as many digits as tell neighbours apart. */
export function tickWords(values: readonly number[]): string[] {
  const [first = 0, second = first] = values;
  const step = Math.abs(second - first);
  const size = Math.max(...values.map(Math.abs));
  const digits = step === 0 ? 4 : Math.min(12, Math.max(2, Math.ceil(Math.log10(size / step) + 1e-9) + 1));
  return values.map((value) => short(Math.abs(value) < step / 1e6 ? 0 : value, digits));
}

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export const raised = (power: string) =>
  [...power].map((letter) => (letter === "-" ? "⁻" : (DIGITS[Number(letter)] ?? ""))).join("");
