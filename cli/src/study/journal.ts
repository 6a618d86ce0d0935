/** The rows of a study as they are computed, in a file beside its table: one line a row, with its key and a checksum, only ever appended to. Whatever ends the
 *  program, the lines that were written are there when it is started again; one that was cut off is computed again. An edited study finds its
 *  cases by their keys. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, fsync, fsyncSync, ftruncateSync, openSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "noether";
import { jsonNumber } from "noether/formats";
import { type Cell, computedIn, type Row, rowWith, type Study } from "noether/studies";
import { attempt, writeAll } from "../files.js";
import { type Lock, lock } from "../lock.js";
import { eachLine } from "../results/lines.js";

export interface Journal {
  /** Is there a row of this case? */
  has(index: number): boolean;
  /** Cases with a row. */
  readonly done: number;
  /** Rows are in the file when it returns, and on the disk a little later. */
  keep(rows: readonly Row[]): void;
  /** Null if it has not been computed. */
  row(index: number): Row | null;
  /** Lines that were there and could not be used. */
  readonly damaged: number;
  close(): void;
}

const FIRST_LINE = '{"noether-study-journal":1}';
/** Milliseconds between writes that wait for the disk. */
const SYNC_EVERY = 500;

export interface JournalOptions {
  /** Of the file that is appended to; null keeps rows in memory only. */
  readonly path: string | null;
  /** Other files with rows of the same study, which are only read. */
  readonly others?: readonly string[];
  /** Leaves out the rows of cases that failed, so that they are computed again. */
  readonly withoutFailed?: boolean;
  /** A table that exists and will be replaced: refused where there are rows, and none of them is of this study. */
  readonly replaces?: string;
}

/** Cases whose rows can be found by their keys: a Map has no more entries. */
const MOST_CASES = 2 ** 24;

/** Before anything is written or removed. */
export function refuseTooMany({ count }: Pick<Study, "count">): void {
  if (count > MOST_CASES)
    throw new InputError(
      `the study has ${count} cases; accepted: at most ${MOST_CASES}. Vary fewer values, or make several studies of it, each with its own table`,
    );
}

export function openJournal(study: Study, options: JournalOptions): Journal {
  const { path, others = [], withoutFailed = false, replaces } = options;
  const known = new Map<string, readonly Cell[]>();
  const width = computedIn(study, { index: 0, key: "", values: study.columns.map(() => null) }).length;
  const outcome = study.columns.findIndex(({ name }) => name === "outcome") - (study.columns.length - width);
  const isFailed = (values: readonly Cell[]) => values[outcome] === "failed";
  let [damaged, found] = [0, 0];
  const read = (file: string): number => {
    let end = 0;
    eachLine(file, (text, number, next) => {
      if (number === 1 && text !== FIRST_LINE)
        throw new InputError("is not the journal of a study; choose another name for the table, or remove it", {
          file,
        });
      const entry = number === 1 ? null : entryIn(text);
      if (entry !== null) {
        found++;
        // A case that failed in one shard may have been computed in another.
        const isBetter = !isFailed(entry.values) || !known.has(entry.key);
        if (entry.values.length === width && isBetter) known.set(entry.key, entry.values);
      } else if (number > 1) damaged++;
      end = next;
      return true;
    });
    return end;
  };
  for (const other of others) read(other);
  const end = path !== null && existsSync(path) ? read(path) : 0;

  const has = new Uint8Array(study.count);
  let [done, own] = [0, 0];
  if (known.size > 0) {
    for (let i = 0; i < study.count; i++) {
      const values = known.get(study.caseAt(i).key);
      if (values === undefined) continue;
      own++;
      if (withoutFailed && isFailed(values)) continue;
      has[i] = 1;
      done++;
    }
  }
  if (replaces !== undefined && found > 0 && own === 0)
    throw new InputError("exists, and its journal has no case of this study; choose another name, or give --force", {
      file: replaces,
    });
  const file = path === null ? null : appendTo(path, end);
  return {
    has: (index) => has[index] === 1,
    get done() {
      return done;
    },
    damaged,
    keep(rows) {
      const fresh = rows.filter(({ index }) => has[index] === 0);
      const values = fresh.map((row) => computedIn(study, row));
      file?.write(fresh.map(({ key }, i) => lineOf(key, values[i] ?? [])).join(""));
      fresh.forEach(({ key, index }, i) => {
        known.set(key, values[i] ?? []);
        if (has[index] === 0) done++;
        has[index] = 1;
      });
    },
    row(index) {
      const c = study.caseAt(index);
      const values = has[index] === 1 ? known.get(c.key) : undefined;
      return values === undefined ? null : rowWith(study, c, values);
    },
    close: () => file?.close(),
  };
}

/** The journal of a table, and of a shard of it. */
export const journalOf = (table: string, shard?: { readonly index: number; readonly of: number }): string =>
  shard === undefined ? `${table}.journal` : `${table}.journal.${shard.index}-of-${shard.of}`;

/** All journals of a table but one: those that shards have written, however many there were. */
export function otherJournals(table: string, own: string): string[] {
  const folder = dirname(table);
  const begins = `${basename(table)}.journal`;
  const fits = (name: string) => name === begins || /^\.\d+-of-\d+$/.test(name.slice(begins.length));
  return readdirSync(folder)
    .filter((name) => name.startsWith(begins) && fits(name) && join(folder, name) !== join(own))
    .sort()
    .map((name) => join(folder, name));
}

/** Forgets what shards have computed. Refused, before anything is removed, where one of them is being computed. */
export function removeJournals(paths: readonly string[]): void {
  const held: Lock[] = [];
  try {
    for (const path of paths) held.push(lock(path));
    for (const path of paths) rmSync(path, { force: true });
  } finally {
    for (const each of held) each.release();
  }
}

function lineOf(key: string, values: readonly Cell[]): string {
  const cell = (value: Cell) => (typeof value === "number" ? jsonNumber(value) : JSON.stringify(value));
  const text = `{"key":"${key}","values":[${values.map(cell).join(",")}]`;
  return `${text},"sum":"${checksum(text)}"}\n`;
}

const LINE = /^(.*),"sum":"([0-9a-f]{8})"\}$/s;

function entryIn(line: string): { readonly key: string; readonly values: readonly Cell[] } | null {
  const [, text, sum] = LINE.exec(line) ?? [];
  if (text === undefined || checksum(text) !== sum) return null;
  try {
    const { key, values } = JSON.parse(`${text}}`);
    return typeof key === "string" && Array.isArray(values) && values.every(isCell) ? { key, values } : null;
  } catch {
    return null;
  }
}

const isCell = (value: unknown): value is Cell => value === null || typeof value !== "object";

const checksum = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Appends after `end`: what follows is a line that was cut off. */
function appendTo(path: string, end: number) {
  return attempt(path, "write", () => {
    const fd = openSync(path, existsSync(path) ? "r+" : "wx+");
    ftruncateSync(fd, end);
    let at = end;
    let [synced, syncing] = [performance.now(), false];
    const write = (text: string) =>
      attempt(path, "write", () => {
        const bytes = Buffer.from(text);
        writeAll(fd, bytes, at);
        at += bytes.length;
        if (syncing || performance.now() - synced < SYNC_EVERY) return;
        // Nobody waits for it: what is cut off by a power failure is computed again.
        syncing = true;
        fsync(fd, () => {
          syncing = false;
          synced = performance.now();
        });
      });
    if (end === 0) write(`${FIRST_LINE}\n`);
    return {
      write,
      close() {
        fsyncSync(fd);
        closeSync(fd);
      },
    };
  });
}
