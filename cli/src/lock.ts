/** One writer a file. Beside a result or a checkpoint that is being written lies `FILE.lock`, with the machine, the number of the writing
 *  process, the space of numbers that it is in (containers have their own) and when that process began, so that a number used again is not taken for it. A second writer is refused; the lock of a process
 *  that is no more is taken over. Of a process of another machine nobody knows whether it is: a writer whose jobs may be sent to another machine when theirs is lost renews its lock, and one that
 *  has not been renewed for long is taken over as well. */
import { closeSync, linkSync, openSync, readFileSync, readlinkSync, rmSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { InputError } from "noether";
import { attempt, besides, draftOf, isCode, removeDrafts } from "./files.js";
import { report } from "./run/thread.js";
import { specialKind } from "./special-files.js";

interface Owner {
  readonly host: string;
  readonly process: number;
  /** Numbers of other spaces say nothing here; null where there is one only. */
  readonly space: string | null;
  /** When the process began, as its system counts; null where that is not known. */
  readonly began: string | null;
  /** Every so many seconds the lock is written again; null if it never is. */
  readonly renewed: number | null;
}

export interface LockOptions {
  /** Seconds after which it is written again, by a timer; never by default. For processes that do not compute between their events. */
  readonly renewed?: number;
}

/** So often a lock can fail to be renewed before its owner is taken to be dead. */
const MISSED = 10;

export interface Lock {
  release(): void;
}

/** Whoever has it is the only writer of the file; what killed ones have left beside it is removed. */
export function lock(path: string, { renewed }: LockOptions = {}): Lock {
  return attempt(path, "write", () => {
    const place = `${besides(path)}.lock`;
    const own: Owner = {
      host: hostname(),
      process: process.pid,
      space: ownSpace(),
      began: beginningOf(process.pid),
      renewed: renewed ?? null,
    };
    const content = `${JSON.stringify(own)}\n`;
    if (!create(place, content)) takeOver(place, content);
    report({ lock: place });
    const renewal = renewed === undefined ? undefined : setInterval(renew, 1000 * renewed, place, content);
    renewal?.unref();
    const release = () => {
      clearInterval(renewal);
      process.off("exit", release);
      if (contentOf(place) === content) rmSync(place, { force: true });
    };
    // However the process ends, short of being killed.
    process.on("exit", release);
    removeDrafts(path);
    return { release };
  });
}

/** Written again, and not only its time set: that is then of the clock of the disk, which others compare it with. */
function renew(place: string, content: string): void {
  try {
    if (contentOf(place) !== content) return;
    const fd = openSync(place, "r+");
    try {
      writeSync(fd, content);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The disk is away for a moment, or for ever: the next time, or never.
  }
}

/** Removes a lock file of this process, by its own path: of a thread that was ended. */
export function removeOwn(place: string): void {
  const owner = ownerIn(place);
  if (typeof owner === "object" && isThis(owner)) rmSync(place, { force: true });
}

const isThis = ({ host, process: number, space }: Owner) =>
  number === process.pid && host === hostname() && (space ?? ownSpace()) === ownSpace();

/** Who is writing the file at this moment, in words; null where it is this process or none. */
export function writerOf(path: string): string | null {
  const place = `${besides(path)}.lock`;
  const owner = ownerIn(place);
  if (owner === "nobody" || owner === "unknown" || isGone(owner, place)) return null;
  return isThis(owner) ? null : `process ${owner.process} on ${owner.host}`;
}

/** Complete from its first moment, by a link, so that no other process reads half of it. */
function create(place: string, content: string): boolean {
  const draft = draftOf(place);
  try {
    write(draft, content);
    linkSync(draft, place);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    // A disk without links.
    if (!isCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
    try {
      write(place, content);
      return true;
    } catch (again) {
      if (isCode(again, "EEXIST")) return false;
      throw again;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function write(path: string, content: string): void {
  const fd = openSync(path, "wx");
  try {
    writeSync(fd, content);
  } finally {
    closeSync(fd);
  }
}

/** Seconds after which a process that was taking over a lock is taken to be dead. */
const PATIENCE = 10;

/** One at a time: of two that find a dead process's lock, the slower one would remove the lock of the quicker. */
function takeOver(place: string, content: string): void {
  const gate = `${place}-taken`;
  const age = Date.now() - (statSync(gate, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > 1000 * PATIENCE) rmSync(gate, { force: true });
  if (!create(gate, content)) throw inUse(null, place);
  try {
    const owner = ownerIn(place);
    if (owner === "nobody" || (owner !== "unknown" && isGone(owner, place))) rmSync(place, { force: true });
    else throw inUse(owner === "unknown" ? null : owner, place);
    if (!create(place, content)) throw inUse(null, place);
  } finally {
    rmSync(gate, { force: true });
  }
}

function inUse(owner: Owner | null, place: string): InputError {
  const who = owner === null ? "another process" : `process ${owner.process} on ${owner.host}`;
  return new InputError(
    `is being written by ${who}; wait until it has ended, or choose another name. If it has, remove ${place}`,
  );
}

/** More than any lock holds. */
const LONGEST = 4096;

/** What a lock file says; "" for what is no lock of this program, which may be a folder, a pipe or another user's; null where there is none. */
function contentOf(place: string): string | null {
  try {
    const found = statSync(place);
    return specialKind(found) === null && found.size <= LONGEST ? readFileSync(place, "utf8") : "";
  } catch (error) {
    return isCode(error, "ENOENT") ? null : "";
  }
}

function ownerIn(place: string): Owner | "nobody" | "unknown" {
  const content = contentOf(place);
  if (content === null) return "nobody";
  try {
    const { host, process: number, space, began, renewed } = JSON.parse(content);
    const textIn = (value: unknown) => (typeof value === "string" ? value : null);
    const fits = typeof host === "string" && Number.isSafeInteger(number) && number > 0;
    const every = typeof renewed === "number" && renewed > 0 ? renewed : null;
    return fits ? { host, process: number, space: textIn(space), began: textIn(began), renewed: every } : "unknown";
  } catch {
    return "unknown";
  }
}

/** Only a process of this machine, and of the same space of numbers, is known to have ended; of others, one that has not renewed its lock for long. */
function isGone({ host, process: number, space, began, renewed }: Owner, place: string): boolean {
  if (host !== hostname() || (space !== null && space !== ownSpace()))
    return renewed !== null && ageOf(place) > 1000 * MISSED * renewed;
  try {
    process.kill(number, 0);
  } catch (error) {
    return isCode(error, "ESRCH");
  }
  const now = beginningOf(number);
  return now === ENDED || (now !== null && began !== null && now !== began);
}

/** Milliseconds by the clock of the disk: since it was written until a file that is written now. */
function ageOf(place: string): number {
  const draft = draftOf(place);
  try {
    write(draft, "");
    const now = statSync(draft).mtimeMs;
    return now - (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? now);
  } catch {
    return 0;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Linux has a name for the space of process numbers [pid_namespaces(7)]. */
function ownSpace(): string | null {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return null;
  }
}

/** Killed, and not yet missed by its parent. */
const ENDED = "ended";

/** Linux tells the state of a process and the ticks between the start of the machine and its own [proc(5), fields 3 and 22 of stat]. */
function beginningOf(number: number): string | null {
  try {
    const stat = readFileSync(`/proc/${number}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return ENDED;
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return fields[19] === undefined ? null : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}
