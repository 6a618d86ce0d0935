/** The table of a study: its rows in the order of the cases, by columns. */
import { InputError } from "../core/failure.js";
import { didYouMean } from "../core/spelling.js";
import { isObject } from "../formats/json.js";
import type { ColumnRole, ColumnType, Row, StudyColumn } from "./study.js";

export interface StudyTable {
  readonly columns: readonly StudyColumn[];
  readonly rows: number;
  /** Numbers, NaN where there is none; of a column of truth values 1 and 0; of a column of texts texts, "" where there is none. */
  column(name: string): ArrayLike<number> | readonly string[];
  /** The study file that it came from. */
  readonly text: string;
}

const TYPES: readonly unknown[] = ["float64", "int64", "text", "bool"] satisfies readonly ColumnType[];
const ROLES: readonly unknown[] = ["case", "varied", "measured", "outcome", "timing"] satisfies readonly ColumnRole[];

/** Whether data from a file describe the columns of a table. */
export function areColumns(data: unknown): data is readonly StudyColumn[] {
  if (!Array.isArray(data) || data.length === 0) return false;
  const fits = (each: unknown) =>
    isObject(each) &&
    typeof each["name"] === "string" &&
    (each["unit"] === undefined || typeof each["unit"] === "string") &&
    TYPES.includes(each["type"]) &&
    ROLES.includes(each["role"]);
  return data.every(fits) && new Set(data.map(({ name }) => name)).size === data.length;
}

export function tableOf(columns: readonly StudyColumn[], rows: readonly Row[], text: string): StudyTable {
  const data = columns.map(({ type }, j) =>
    type === "text"
      ? rows.map(({ values }) => String(values[j] ?? ""))
      : Float64Array.from(rows, ({ values }) => (values[j] === null ? Number.NaN : Number(values[j]))),
  );
  return tableOfColumns(columns, data, text);
}

export function tableOfColumns(
  columns: readonly StudyColumn[],
  data: readonly (ArrayLike<number> | readonly string[])[],
  text: string,
): StudyTable {
  return {
    columns,
    rows: data[0]?.length ?? 0,
    column(name) {
      const found = data[columns.findIndex((column) => column.name === name)];
      if (found !== undefined) return found;
      const names = columns.map((column) => column.name);
      throw new InputError(
        `the table has no column "${name}".${didYouMean(name, names)} Accepted: ${names.join(", ")}`,
      );
    },
    text,
  };
}
