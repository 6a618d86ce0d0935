/** What the program prints holds names and pieces of files, and these may hold anything: sequences that move the cursor, change the title of a
 *  window, turn the direction of text. They are shown escaped, as JSON would write them, on their way to the terminal: the code that prints need not
 *  think of it. The program's own colours and the bar of progress pass. */
import { randomUUID } from "node:crypto";

const ESCAPE = String.fromCharCode(27);
/** Stands for the escape character in the program's own colours until they are written: no file can hold it. */
const OWN = `\0${randomUUID()}`;
/** Control characters but ends of lines and tabs, marks of direction, separators of lines, halves of pairs. */
const HIDDEN = "(?![\\n\\t])[\\p{Cc}\\p{Cs}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufeff]";
const UNPRINTABLE = new RegExp(`${OWN}|${HIDDEN}`, "gu");

/** Text between two codes of colour or weight. */
export const between = (first: number, last: number, text: string): string => `${OWN}[${first}m${text}${OWN}[${last}m`;

/** The text as it may be shown. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (found) =>
    found === OWN ? ESCAPE : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Everything that is written as text goes through `printable`; bytes, and what `raw` writes, as they are. */
export function guard(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream);
  raws.set(stream, write);
  stream.write = ((chunk: unknown, ...rest: never[]) =>
    write((typeof chunk === "string" ? printable(chunk) : chunk) as never, ...rest)) as typeof write;
}

const raws = new Map<NodeJS.WriteStream, NodeJS.WriteStream["write"]>();

/** For what the program itself draws. */
export const raw = (stream: NodeJS.WriteStream, text: string): void =>
  void (raws.get(stream) ?? stream.write.bind(stream))(text.replaceAll(OWN, ESCAPE));
