/** A link that carries a model: its text, its methods and, if they are small, its files, compressed into the address. Nothing is stored
 *  anywhere else. */
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import type { ModelSource } from "../engine/messages.js";

export interface Linked {
  readonly source: ModelSource;
  /** Beside the model's own. */
  readonly methods: readonly string[];
}

/** Longer addresses are cut by programs that they are sent with. */
const MOST_LETTERS = 32_000;
/** What an address may unfold to. */
const MOST_BYTES = 20_000_000;

/** The part of the address after `m=`; without files where they are too large for it. */
export function encodeLink({ source, methods }: Linked): { readonly code: string; readonly isWhole: boolean } {
  const { text, file, files } = source;
  const contents = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, toBase64(bytes)]));
  const whole = packed({ text, file, methods, files: contents });
  if (whole.length <= MOST_LETTERS) return { code: whole, isWhole: true };
  return { code: packed({ text, file, methods, files: {} }), isWhole: Object.keys(files).length === 0 };
}

const packed = (value: unknown) =>
  toBase64(deflateSync(strToU8(JSON.stringify(value)), { level: 9 }))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** Throws on what is no link of ours. */
export function decodeLink(code: string): Linked {
  const bytes = inflateSync(fromBase64(code.replaceAll("-", "+").replaceAll("_", "/")), {
    out: new Uint8Array(MOST_BYTES),
  });
  const value = JSON.parse(strFromU8(bytes)) as Record<string, unknown>;
  const { text, file, methods, files } = value;
  if (typeof text !== "string" || typeof file !== "string") throw new Error("it carries no model");
  const named = Object.entries((files ?? {}) as Record<string, string>).map(([name, content]) => [
    name,
    fromBase64(content),
  ]);
  const chosen = Array.isArray(methods) ? methods.filter((each): each is string => typeof each === "string") : [];
  return { source: { text, file, files: Object.fromEntries(named) }, methods: chosen };
}

function toBase64(bytes: Uint8Array): string {
  let letters = "";
  for (let i = 0; i < bytes.length; i += 8192) letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(letters);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
