/** Studies on the command line: a study file, or a model with what is varied beside it. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { InputError } from "noether";
import type { Json } from "noether/formats";
import { methodSetting, type Override, split } from "noether/model-file";
import { isStudyText, loadStudy, type Study } from "noether/studies";
import { attempt, readBytes, readText } from "../files.js";

export interface StudyChoices {
  readonly vary?: readonly string[];
  readonly method?: readonly string[];
  readonly set?: readonly string[];
  readonly measure?: readonly string[];
  readonly reference?: readonly string[];
}

export function openStudy(path: string, choices: StudyChoices): Study {
  const text = readText(path);
  const folder = dirname(path);
  // A model file stands for a study of itself.
  const isStudy = isStudyText(text, path);
  const name = basename(path);
  const content = isStudy
    ? text
    : `noether: 1\nname: ${JSON.stringify(name)}\nstudy:\n  model: ${JSON.stringify(name)}\n`;
  return loadStudy(content, {
    file: path,
    readFile: (file) => readBytes(resolve(folder, file)),
    listFolder: (below) => filesIn(resolve(folder, below)),
    overrides: changes(choices),
  });
}

export function filesIn(folder: string): string[] {
  return attempt(folder, "read", () => readdirSync(folder).filter((name) => statSync(resolve(folder, name)).isFile()));
}

function changes({ vary = [], method = [], set = [], measure = [], reference = [] }: StudyChoices): Override[] {
  // What is wrong with a method is said before anything is read.
  for (const each of method) methodSetting(each);
  return [
    ...vary.map((text) => assigned("--vary", "vary", text, valuesOf)),
    ...(method.length === 0 ? [] : [{ option: "--method", path: ["study", "vary", "method"], text: { data: method } }]),
    ...set.map((text) => assigned("--set", "set", text)),
    ...measure.map((text) => assigned("--measure", "measure", text)),
    ...reference.map((text) => assigned("--reference", "reference", text)),
  ];
}

function assigned(
  option: string,
  key: string,
  text: string,
  read: (value: string) => string | { data: Json } = (v) => v,
): Override {
  const at = text.indexOf("=");
  const place = `${option} ${text}`;
  if (at < 1 || text.slice(at + 1).trim() === "")
    throw new InputError(`found no ${at < 1 ? "name before" : "value after"} =; accepted: ${EXAMPLES[key]}`, {
      file: place,
    });
  return { option: place, path: ["study", key, text.slice(0, at).trim()], text: read(text.slice(at + 1)) };
}

const EXAMPLES: Readonly<Record<string, string>> = {
  vary: "step=0.1,0.05, m=1:2:11 (from, to, count), step=0.1:0.001:5:log, or a value as study files have it",
  set: "system.parameters.m=2",
  measure: "top={ peak: x }",
  reference: "step=0.001",
};

/** `1,2,3`; `first:last:count`, and `:log` after it for equal ratios; or YAML. */
function valuesOf(text: string): string | { data: Json } {
  const value = text.trim();
  if (/^[[{]/.test(value)) return value;
  const parts = value.split(":");
  if (parts.length === 3 || (parts.length === 4 && parts[3] === "log")) {
    const [from = "", to = "", count = ""] = parts;
    return {
      data: {
        from: numeric(from),
        to: numeric(to),
        count: numeric(count),
        ...(parts.length === 4 ? { scale: "log" } : {}),
      },
    };
  }
  return { data: split(value).map((item) => numeric(item)) };
}

/** A number, true or false, or a text that stands for what it does in a study file. */
function numeric(text: string): Json {
  const word = text.trim();
  if (word === "true" || word === "false") return word === "true";
  const value = Number(word);
  return word === "" || Number.isNaN(value) ? word : value;
}
