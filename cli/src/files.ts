/** Files, with the operating system's complaints put into words. */
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "noether";
import { refuseSpecial } from "./special-files.js";

export function readText(path: string): string {
  return attempt(path, "read", () => decoded(readInput(path), path));
}

/** Text of records and tables, of which only the numbers count: titles come in many encodings. */
export function readRecord(path: string): string {
  return attempt(path, "read", () => new TextDecoder().decode(readInput(path)));
}

function readInput(path: string): Uint8Array {
  refuseSpecial(path);
  return readFileSync(path);
}

/** UTF-8 with or without a byte-order mark; other bytes are refused, or they would be other text. */
function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    // Longer than a text may be: told as the system does.
    if (bytes.length > 0x1fffffe8) throw Object.assign(new Error("too long"), { code: "ERR_STRING_TOO_LONG" });
    if (!(error instanceof TypeError)) throw error;
    throw new InputError(
      `is not text in UTF-8: byte ${firstWrong(bytes)} cannot be read; save it as UTF-8, as most editors can`,
      {
        file: path,
      },
    );
  }
}

/** How many bytes before it can be read. */
function firstWrong(bytes: Uint8Array): number {
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    try {
      // As the beginning of a longer text, whose last letter may be cut.
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return low;
}

export function readBytes(path: string): Uint8Array {
  return attempt(path, "read", () => readInput(path));
}

/** Writes a new file; an older one is only overwritten by force. */
export function writeFile(path: string, content: string | Uint8Array, force: boolean): void {
  attempt(path, "write", () => {
    const fd = openSync(path, force ? "w" : "wx");
    try {
      writeAll(fd, asBytes(content), 0);
    } finally {
      closeSync(fd);
    }
  });
}

/** Replaces a file at once: whoever reads it, even after a power cut, finds the old one or the new one, never a part. */
export function replaceFile(path: string, content: Uint8Array): void {
  attempt(path, "write", () => {
    const draft = `${path}.${randomBytes(4).toString("hex")}.tmp`;
    const fd = openSync(draft, "wx");
    try {
      writeAll(fd, content, 0);
      fsyncSync(fd);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
    renameSync(draft, path);
  });
}

export function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}

export const asBytes = (content: string | Uint8Array) =>
  typeof content === "string" ? Buffer.from(content, "utf8") : content;

/** Runs `work`; what the operating system refuses becomes wrong input that names the file and says what to do. */
export function attempt<T>(path: string, intent: "read" | "write", work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw inWords(error, path, intent);
  }
}

function inWords(error: unknown, path: string, intent: "read" | "write"): unknown {
  if (error instanceof InputError) return error.at({ file: path });
  const reason = error instanceof Error && "code" in error ? complaint(String(error.code), path, intent) : null;
  return reason === null ? error : new InputError(reason, { file: path });
}

function complaint(code: string, path: string, intent: "read" | "write"): string | null {
  switch (code) {
    case "ENOENT":
      return intent === "read"
        ? "there is no such file; check its name and folder"
        : `the folder ${dirname(path)} does not exist; create it first, or choose another`;
    case "EEXIST":
      return "exists already, and nothing was written; choose another name, or add --force to overwrite it";
    case "EACCES":
    case "EPERM":
      return intent === "read" ? "may not be read: permission denied" : "may not be written here: permission denied";
    case "EROFS":
      return "cannot be written: the folder is read-only; choose another";
    case "ENOSPC":
    case "EDQUOT":
      return "cannot be written: the disk is full; free some space, or choose another folder";
    case "EFBIG":
      return "cannot be written: it would be larger than files may be here; choose another folder";
    case "EISDIR":
      return "is a folder, and a file is meant";
    case "ENOTDIR":
      return `cannot be ${intent === "read" ? "read" : "written"}: a part of its path is a file and not a folder`;
    case "ENAMETOOLONG":
      return "its name is too long for this disk";
    case "ERR_FS_FILE_TOO_LARGE":
    case "ERR_STRING_TOO_LONG":
      return "is too large to be read as text; results of this size belong in a .h5 file";
    default:
      return null;
  }
}
