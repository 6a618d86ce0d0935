/** What the program prints holds names and pieces of files, and these may hold anything: sequences that move the cursor, change the title of a
 *  window, turn the direction of text. They are shown escaped, as JSON would write them, on their way to the terminal: whoever prints need not
 *  think of it. The program's own colours and the bar of progress pass. */

const ESCAPE = String.fromCharCode(27);
/** The colours that the program uses itself. */
const COLOURS = `${ESCAPE}\\[(?:[0-4]|2[1-9]|3[1-7]|39|9[0-7])m`;
/** Control characters but ends of lines and tabs, marks of direction, separators of lines, halves of pairs. */
const HIDDEN = "(?![\\n\\t])[\\p{Cc}\\p{Cs}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufeff]";
const UNPRINTABLE = new RegExp(`${COLOURS}|${HIDDEN}`, "gu");

/** The text as it may be shown. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (found) =>
    found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
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
  void (raws.get(stream) ?? stream.write.bind(stream))(text);
