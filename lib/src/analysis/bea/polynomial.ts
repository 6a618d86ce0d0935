/** Polynomials in Newmark's β and γ with exact coefficients: what stands in front of the words of a distorted equation. */
import {
  type Fraction,
  fraction,
  fractionText,
  isZero,
  numberOf,
  ONE,
  plus as plusFraction,
  times as timesFraction,
} from "./fraction.js";

/** Terms by their exponents "of β,of γ"; zeros are left out. */
export type Polynomial = ReadonlyMap<string, Fraction>;

export const constant = (value: Fraction): Polynomial => new Map(isZero(value) ? [] : [["0,0", value]]);
export const NOTHING: Polynomial = new Map();
export const UNIT: Polynomial = constant(ONE);
export const BETA: Polynomial = new Map([["1,0", ONE]]);
export const GAMMA: Polynomial = new Map([["0,1", ONE]]);

export function sum(a: Polynomial, b: Polynomial): Polynomial {
  const out = new Map(a);
  for (const [key, value] of b) set(out, key, plusFraction(out.get(key) ?? fraction(0), value));
  return out;
}

export function product(a: Polynomial, b: Polynomial): Polynomial {
  const out = new Map<string, Fraction>();
  for (const [left, x] of a) {
    const [i, j] = left.split(",").map(Number);
    for (const [right, y] of b) {
      const [k, l] = right.split(",").map(Number);
      const key = `${i + k},${j + l}`;
      set(out, key, plusFraction(out.get(key) ?? fraction(0), timesFraction(x, y)));
    }
  }
  return out;
}

const scaled = (a: Polynomial, by: Fraction): Polynomial => product(a, constant(by));
export const negative = (a: Polynomial): Polynomial => scaled(a, fraction(-1));
export const vanishes = (a: Polynomial): boolean => a.size === 0;

export function valueAt(a: Polynomial, beta: number, gamma: number): number {
  let total = 0;
  for (const [key, value] of a) {
    const [i, j] = key.split(",").map(Number);
    total += numberOf(value) * beta ** i * gamma ** j;
  }
  return total;
}

/** `β - γ/2 + 1/12`: powers of γ first falling, then β, the constant last. */
export function polynomialText(
  a: Polynomial,
  names: { beta: string; gamma: string } = { beta: "β", gamma: "γ" },
): string {
  const terms = [...a].map(([key, value]) => {
    const [i, j] = key.split(",").map(Number);
    return { i, j, value };
  });
  terms.sort((x, y) => y.i + y.j - (x.i + x.j) || y.j - x.j);
  if (terms.length === 0) return "0";
  return terms
    .map(({ i, j, value }, at) => {
      const letters = [power(names.beta, i), power(names.gamma, j)].filter((letter) => letter !== "").join(" ");
      const size = { above: value.above < 0n ? -value.above : value.above, below: value.below };
      const sign = value.above < 0n ? (at === 0 ? "-" : " - ") : at === 0 ? "" : " + ";
      const factor = fractionText(size);
      return `${sign}${letters === "" ? factor : factor === "1" ? letters : `${factor} ${letters}`}`;
    })
    .join("");
}

const power = (name: string, exponent: number) => (exponent === 0 ? "" : exponent === 1 ? name : `${name}^${exponent}`);

function set(out: Map<string, Fraction>, key: string, value: Fraction): void {
  if (isZero(value)) out.delete(key);
  else out.set(key, value);
}
