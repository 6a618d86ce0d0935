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

/** Told of the methods that a link carries. */
const methodListeners = new Set<(methods: readonly string[]) => void>();
export const onMethods = (listener: (methods: readonly string[]) => void) => void methodListeners.add(listener);

/** Milliseconds after the last key; a slider does not wait. */
const AFTER_TYPING = 250;

let asked: Asked<"check"> | null = null;
/** The address whose model is shown; empty for one from a file. */
let shown: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function setText(text: string, { typed }: { readonly typed: boolean }): void {
  if (text === source.value.text) return;
  source.value = { ...source.value, text };
  clearTimeout(timer);
  if (typed) timer = setTimeout(() => check(), AFTER_TYPING);
  else check();
}

export function setFiles(files: ModelSource["files"]): void {
  source.value = { ...source.value, files: { ...source.value.files, ...files } };
  check();
}

/** `run`: at once; a stored result is shown as it is. */
export function open(found: ModelSource, { run = true }: { readonly run?: boolean } = {}): void {
  clearTimeout(timer);
  shown ??= "";
  missing.value = null;
  facts.value = null;
  complaint.value = null;
  source.value = found;
  for (const listener of openings) listener();
  check(run);
}

async function check(run = true): Promise<void> {
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
  if (run) for (const listener of listeners) listener(current);
}

/** Follows the address while the workbench is shown. */
export function followAddress(): () => void {
  loadRegistry();
  return effect(() => {
    const { value } = route;
    if (value.screen === "workbench") openFrom(value.from);
  });
}

async function openFrom(from: string): Promise<void> {
  const isSame = from === shown || (from === "" && shown !== null);
  shown = from;
  if (isSame) return;
  const found = await sourceFor(from);
  if (shown !== from) return;
  if (typeof found === "string") {
    missing.value = found;
    return;
  }
  open(found.source);
  for (const listener of methodListeners) listener(found.methods);
}

async function loadRegistry(): Promise<void> {
  if (registry.value !== null) return;
  const found = await ask<"registry">({ kind: "registry" }).answer;
  if (found !== null && "answer" in found) registry.value = found.answer;
}
