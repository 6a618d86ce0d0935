/** Rows on their way from a worker to the table. Whoever can write to the server could have put them there, so they are looked at before they are kept. */
import type { Redis } from "ioredis";
import { type Json, jsonNumber } from "noether/formats";
import type { Cell, Column, Row, Study } from "noether/studies";
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

export async function deliver(
  redis: Redis,
  table: string,
  job: string,
  rows: readonly Row[],
  seconds: number,
): Promise<void> {
  const key = rowsKey(table);
  await redis.xadd(key, "*", "job", job, "seconds", String(seconds), "rows", rowsText(rows));
  await redis.expire(key, FORGOTTEN_AFTER);
}

/** The oldest that have not been removed. */
export async function deliveries(redis: Redis, table: string, study: Study, most: number): Promise<Delivery[]> {
  const entries = await redis.xrange(rowsKey(table), "-", "+", "COUNT", most);
  return entries.map(([id, fields]) => {
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

export function rowsText(rows: readonly Row[]): string {
  const cell = (value: Cell) => (typeof value === "number" ? jsonNumber(value) : JSON.stringify(value));
  const text = ({ index, key, values }: Row) => `[${index},${JSON.stringify(key)},[${values.map(cell).join(",")}]]`;
  return `[${rows.map(text).join(",")}]`;
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
export function rowOf(data: Json, { count, columns, caseAt }: Study): Row | null {
  if (!Array.isArray(data) || data.length !== 3) return null;
  const [index, key, values]: readonly unknown[] = data;
  if (typeof index !== "number" || !Number.isSafeInteger(index) || index < 0 || index >= count) return null;
  if (typeof key !== "string" || !Array.isArray(values) || values.length !== columns.length) return null;
  if (!columns.every((column, j) => fits(values[j], column)) || caseAt(index).key !== key) return null;
  return { index, key, values: values as readonly Cell[] };
}

function fits(value: unknown, { type }: Column): boolean {
  if (value === null) return true;
  if (type === "text") return typeof value === "string";
  if (type === "bool") return typeof value === "boolean";
  return typeof value === "number" && (type === "float64" || Number.isInteger(value));
}
