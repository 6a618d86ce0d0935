/** Where the motion starts. */
import { InputError } from "../core/failure.js";
import { didYouMean } from "../core/spelling.js";
import type { Vec } from "../core/vec.js";
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
