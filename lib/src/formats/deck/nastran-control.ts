/** The lines before BEGIN BULK: the solution that a Nastran deck asks for, and the sets of supports and loads that it chooses. */
import { InputError } from "../../core/failure.js";
import { linesOf, quoted } from "../text.js";
import type { Difference, Purpose } from "./differences.js";
import { NASTRAN_CASE_CONTROL } from "./nastran-treatments.js";

export interface NastranControl {
  /** Has the file such lines at all? Without them there is nothing to choose by. */
  readonly isThere: boolean;
  readonly solution: { readonly name: string; readonly line: number } | null;
  readonly spc: ChosenSet | null;
  readonly load: ChosenSet | null;
}

export interface ChosenSet {
  readonly number: number;
  readonly line: number;
}

export function nastranControl(
  bytes: Uint8Array,
  {
    file,
    purpose,
    differences,
  }: { readonly file: string; readonly purpose: Purpose; readonly differences: Difference[] },
): NastranControl {
  const lines = headLines(bytes);
  if (lines === null) return { isThere: false, solution: null, spc: null, load: null };
  const chosen = new Map<string, ChosenSet>();
  let solution: NastranControl["solution"] = null;
  let isExecutive = lines.some(({ text }) => /^\s*CEND/i.test(text));
  let subcases = 0;
  for (const { number: line, text: raw } of lines) {
    const text = raw.replace(/\$.*/, "").trim();
    if (text === "") continue;
    const differs = (why: string) => differences.push({ line, card: quoted(text.slice(0, 40)), why });
    if (/^CEND/i.test(text)) isExecutive = false;
    else if (/^SOL\b/i.test(text)) solution = { name: text.toUpperCase().replace(/\s+/g, " ").slice(0, 40), line };
    else if (isExecutive) {
      if (!/^(?:ID|TIME|DIAG|NASTRAN|ASSIGN|INIT|APP|ECHO\w*)\b/i.test(text)) differs("the line is not known here");
    } else {
      const word = /^[A-Z0-9]+/i.exec(text)?.[0].toUpperCase() ?? "";
      const name = Object.keys(NASTRAN_CASE_CONTROL).find((each) => each === word) ?? abbreviated(word);
      if (name === undefined) differs("the line is not known here; SPC, LOAD and METHOD choose what is computed");
      else if (name === "SUBCASE") {
        subcases++;
        if (subcases === 2) differs("one subcase is computed, the first");
      } else if (name === "SPC" || name === "LOAD") {
        const value = /^[A-Z]+\s*=?\s*(\d+)\s*$/i.exec(text)?.[1];
        if (value === undefined)
          throw new InputError(`found ${quoted(text)}; accepted: ${name} = a number`, { file, line });
        const before = chosen.get(name);
        if (before === undefined || subcases <= 1) chosen.set(name, { number: Number(value), line });
      }
    }
  }
  if (solution !== null) tellSolution(solution, purpose, file, differences);
  return { isThere: true, solution, spc: chosen.get("SPC") ?? null, load: chosen.get("LOAD") ?? null };
}

/** The lines before BEGIN BULK; null where there is none. */
function headLines(bytes: Uint8Array) {
  const text = new TextDecoder().decode(bytes.subarray(0, 1_000_000));
  const lines = [];
  for (const line of linesOf(text)) {
    if (/^\s*BEGIN\s+(?:BULK|SUPER)/i.test(line.text)) return lines;
    lines.push(line);
  }
  return null;
}

/** DISP is DISPLACEMENT. */
const abbreviated = (word: string) =>
  word.length < 4 ? undefined : Object.keys(NASTRAN_CASE_CONTROL).find((name) => name.startsWith(word));

/** SOL 103 is what `analyze` computes; motions come from the command line, and no solution of Nastran is one of them. */
function tellSolution(
  { name, line }: NonNullable<NastranControl["solution"]>,
  purpose: Purpose,
  file: string,
  differences: Difference[],
): void {
  const isModes = /^SOL (?:103|SEMODES|3)\b/.test(name);
  if (isModes && purpose === "modes") return;
  const why = isModes
    ? `asks for modes, and no motion is computed for it: noether analyze ${file} gives them`
    : "is not computed; modes are (SOL 103, analyze)";
  differences.push({ line, card: name, why });
}
