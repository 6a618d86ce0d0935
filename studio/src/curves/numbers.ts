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

const isPower = (value: number) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-6;

/** 10⁻⁸ on a logarithmic axis; from 0.1 to 100 as they are. */
export function powerWords(value: number): string {
  const power = Math.round(Math.log10(value));
  return isPower(value) && (power < -1 || power > 2) ? `10${raised(String(power))}` : short(value, 2);
}

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

const raised = (power: string) =>
  [...power].map((letter) => (letter === "-" ? "⁻" : (DIGITS[Number(letter)] ?? ""))).join("");

const PREFIXES = ["", "k", "M", "G", "T"];
/** Units that take a prefix. */
const PREFIXED = new Set(["Pa", "N", "N m", "J", "J/m³"]);

const SHOWN_DIGITS = 3;

/** A number with its unit, as an engineer would write it: 80.4 MPa. */
export function measured(value: number, unit: string | undefined): string {
  if (unit === undefined) return short(value, SHOWN_DIGITS);
  const thousands = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(SHOWN_DIGITS)))) / 3);
  const power = PREFIXED.has(unit) && thousands >= 1 ? Math.min(thousands, PREFIXES.length - 1) : 0;
  return `${short(value / 1000 ** power, SHOWN_DIGITS)} ${PREFIXES[power]}${unit}`;
}
