/** Rows on their way from a worker to the table. Whoever can write to the server could have put them there, so they are looked at before they are kept. */
import type { Redis } from "ioredis";
import { type Json, jsonNumber } from "noether/formats";
import type { Cell, Row, Study, StudyColumn } from "noether/studies";
import { FORGOTTEN_AFTER, rowsKey } from "./keys.js";

/** Rows of one job, or of a part of it. */
export interface Delivery {
  /** By which it is removed when the rows are on disk. */
  readonly id: string;
  readonly job: string;
  /** What the cases took, on one thread. */
  readonly seconds: number;
  readonly rows: readonly Row[];
  /** How many were not rows of this study. */
  readonly refused: number;
}

/** Bytes of a delivery, and of those that are fetched together. A larger one is not fetched: whoever can write to the server could fill the memory of
 *  the collector with it. */
const [LARGEST, LARGEST_TOGETHER] = [16 * 2 ** 20, 64 * 2 ** 20];
/** Bytes that workers put into one delivery, about. */
const USUAL = 2 ** 20;
/** Characters of a text that a worker computes: outcomes and reasons. */
const LONGEST_TEXT = 10_000;

export async function deliver(
  redis: Redis,
  table: string,
  job: string,
  rows: readonly Row[],
  seconds: number,
): Promise<void> {
  const key = rowsKey(table);
  for (const part of parts(rows.map(rowText))) {
    const text = `[${part.join(",")}]`;
    if (Buffer.byteLength(text) > LARGEST)
      throw new Error(`a row of the table takes ${Buffer.byteLength(text)} bytes; accepted: at most ${LARGEST}`);
    const own = (seconds * part.length) / rows.length;
    await redis.xadd(key, "*", "job", job, "seconds", String(own), "rows", text);
  }
  await redis.expire(key, FORGOTTEN_AFTER);
}

/** So many together as make up a usual delivery; one at least. */
function* parts(texts: readonly string[]): Generator<readonly string[]> {
  let [start, size] = [0, 0];
  for (const [i, text] of texts.entries()) {
    size += text.length;
    if (size < USUAL && i < texts.length - 1) continue;
    yield texts.slice(start, i + 1);
    [start, size] = [i + 1, 0];
  }
}

/** On the server: sizes are looked at before anything is sent. Entries one after another, as [id, size, fields], without the fields of one that is too large,
 *  up to so many of them or so many bytes together. */
const FETCH = `
local entries, from, total = {}, '-', 0
while #entries < tonumber(ARGV[1]) do
  local found = redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', 1)[1]
  if not found then break end
  local size = 0
  for _, field in ipairs(found[2]) do size = size + #field end
  local fits = size <= tonumber(ARGV[2])
  if fits then total = total + size end
  if total > tonumber(ARGV[3]) then break end
  entries[#entries + 1] = { found[1], size, fits and found[2] or {} }
  from = '(' .. found[1]
end
return entries`;

type Entry = readonly [id: string, size: number, fields: readonly string[]];

/** The oldest that have not been removed. */
export async function deliveries(redis: Redis, table: string, study: Study, most: number): Promise<Delivery[]> {
  const entries = (await redis.eval(FETCH, 1, rowsKey(table), most, LARGEST, LARGEST_TOGETHER)) as readonly Entry[];
  return entries.map(([id, , fields]) => {
    const field = (name: string) => fields[fields.indexOf(name) + 1] ?? "";
    const data = parsed(field("rows"));
    const rows = data.map((each) => rowOf(each, study)).filter((row) => row !== null);
    const seconds = Number(field("seconds"));
    return {
      id,
      job: field("job"),
      seconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : 0,
      rows,
      refused: Math.max(data.length, 1) - rows.length,
    };
  });
}

/** By their identifiers, so that a command which is sent again after a broken connection removes nothing else. */
export async function remove(redis: Redis, table: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await redis.xdel(rowsKey(table), ...ids);
}

function rowText({ index, key, values }: Row): string {
  const cell = (value: Cell) => (typeof value === "number" ? jsonNumber(value) : JSON.stringify(value));
  return `[${index},${JSON.stringify(key)},[${values.map(cell).join(",")}]]`;
}

function parsed(text: string): readonly Json[] {
  try {
    const data: unknown = JSON.parse(text);
    return Array.isArray(data) ? data : [];
  } catch {
    return [];
  }
}

/** Null for what is no row of the study: another case, another number of values, values of other types. */
function rowOf(data: Json, { count, columns, caseAt }: Study): Row | null {
  if (!Array.isArray(data) || data.length !== 3) return null;
  const [index, key, values]: readonly unknown[] = data;
  if (typeof index !== "number" || !Number.isSafeInteger(index) || index < 0 || index >= count) return null;
  if (typeof key !== "string" || !Array.isArray(values) || values.length !== columns.length) return null;
  if (!columns.every((column, j) => fits(values[j], column)) || caseAt(index).key !== key) return null;
  return { index, key, values: values as readonly Cell[] };
}

function fits(value: unknown, { type, role }: StudyColumn): boolean {
  if (value === null) return true;
  if (type === "text") return typeof value === "string" && (role !== "outcome" || value.length <= LONGEST_TEXT);
  if (type === "bool") return typeof value === "boolean";
  return typeof value === "number" && (type === "float64" || Number.isInteger(value));
}
