/** Where the motion starts. */
import { InputError } from "../core/failure.js";
import { type Notice, noticesOf } from "../core/notice.js";
import { significant } from "../core/significant.js";
import { didYouMean } from "../core/spelling.js";
import type { Problem } from "../core/system.js";
import { maxOf, type Vec } from "../core/vec.js";
import { expectNumber, linesOf } from "../formats/text.js";
import type { Entry } from "./entry.js";
import type { Files } from "./files.js";

/** The numbers of `start.q` or `start.v`: a list, rows one after another, or a file with rows. */
export function stateNumbers(entry: Entry, files: Files): Vec {
  if (entry.isMap()) return numbersOfFile(files.text(entry.at("file")), entry.at("file").text());
  const numbers = entry.items().map((item) => (item.isList() ? item.numbers() : [item.number()]));
  return Float64Array.from(numbers.flat());
}

/** `start.q` or `start.v` for these coordinates; what is missing is 0. */
export function stateAt(start: Entry, which: "q" | "v", labels: readonly string[], files: Files): Vec {
  if (!start.has(which)) return new Float64Array(labels.length);
  const entry = start.at(which);
  if (entry.isMap() && !entry.has("file")) return namedNumbers(entry, labels);
  const numbers = stateNumbers(entry, files);
  if (numbers.length !== labels.length) throw entry.error(wrongLength(numbers.length, labels));
  return numbers;
}

/** Where coordinates without mass are and how they move follows from the others: what `start` says of them is replaced, and that is told where it
 *  differs by more than rounding. */
export function replacedStart({ t0, q0, v0, view }: Problem, start: Entry, files: Files): Notice[] {
  if (view === undefined || start.value === "equilibrium") return [];
  const { labels } = view;
  const found = { q: new Float64Array(labels.length), v: new Float64Array(labels.length) };
  view.expand({ t: t0, q: q0, v: v0 }, found.q, found.v);
  const told = (which: "q" | "v", what: string) => {
    if (!start.has(which)) return [];
    const given = stateAt(start, which, labels, files);
    const entry = start.at(which);
    const isGiven = (i: number) => !entry.isMap() || entry.has("file") || entry.has(labels[i]);
    const rounding = 1e-12 * maxOf([...given, ...found[which]].map(Math.abs));
    return labels.flatMap((label, i) =>
      isGiven(i) && Math.abs(given[i] - found[which][i]) > rounding
        ? [`${what} of ${label} is ${apart(found[which][i], given[i]).join(" and not ")}`]
        : [],
    );
  };
  const all = [...told("q", "the start"), ...told("v", "the velocity")];
  if (all.length === 0) return [];
  const shown = all.length > 4 ? [...all.slice(0, 4), `${all.length - 4} more`] : all;
  return noticesOf("start-replaced", [
    `coordinates without mass start where the others and the loads hold them: ${shown.join("; ")}`,
  ]);
}

/** Two numbers with as many digits as tell them apart. */
function apart(one: number, other: number): readonly string[] {
  const digits = [6, 9, 12].find((count) => significant(one, count) !== significant(other, count)) ?? 17;
  return [one, other].map((value) => significant(value, digits));
}

/** `{ ux_b: 0.05 }`: the others are 0. */
function namedNumbers(entry: Entry, labels: readonly string[]): Vec {
  const numbers = new Float64Array(labels.length);
  for (const [label, value] of entry.entries()) {
    const at = labels.indexOf(label);
    if (at < 0) throw new InputError(`there is no coordinate "${label}".${known(label, labels)}`, value.keyPlace);
    numbers[at] = value.number();
  }
  return numbers;
}

function known(label: string, labels: readonly string[]): string {
  const shown = labels.length > 8 ? [...labels.slice(0, 8), "…"] : labels;
  return `${didYouMean(label, labels)} Accepted: ${shown.join(", ")}`;
}

function wrongLength(found: number, labels: readonly string[]): string {
  const names = labels.length > 8 ? `${labels.slice(0, 8).join(", ")}, …` : labels.join(", ");
  return `found ${found} numbers; accepted: ${labels.length}, one for each coordinate (${names})`;
}

/** All numbers of a text, separated by blanks, commas or semicolons; # and % begin comments. */
function numbersOfFile(text: string, file: string): Vec {
  const numbers: number[] = [];
  for (const line of linesOf(text)) {
    for (const word of line.text.split(/[#%]/, 1)[0].split(/[\s,;]+/)) {
      if (word !== "") numbers.push(expectNumber(word, { file, line: line.number }));
    }
  }
  return Float64Array.from(numbers);
}
