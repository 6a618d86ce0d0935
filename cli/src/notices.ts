/** Notices on standard error, whatever is silenced: each once, however many runs of a command have the same to say. */
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
