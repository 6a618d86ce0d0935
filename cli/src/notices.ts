/** Notices on standard error, whatever is silenced: each once, however many runs of a command have the same to say. */
import { extname } from "node:path";
import type { Notice } from "noether";
import { onError } from "./colour.js";

const told = new Set<string>();

export function tell(notices: readonly Notice[]): void {
  for (const { message } of notices) {
    if (told.has(message)) continue;
    told.add(message);
    process.stderr.write(`${onError.yellow("noether:")} ${message}\n`);
  }
}

/** As a document has them. */
export const noticeData = (notices: readonly Notice[]) => notices.map(({ code, message }) => ({ code, message }));

/** Files for other programs say in comments what they were made without. Others are left as they are. */
export function withComments(text: string, name: string, notices: readonly Notice[]): string {
  const mark = MARKS[extname(name).toLowerCase()];
  if (mark === undefined || notices.length === 0) return text;
  const lines = notices.flatMap(({ message }) => pieces(message.replace(/\s+/g, " ")));
  const comments = lines.map((line) => `${mark} ${line}\n`).join("");
  // The first line of Matrix Market says what the file is.
  const at = mark === "%" ? text.indexOf("\n") + 1 : 0;
  return text.slice(0, at) + comments + text.slice(at);
}

const MARKS: Readonly<Record<string, string>> = { ".mtx": "%", ".py": "#", ".tcl": "#", ".bdf": "$" };

/** Lines of Matrix Market have at most 1024 characters. */
const pieces = (text: string) => text.match(/.{1,1000}/gu) ?? [];
