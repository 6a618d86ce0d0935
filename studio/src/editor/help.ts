/** Completion and hover help from the schema. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { cursorPlace } from "./cursor-path.js";
import { keysAt, meaningOf, type Schema, valuesAt } from "./schema.js";

export function schemaHelp(schema: Schema): Extension {
  return [
    autocompletion({ override: [(context) => completions(context, schema)], icons: false }),
    hoverTooltip((view, at) => {
      const text = view.state.doc.toString();
      const line = view.state.doc.lineAt(at);
      const word = view.state.wordAt(at);
      if (word === null || line.text.slice(0, word.from - line.from).includes("#")) return null;
      const isKey = /^\s*:/.test(text.slice(word.to));
      const { path } = cursorPlace(text, word.from);
      const meaning = meaningOf(schema, isKey ? [...path, text.slice(word.from, word.to)] : path, methodIn(text));
      if (meaning === null) return null;
      return { pos: word.from, end: word.to, above: true, create: () => ({ dom: bubble(meaning) }) };
    }),
  ];
}

function completions(context: CompletionContext, schema: Schema): CompletionResult | null {
  const text = context.state.doc.toString();
  const { path, part, word, from } = cursorPlace(text, context.pos);
  if (word === "" && !context.explicit && part === "key") return null;
  const found = part === "key" ? keysAt(schema, path, methodIn(text)) : valuesAt(schema, path);
  if (found.length === 0) return null;
  const options = found.map(
    ({ word: label, meaning }): Completion => ({ label, info: meaning, apply: part === "key" ? `${label}: ` : label }),
  );
  return { from, options, validFor: /^[\w-]*$/ };
}

const methodIn = (text: string) => /^method:\s*(?:\{?\s*name:\s*)?([\w-]+)/m.exec(text)?.[1] ?? null;

function bubble(meaning: string): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "editor-help";
  dom.textContent = meaning;
  return dom;
}
