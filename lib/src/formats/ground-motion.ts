/** Records of ground motions: PEER's AT2 files and their relatives, files that begin with the number of samples and the
 *  step, and tables of times and values. The first sample of a file without times is at t = 0. */
import { InputError, withPlace } from "../core/failure.js";
import type { Vec } from "../core/vec.js";
import { readTable } from "./table.js";
import { countOf, type Line, linesOf, numberOf, quoted } from "./text.js";

export interface GroundMotion {
  readonly title: string;
  /** As the file words them: `G`, `cm/s/s`. */
  readonly units: string | null;
  /** The time between samples, null when they are not equally spaced. */
  readonly step: number | null;
  readonly times: Vec;
  readonly values: Vec;
}

export function readGroundMotion(text: string, { file }: { readonly file?: string | undefined } = {}): GroundMotion {
  return withPlace({ file }, () => recordIn(text));
}

function recordIn(text: string): GroundMotion {
  const lines = [...linesOf(text)];
  const head = peerHead(lines) ?? countedHead(lines);
  if (head === null) return fromTable(text, lines);
  refuseOthers(lines.slice(0, head.line));
  const values = samples(lines, head, text.length);
  if (!Number.isFinite((head.count - 1) * head.step)) {
    throw new InputError(`${head.count} samples ${head.step} apart go on beyond 1.8e308; give a smaller DT`, {
      line: head.line,
    });
  }
  return {
    title:
      lines
        .slice(0, head.line - 1)
        .find(isContent)
        ?.text.trim() ?? "",
    units: unitsIn(lines.slice(0, head.line)),
    step: head.step,
    times: values.map((_, i) => i * head.step),
    values,
  };
}

/** Velocities and displacements (VT2, DT2) come in files of the same form. */
function refuseOthers(head: readonly Line[]): void {
  for (const { text, number: line } of head) {
    const [, found] = /\b(VELOCITY|DISPLACEMENT)\s{1,40}TIME\s{1,40}(?:SERIES|HISTORY)\b/i.exec(text) ?? [];
    if (found === undefined) continue;
    throw new InputError(
      `found a record of ${found.toLowerCase()}; accepted: one of acceleration, such as its AT2 file`,
      {
        line,
      },
    );
  }
}

/** A record with equal steps as an AT2 file. */
export function writeAt2({ title, units, step, times, values }: GroundMotion): string {
  if (step === null) throw new InputError("the samples are not equally spaced, and an AT2 file needs one step");
  if (times[0] !== 0)
    throw new InputError(`the samples begin at t = ${times[0]}, and those of an AT2 file at 0; shift them`);
  // PEER's files have four lines before the samples, which many programs skip without reading them.
  const head = [
    title.replace(/\s+/g, " "),
    "written by noether",
    `ACCELERATION TIME SERIES${units === null ? "" : ` IN UNITS OF ${units}`}`,
    `NPTS= ${values.length}, DT= ${step} SEC`,
  ];
  const rows: string[] = [];
  for (let i = 0; i < values.length; i += 5) {
    rows.push([...values.subarray(i, i + 5)].map((x) => ` ${x.toExponential(16)}`).join(""));
  }
  return `${[...head, ...rows].join("\n")}\n`;
}

interface Head {
  readonly count: number;
  readonly step: number;
  /** The number of its last line: samples follow. */
  readonly line: number;
}

// The blanks before a number are bounded so that a line of a million of them is still read once.
const COUNT = /\bNPTS\s{0,40}[=:]\s{0,40}([^\s,;]+)/i;
const STEP = /\bDT\s{0,40}[=:]\s{0,40}([^\s,;]+)/i;
/** PEER's older order: `  7807    0.0050    NPTS, DT`. */
const NUMBERS_FIRST = /^\s*(\S+)\s+(\S+)\s+NPTS\s*,\s*DT\b/i;

/** `NPTS= 4000, DT= .005 SEC` in any of its spellings, on one line or two; null when the file has neither. */
function peerHead(lines: readonly Line[]): Head | null {
  let count: { word: string; line: number } | null = null;
  let step: { word: string; line: number } | null = null;
  for (const { text, number: line } of lines) {
    const [, first, second] = NUMBERS_FIRST.exec(text) ?? [];
    const countWord = first ?? COUNT.exec(text)?.[1];
    const stepWord = second ?? STEP.exec(text)?.[1];
    if (countWord !== undefined) count ??= { word: countWord, line };
    if (stepWord !== undefined) step ??= { word: stepWord, line };
    if (count !== null && step !== null) {
      return {
        count: positive(countOf(count.word), "NPTS", count, "a whole number > 0"),
        step: positive(numberOf(step.word), "DT", step, "a number > 0, in seconds"),
        line,
      };
    }
  }
  if (count === null && step === null) return null;
  const [has, lacks] = count !== null ? ["NPTS", "DT"] : ["DT", "NPTS"];
  throw new InputError(`gives ${has} and not ${lacks}; accepted: a line like "NPTS= 4000, DT= .005 SEC"`, {
    line: (count ?? step)?.line,
  });
}

function positive(
  value: number,
  name: string,
  found: { readonly word: string; readonly line: number },
  accepted: string,
): number {
  if (value > 0) return value;
  throw new InputError(`${name} is ${quoted(found.word)}; accepted: ${accepted}`, { line: found.line });
}

/** The first line with numbers, if it is `samples step`. In a table of times and values the times go on ascending. */
function countedHead(lines: readonly Line[]): Head | null {
  const at = lines.findIndex((line) => numbersIn(line) !== null);
  if (at < 0) return null;
  const [count, step, ...more] = numbersIn(lines[at]) ?? [];
  const counted = more.length === 0 && Number.isInteger(count) && count >= 1 && step > 0;
  const after = lines.slice(at + 1).find(isContent);
  const next = after === undefined ? null : numbersIn(after);
  const timesGoOn = next !== null && next.length === 2 && next[0] > count;
  return counted && !timesGoOn ? { count, step, line: lines[at].number } : null;
}

const isContent = (line: Line) => line.text.trim() !== "";

/** The numbers of a line that holds nothing else. */
function numbersIn(line: Line): number[] | null {
  const numbers = line.text
    .trim()
    .split(/[\s,;]+/)
    .map(numberOf);
  return numbers.some(Number.isNaN) ? null : numbers;
}

// A number, and what may come after it: a minus sign too, because Fortran's columns leave no room for a blank.
const SAMPLE = /[\s,]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?)(?=[\s,+-]|$)/y;

function samples(lines: readonly Line[], head: Head, length: number): Vec {
  // A sample takes a digit and a separator at least.
  if (head.count > length / 2) {
    const reason = `announces ${head.count} samples, and the file is too short for them`;
    throw new InputError(reason, { line: head.line });
  }
  const values = new Float64Array(head.count);
  let read = 0;
  for (const { text, number: line } of lines.slice(head.line)) {
    let at = 0;
    while (at < text.length) {
      const found = sampleAt(text, at, read === head.count - 1);
      if (found === null) {
        const rest = text.slice(at).trim();
        if (rest === "") break;
        if (read === head.count) return values;
        const reason = `found ${quoted(rest)} where sample ${read + 1} of ${head.count} is expected`;
        throw new InputError(reason, { line });
      }
      if (read === head.count) {
        throw new InputError(`goes on after the ${head.count} samples it announces`, { line });
      }
      if (Number.isNaN(found.value)) {
        throw new InputError(`sample ${read + 1} is out of range; accepted: finite numbers`, { line });
      }
      values[read++] = found.value;
      at = found.end;
    }
  }
  if (read < head.count) {
    throw new InputError(`ends after ${read} of the ${head.count} samples it announces`, { line: head.line });
  }
  return values;
}

/** The number at a place of a line. The last one may touch free text: `0.00926*** End Data ***`. */
function sampleAt(text: string, at: number, last: boolean): { value: number; end: number } | null {
  const pattern = last ? LAST_SAMPLE : SAMPLE;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? null : { value: numberOf(match[1]), end: pattern.lastIndex };
}

const LAST_SAMPLE = /[\s,]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?)(?![\w.])/y;

function fromTable(text: string, lines: readonly Line[]): GroundMotion {
  const first = lines.find((line) => numbersIn(line) !== null);
  if (first !== undefined && numbersIn(first)?.length === 1) {
    const accepted = `"NPTS= 4000, DT= .005 SEC" or "4000 0.005" on a line before them, or a column of times`;
    throw new InputError(`has samples and no step; accepted: ${accepted}`, { line: first.number });
  }
  const { times, columns, names } = readTable(text, { columns: 1 });
  return {
    title: names?.[0] ?? "",
    units: unitsIn(lines.slice(0, 1)) ?? bracketed(names?.[0] ?? ""),
    step: equalStep(times),
    times,
    values: columns[0],
  };
}

/** The step of equally spaced times, but for the rounding of their printed digits. */
function equalStep(times: Vec): number | null {
  const count = times.length - 1;
  if (count < 1) return null;
  const step = (times[count] - times[0]) / count;
  const equal = times.every((t, i) => Math.abs(t - times[0] - i * step) <= 1e-6 * step);
  return equal ? step : null;
}

function unitsIn(lines: readonly Line[]): string | null {
  for (const { text } of lines) {
    const found = /\bunits?\s{0,9}(?:are|is|of|in|[:=])?\s{0,9}\(?([A-Za-z][\w/^*.]{0,20})/i.exec(text);
    if (found !== null) return found[1];
  }
  return null;
}

function bracketed(name: string): string | null {
  return /[[(]([^\])]{1,20})[\])]/.exec(name)?.[1] ?? null;
}
