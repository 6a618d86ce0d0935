/** Where in a model file the cursor stands, from the text alone: a file that is being typed is seldom YAML yet. Blocks are told by their
 *  indentation, maps and lists in brackets by their brackets. */

export interface CursorPlace {
  /** Keys from the outermost in; items of lists are left out, since all have the same shape. */
  readonly path: readonly string[];
  /** A key is being written, or the value of the last key of the path. */
  readonly part: "key" | "value";
  /** The word so far, and where it begins. */
  readonly word: string;
  readonly from: number;
}

const WORD = /[\w./-]*$/;

export function cursorPlace(text: string, at: number): CursorPlace {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(lineStart, at);
  const word = WORD.exec(before)?.[0] ?? "";
  const from = at - word.length;
  const { indent, keys, part } = insideLine(text.slice(lineStart, from));
  return { path: [...enclosing(text.slice(0, lineStart), indent), ...keys], part, word, from };
}

/** The keys that are open at the end of the beginning of a line. */
function insideLine(start: string): { indent: number; keys: string[]; part: "key" | "value" } {
  const [lead = ""] = /^[ ]*(?:- +)*/.exec(start) ?? [];
  const keys: string[] = [];
  const open: { readonly kind: "{" | "["; readonly depth: number }[] = [];
  let rest = start.slice(lead.length);
  let part: "key" | "value" = "key";
  while (rest !== "") {
    const key = /^\s*([\w-]+)\s*:(?:\s|$)/.exec(rest);
    if (part === "key" && key !== null) {
      keys.push(key[1] ?? "");
      part = "value";
      rest = rest.slice(key[0].length);
      continue;
    }
    const [letter = ""] = rest;
    rest = rest.slice(1);
    if (letter === "{" || letter === "[") {
      open.push({ kind: letter, depth: keys.length });
      part = letter === "{" ? "key" : "value";
    } else if (letter === "}" || letter === "]") {
      const closed = open.pop();
      if (closed !== undefined) keys.length = closed.depth;
      part = "value";
    } else if (letter === ",") {
      const around = open.at(-1);
      if (around === undefined) continue;
      keys.length = around.depth;
      part = around.kind === "{" ? "key" : "value";
    }
  }
  return { indent: lead.length, keys, part };
}

/** The keys of the lines above that are indented less and less. */
function enclosing(above: string, indent: number): string[] {
  const keys: string[] = [];
  let limit = indent;
  for (const line of above.split("\n").reverse()) {
    if (limit === 0) break;
    const found = /^( *(?:- +)*)([\w-]+)\s*:/.exec(line);
    if (found === null) continue;
    const [, lead = "", key = ""] = found;
    if (lead.length >= limit) continue;
    keys.unshift(key);
    limit = /-/.test(lead) ? lead.indexOf("-") + 1 : lead.length;
  }
  return keys;
}
