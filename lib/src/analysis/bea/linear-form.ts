/** Sums of words acting on the motion: −H q − G v + f, with the letters G = M⁻¹C and H = M⁻¹K, which do not commute. Series of them
 *  in the step are lists, by powers. */
import { NOTHING, negative, type Polynomial, product, sum, UNIT, vanishes } from "./polynomial.js";

/** Terms by "word|what it acts on": "GH|q", "|f2" for the second derivative of f = M⁻¹F. */
export type LinearForm = ReadonlyMap<string, Polynomial>;
/** form[k] is the factor of hᵏ. */
export type FormSeries = readonly LinearForm[];

export const EMPTY: LinearForm = new Map();
export const on = (target: string): LinearForm => new Map([[`|${target}`, UNIT]]);

export function add(a: LinearForm, b: LinearForm): LinearForm {
  const out = new Map(a);
  for (const [key, coefficient] of b) {
    const total = sum(out.get(key) ?? NOTHING, coefficient);
    if (vanishes(total)) out.delete(key);
    else out.set(key, total);
  }
  return out;
}

/** c · word · form. */
export function times(form: LinearForm, c: Polynomial, word = ""): LinearForm {
  const out = new Map<string, Polynomial>();
  for (const [key, coefficient] of form) {
    const total = product(coefficient, c);
    if (!vanishes(total)) out.set(`${word}${key}`, total);
  }
  return out;
}

export const opposite = (form: LinearForm): LinearForm => times(form, negative(UNIT));

export function partsOf(key: string): { readonly word: string; readonly target: string } {
  const at = key.indexOf("|");
  return { word: key.slice(0, at), target: key.slice(at + 1) };
}

export const addSeries = (a: FormSeries, b: FormSeries, length: number): FormSeries =>
  Array.from({ length }, (_, k) => add(a[k] ?? EMPTY, b[k] ?? EMPTY));

export const timesSeries = (series: FormSeries, c: Polynomial): FormSeries => series.map((form) => times(form, c));

/** What the terms become when the target of each is replaced by a series. */
export function substitute(series: FormSeries, replace: (target: string) => FormSeries, length: number): FormSeries {
  const out = Array.from({ length }, () => new Map<string, Polynomial>());
  series.forEach((form, k) => {
    for (const [key, coefficient] of form) {
      const { word, target } = partsOf(key);
      replace(target).forEach((image, l) => {
        if (k + l < length) accumulate(out[k + l], image, coefficient, word);
      });
    }
  });
  return out;
}

/** out += c · word · form: one sum a term, where a new form for every term would copy all the others. */
function accumulate(out: Map<string, Polynomial>, form: LinearForm, c: Polynomial, word: string): void {
  for (const [key, coefficient] of form) {
    const place = `${word}${key}`;
    const total = sum(out.get(place) ?? NOTHING, product(coefficient, c));
    if (vanishes(total)) out.delete(place);
    else out.set(place, total);
  }
}
