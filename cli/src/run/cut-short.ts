/** A run that was cut short: where its last state is kept, and how it goes on. */
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { significant } from "noether/results";
import { onError } from "../colour.js";

/** The state in the first place that takes it: another run's checkpoint is not replaced, and a full or read-only disk is no reason to
 *  lose it. Null if there is no such place, or no state (`save` is null). */
export function savedAt(
  save: ((path: string) => void) | null,
  model: string,
  checkpoint: string | undefined,
): string | null {
  if (save === null) return null;
  const name = `${basename(model)}.${process.pid}.checkpoint`;
  const places = [checkpoint ?? `${model}.checkpoint`, name, join(tmpdir(), name)];
  for (const [i, place] of places.entries()) {
    try {
      save(place);
      return place;
    } catch (error) {
      const isLast = i === places.length - 1;
      if (isLast || checkpoint !== undefined)
        process.stderr.write(`${onError.yellow("noether:")} ${(error as Error).message}\n`);
    }
  }
  return null;
}

export const kept = (out: string | undefined) =>
  out === undefined ? "" : `What was computed until then is in ${out}.\n`;

export function howToGoOn(
  { t, steps }: { readonly t: number; readonly steps: number },
  checkpoint: string | null,
  out: string | undefined,
): string {
  const where = `Interrupted at t = ${significant(t)}, step ${steps}. ${kept(out)}`;
  if (checkpoint === null && steps === 0) return `${where}There is nothing to go on from: begin again.\n`;
  if (checkpoint === null) return `${where}It cannot go on from there: no checkpoint could be written.\n`;
  const resumed = [...withoutResume(process.argv.slice(2)), "--resume", checkpoint].map(quoted).join(" ");
  return `${where}To go on:\n  noether ${resumed}\n`;
}

/** The words of the command line for a run that goes on: another checkpoint to begin with, and nothing to overwrite. */
function withoutResume(words: readonly string[]): string[] {
  return words.filter(
    (word, i) =>
      word !== "--force" && word !== "--resume" && words[i - 1] !== "--resume" && !word.startsWith("--resume="),
  );
}

const quoted = (word: string) => (/^[\w./=:,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
