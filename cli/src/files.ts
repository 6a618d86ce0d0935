/** Files, with the operating system's complaints put into words. */
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { InputError } from "noether";
import { OutputError } from "./output-error.js";
import { refuseSpecial, specialKind } from "./special-files.js";

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

/** Its first bytes. */
export function beginningOf(path: string, count: number): string {
  return attempt(path, "read", () => {
    refuseSpecial(path);
    const fd = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(count);
      return bytes.toString("utf8", 0, readSync(fd, bytes, 0, count, 0));
    } finally {
      closeSync(fd);
    }
  });
}

/** Writes a whole file at once: a reader, even after a power cut, finds the old one or the new one, never a part. An older one is
 *  only replaced by force. */
export function writeFile(path: string, content: string | Uint8Array, force: boolean): void {
  attempt(path, "write", () => {
    const draft = draftOf(path);
    try {
      const fd = openSync(draft, "wx");
      try {
        writeAll(fd, asBytes(content), 0);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      publish(draft, path, force);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  });
}

/** The same for a file that `write` makes piece by piece, under another name. */
export function withDraft(path: string, force: boolean, write: (draft: string) => void): void {
  attempt(path, "write", () => {
    const draft = draftOf(path);
    try {
      write(draft);
      publish(draft, path, force);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error instanceof OutputError ? new OutputError(error.reason, path) : error;
    }
  });
}

export const replaceFile = (path: string, content: Uint8Array) => writeFile(path, content, true);

/** A name beside the file, for what will take its place. */
export function draftOf(path: string): string {
  return `${besides(path)}.${randomBytes(4).toString("hex")}.tmp`;
}

/** The beginning of names beside a file, links followed; shortened where the disk would not take a longer one. */
export function besides(path: string): string {
  const real = realPath(path);
  const name = basename(real);
  if (Buffer.byteLength(name) <= LONGEST) return real;
  return join(
    dirname(real),
    `${name.slice(0, LONGEST / 8)}-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`,
  );
}

const LONGEST = 200;

/** Gives a draft its name. Without force, an older file of that name stays, and is complained about. */
export function publish(draft: string, path: string, force: boolean): void {
  const real = realPath(path);
  refuseSpecialOutput(real);
  if (!force) {
    // A link is never made over another file; a rename would be.
    try {
      linkSync(draft, real);
    } catch (error) {
      if (!isCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
      closeSync(openSync(real, "wx"));
      renameSync(draft, real);
    }
    rmSync(draft, { force: true });
  } else renameSync(draft, real);
  syncFolder(dirname(real));
}

/** A name is in its folder after a power cut only if the folder was written. Not every system lets it be. */
export function syncFolder(folder: string): void {
  try {
    syncFile(folder);
  } catch {
    // Then the system does it when it likes.
  }
}

/** After it, what was written to a file survives a power cut. */
export function syncFile(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

export function refuseExisting(path: string): void {
  if (!existsSync(path)) return;
  throw new InputError("exists already; choose another name, or add --force to overwrite it", { file: path });
}

/** Where a path leads, whether there is a file yet or not. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
    const folder = dirname(resolve(path));
    return existsSync(folder) ? join(realpathSync(folder), basename(path)) : resolve(path);
  }
}

export const isCode = (error: unknown, ...codes: readonly string[]) =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** Devices and pipes cannot be replaced, and a pipe without a reader would be waited for. */
function refuseSpecialOutput(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  const kind = found === undefined ? null : specialKind(found);
  if (kind !== null) throw new InputError(`${kind}, and a file is meant`);
}

/** Before a long computation: can a file be written here when it is over? Shown by writing one beside it. */
export function refuseOutput(path: string): void {
  attempt(path, "write", () => {
    refuseSpecialOutput(realPath(path));
    // The name itself may be too long, or end in a slash.
    statSync(path, { throwIfNoEntry: false });
    const draft = draftOf(path);
    closeSync(openSync(draft, "wx"));
    rmSync(draft);
  });
}

/** The same for a folder, which may have to be made, and the files in it that are known by name. */
export function refuseOutputFolder(folder: string, names: readonly string[], force: boolean): void {
  attempt(folder, "write", () => {
    let place = resolve(folder);
    while (statSync(place, { throwIfNoEntry: false }) === undefined && dirname(place) !== place) place = dirname(place);
    if (!statSync(place).isDirectory()) throw new InputError("is a file, and a folder is meant", { file: place });
    const draft = draftOf(join(place, "folder"));
    closeSync(openSync(draft, "wx"));
    rmSync(draft);
  });
  if (!force) for (const name of names) refuseExisting(join(folder, name));
}

export function makeFolder(folder: string): void {
  attempt(folder, "write", () => mkdirSync(folder, { recursive: true }));
}

/** What a process that was killed has left beside a file. Only for its only writer. */
export function removeDrafts(path: string): void {
  const stem = besides(path);
  const isDraft = (name: string) =>
    name.startsWith(`${basename(stem)}.`) && /^\.[0-9a-f]{8}\.tmp$/.test(name.slice(basename(stem).length));
  for (const name of readdirSync(dirname(stem)))
    if (isDraft(name)) rmSync(join(dirname(stem), name), { force: true, recursive: true });
}

export function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}

const asBytes = (content: string | Uint8Array) =>
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
  if (!(error instanceof Error && "code" in error)) return error;
  const [code, lost] = [String(error.code), LOST[String(error.code)]];
  if (intent === "write" && lost !== undefined) return new OutputError(lost, path);
  const reason = complaint(code, path, intent);
  return reason === null ? error : new InputError(reason, { file: path });
}

/** What happens to a path that was right. */
const LOST: Readonly<Record<string, string>> = {
  ENOSPC: "cannot be written: the disk is full; free some space, or choose another folder",
  EDQUOT: "cannot be written: the disk quota is used up; free some space, or choose another folder",
  EFBIG: "cannot be written: it would be larger than files may be here; choose another folder",
  EIO: "cannot be written: the disk reports an error; choose another folder",
  ESTALE: "cannot be written: the disk is no longer there",
};

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
    case "ELOOP":
      return "is a link that leads back to itself";
    case "ESPIPE":
    case "EINVAL":
    case "ENXIO":
      return "is a pipe or a device, and a file is meant";
    case "EMFILE":
    case "ENFILE":
      return "cannot be opened: too many files are open";
    case "ETXTBSY":
    case "EBUSY":
      return "is in use by another program";
    case "EIO":
      return "cannot be read: the disk reports an error";
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
