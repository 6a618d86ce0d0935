/** The tags of an XML file, one after another, as byte ranges: enough for the files of VTK, which hold megabytes of numbers between
 *  a few tags. */
import type { Json } from "../json.js";
import { quoted } from "../text.js";
import { refused, type Scan, textBetween } from "./scan.js";

export interface Tag {
  /** `DataArray`, `/DataArray`. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Closed by itself: nothing follows in it. */
  readonly empty: boolean;
  /** The first byte behind it. */
  readonly end: number;
  /** Its own first byte. */
  readonly start: number;
}

const LESS = 60;
const MORE = 62;
/** No tag of these files is longer; a file of one "<" and a gigabyte behind it is refused at once. */
const LONGEST = 65_536;

/** The next tag, null at the end of the file. Comments and declarations are passed over. */
export function nextTag(scan: Scan): Tag | null {
  const { bytes } = scan;
  for (;;) {
    const start = bytes.indexOf(LESS, scan.at);
    if (start < 0) return null;
    const isComment = bytes[start + 1] === 33 && bytes[start + 2] === 45;
    const end = isComment ? commentEnd(bytes, start) : bytes.indexOf(MORE, start) + 1;
    if (end <= 0 || (!isComment && end - start > LONGEST)) throw refused(scan, "a tag is not closed", start);
    scan.at = end;
    if (isComment || bytes[start + 1] === 63 || bytes[start + 1] === 33) continue;
    return tagOf(scan, start, end);
  }
}

function commentEnd(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(MORE, start); at >= 0; at = bytes.indexOf(MORE, at + 1)) {
    if (bytes[at - 1] === 45 && bytes[at - 2] === 45) return at + 1;
  }
  return -1;
}

function tagOf(scan: Scan, start: number, end: number): Tag {
  const text = textBetween(scan.bytes, start + 1, end - 1);
  const name = /^\/?[\w:.-]+/.exec(text)?.[0];
  if (name === undefined) throw refused(scan, `found ${quoted(`<${text}`)} where a tag is expected`, start);
  return { name, attributes: attributesOf(text, name.length), empty: text.endsWith("/"), end, start };
}

/** `key="value"` or `key='value'`, from left to right: every letter is looked at once, whatever the text is. */
function attributesOf(text: string, from: number): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = from;
  const skip = (letters: RegExp) => {
    while (at < text.length && letters.test(text[at])) at++;
  };
  while (at < text.length) {
    skip(BLANK);
    const start = at;
    skip(NAME);
    const key = text.slice(start, at);
    skip(BLANK);
    if (key === "" || text[at] !== "=") {
      if (key === "") at++;
      continue;
    }
    at++;
    skip(BLANK);
    const mark = text[at];
    if (mark !== '"' && mark !== "'") continue;
    const close = text.indexOf(mark, at + 1);
    if (close < 0) break;
    attributes.set(key, unescaped(text.slice(at + 1, close)));
    at = close + 1;
  }
  return attributes;
}

const NAME = /[\w:.-]/;
const BLANK = /\s/;

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]);
}

/** What XML has no place for becomes a line below: control characters, halves of pairs, and two numbers that are no characters. */
export function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A comment that holds JSON. Two hyphens would end it; one of them can be written as an escape, since hyphens side by side are in texts only. So
 *  can the two numbers that are no characters of XML; control characters and halves of pairs are escapes in JSON. */
export const jsonComment = (key: string, value: Json) =>
  `<!-- ${key}: ${JSON.stringify(value)
    .replaceAll("--", "-\\u002d")
    .replace(/[\ufffe\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`)} -->\n`;
