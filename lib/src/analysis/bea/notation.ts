/** Distorted equations in plain text and in LaTeX. */
import { type FormSeries, type LinearForm, partsOf } from "./linear-form.js";
import { type Polynomial, polynomialText } from "./polynomial.js";

export interface Notation {
  /** A product of letters with what it acts on. */
  word(word: string, target: string): string;
  coefficient(polynomial: Polynomial): string;
  power(k: number): string;
}

export const plainText: Notation = {
  word: (word, target) => [compact(word), symbol(target)].filter((part) => part !== "").join(" "),
  coefficient: (polynomial) => polynomialText(polynomial),
  power: (k) => (k === 0 ? "" : k === 1 ? "h " : `h${superscript(k)} `),
};

export const latex: Notation = {
  word: (word, target) => `${compactLatex(word)}${latexSymbol(target)}`,
  coefficient: (polynomial) =>
    polynomialText(polynomial, { beta: "\\beta", gamma: "\\gamma" }).replace(/(\d+)\/(\d+)/g, "\\tfrac{$1}{$2}"),
  power: (k) => (k === 0 ? "" : k === 1 ? "h\\," : `h^{${k}}\\,`),
};

/** One line a power of the step: `h² [ (γ² - γ + 1/3) G H v + … ]`. */
export function seriesLines(series: FormSeries, notation: Notation): string[] {
  return series.flatMap((form, k) => (form.size === 0 ? [] : [`${notation.power(k)}[ ${formText(form, notation)} ]`]));
}

export function formText(form: LinearForm, notation: Notation): string {
  const terms = [...form].map(([key, coefficient]) => ({ ...partsOf(key), coefficient }));
  terms.sort((a, b) => rank(a.target) - rank(b.target) || a.word.length - b.word.length || (a.word < b.word ? -1 : 1));
  return terms
    .map(({ word, target, coefficient }, at) => {
      const text = notation.coefficient(coefficient);
      const what = notation.word(word, target);
      if (text === "1") return `${at === 0 ? "" : "+ "}${what}`;
      if (text === "-1") return `${at === 0 ? "-" : "- "}${what}`;
      const single = coefficient.size === 1;
      if (single && text.startsWith("-")) return `${at === 0 ? "-" : "- "}${text.slice(1)} ${what}`;
      return `${at === 0 ? "" : "+ "}${single ? text : `(${text})`} ${what}`;
    })
    .join(" ");
}

/** q, v, then f and its derivatives. */
const rank = (target: string) => (target === "q" ? 0 : target === "v" ? 1 : 2 + Number(target.slice(1)));

const symbol = (target: string) => (target.startsWith("f") ? `f${"'".repeat(Number(target.slice(1)))}` : target);
const latexSymbol = (target: string) =>
  target.startsWith("f") ? `f${Number(target.slice(1)) === 0 ? "" : `^{(${target.slice(1)})}`}` : target;

/** GGH as G² H. */
const compact = (word: string) =>
  runs(word)
    .map(([letter, count]) => `${letter}${count === 1 ? "" : superscript(count)}`)
    .join(" ");
const compactLatex = (word: string) =>
  runs(word)
    .map(([letter, count]) => `${letter}${count === 1 ? "" : `^{${count}}`}`)
    .join("");

const runs = (word: string): [string, number][] => (word.match(/G+|H+/g) ?? []).map((run) => [run[0], run.length]);

const superscript = (whole: number) => [...String(whole)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
