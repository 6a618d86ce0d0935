/** The examples of the repository as cards: the name and the words from the file itself, the picture from a run of it. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadModel, type ReadFile } from "noether/model-file";
import type { ExampleCard } from "../src/content/facts.js";
import { motionOf } from "./motion.js";
import { pictureOf } from "./picture.js";

const folder = fileURLToPath(new URL("../../examples/", import.meta.url));

export const GROUPS = ["Oscillators", "Pendulums", "Celestial", "Molecules", "Buildings and frames", "Solids"] as const;
export type Group = (typeof GROUPS)[number];

export const exampleFiles = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort();

const textOf = (file: string) => readFileSync(folder + file, "utf8");
const readFile: ReadFile = (name) => readFileSync(folder + name);

export function cardOf(file: string): ExampleCard {
  const text = textOf(file);
  const model = loadModel(text, { file, readFile });
  const { value } = model.root.at("method");
  const named = typeof value === "string" ? value : ((value as { name?: unknown } | undefined)?.name ?? "");
  const words = opening(text);
  return {
    name: file.slice(0, -".yaml".length),
    title: model.name,
    words,
    group: groupOf(model.kind, `${model.name} ${words}`),
    method: String(named),
  };
}

/** The comment at the top of the file. */
function opening(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("#"));
  return lines
    .slice(0, Math.max(0, end))
    .map((line) => line.replace(/^#\s?/, ""))
    .join(" ")
    .trim();
}

const WORDS: readonly (readonly [RegExp, Group])[] = [
  [/\boscillator\b/i, "Oscillators"],
  [/\bpendulum\b/i, "Pendulums"],
  [/\b(planets?|stars?|kepler|solar)\b/i, "Celestial"],
  [/\b(atoms?|argon|molecules?)\b/i, "Molecules"],
];

/** By what the file says of itself, else by the kind of system. */
export function groupOf(kind: string, words: string): Group {
  if (kind === "solid") return "Solids";
  if (kind === "frame") return "Buildings and frames";
  const told = WORDS.find(([pattern]) => pattern.test(words))?.[1];
  return told ?? (kind === "matrices" ? "Buildings and frames" : "Oscillators");
}

export const examplePicture = (file: string): string => pictureOf(motionOf(textOf(file), file, readFile));
