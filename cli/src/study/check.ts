/** `noether check STUDY`: everything that `noether study` checks before its first case. */
import { InputError } from "noether";
import type { Study } from "noether/studies";
import { isStudyText } from "noether/studies";
import { readText } from "../files.js";
import type { ModelOptions } from "../model.js";
import { openStudy } from "./open.js";

/** Is it a file in which studies are written, and one of them? */
export function isStudyFile(path: string): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  const text = readText(path);
  // Nothing large is parsed twice.
  return /(?:^|[{,\n])\s*["']?study["']?\s*:/.test(text) && isStudyText(text, path);
}

/** Options that change its model change that of all cases. */
export function checkedStudy(path: string, options: ModelOptions): Study {
  const { method, step, end, set = [], material, fix } = options;
  for (const [option, value] of Object.entries({ "--material": material, "--fix": fix }))
    if (value !== undefined) throw new InputError("is for meshes; this is a study", { file: option });
  return openStudy(path, {
    set: [
      ...set,
      ...(step === undefined ? [] : [`time.step=${step}`]),
      ...(end === undefined ? [] : [`time.end=${end}`]),
    ],
    ...(method === undefined ? {} : { method: [method] }),
  });
}

/** What is told of it. */
export const studyFacts = ({ name, count, axes, columns, figures, bundle, example }: Study) => ({
  name,
  cases: count,
  varied: axes.map(({ names, count: values }) => ({ keys: names, values })),
  columns,
  figures: figures.map(({ kind }) => kind),
  files: [...bundle.files.keys()],
  example,
});
