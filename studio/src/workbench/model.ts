/** The model on the workbench: its text, what the engine says about it, and where it comes from. */
import { effect, signal } from "@preact/signals";
import { type Asked, ask } from "../engine/engine.js";
import type { Complaint, Facts, ModelSource, Registry } from "../engine/messages.js";
import { route } from "../router.js";
import { sourceFor } from "./sources.js";

export const source = signal<ModelSource>({ text: "", file: "model.yaml", files: {} });

/** Of the last text that was right. */
export const facts = signal<Facts | null>(null);

/** What is wrong with the text as it is. */
export const complaint = signal<Complaint | null>(null);

/** Why the model of the address cannot be shown. */
export const missing = signal<string | null>(null);

/** What there is to choose from. */
export const registry = signal<Registry | null>(null);

/** Told of a text that has been found right. */
type Listener = (source: ModelSource) => void;
const listeners = new Set<Listener>();
export const onRight = (listener: Listener) => void listeners.add(listener);

/** Told when another model takes the place of the one before. */
const openings = new Set<() => void>();
export const onOpen = (listener: () => void) => void openings.add(listener);

/** Milliseconds after the last key; a slider does not wait. */
const AFTER_TYPING = 250;

let asked: Asked<"check"> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function setText(text: string, { typed }: { readonly typed: boolean }): void {
  if (text === source.value.text) return;
  source.value = { ...source.value, text };
  clearTimeout(timer);
  if (typed) timer = setTimeout(check, AFTER_TYPING);
  else check();
}

export function setFiles(files: ModelSource["files"]): void {
  source.value = { ...source.value, files: { ...source.value.files, ...files } };
  check();
}

export function open(found: ModelSource): void {
  missing.value = null;
  facts.value = null;
  complaint.value = null;
  source.value = found;
  for (const listener of openings) listener();
  check();
}

async function check(): Promise<void> {
  asked?.cancel();
  const current = source.value;
  const own = ask<"check">({ kind: "check", source: current });
  asked = own;
  const found = await own.answer;
  if (found === null || asked !== own) return;
  if ("complaint" in found) {
    complaint.value = found.complaint;
    return;
  }
  complaint.value = null;
  facts.value = found.answer;
  for (const listener of listeners) listener(current);
}

/** Follows the address while the workbench is shown. */
export function followAddress(): () => void {
  loadRegistry();
  return effect(() => {
    const { value } = route;
    if (value.screen === "workbench") openFrom(value.from);
  });
}

let shown: string | null = null;

async function openFrom(from: string): Promise<void> {
  if (from === shown || (from === "" && shown !== null)) return;
  shown = from;
  const found = await sourceFor(from);
  if (shown !== from) return;
  if (typeof found === "string") missing.value = found;
  else open(found);
}

async function loadRegistry(): Promise<void> {
  if (registry.value !== null) return;
  const found = await ask<"registry">({ kind: "registry" }).answer;
  if (found !== null && "answer" in found) registry.value = found.answer;
}
