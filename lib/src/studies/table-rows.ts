/** Rows of a table, chosen and grouped by the values in their columns. */
import type { Json } from "../formats/json.js";
import { valueText } from "./load.js";
import type { StudyTable } from "./table.js";

export interface TableRows {
  /** How many are chosen. */
  readonly count: number;
  /** The numbers of a column, NaN where there is none. */
  numbers(column: string): number[];
  /** The values of a column as texts. */
  texts(column: string): string[];
  /** The same rows by the values of columns, in the order of their first rows. */
  groups(columns: readonly string[]): readonly Group[];
}

export interface Group {
  /** The values of the columns that differ between groups. */
  readonly name: string;
  readonly rows: TableRows;
}

/** Those rows in which columns have these values. */
export function rowsOf(table: StudyTable, where: Readonly<Record<string, Json>> = {}): TableRows {
  const wanted = Object.entries(where).map(([name, value]) => ({ column: table.column(name), value }));
  const chosen: number[] = [];
  for (let i = 0; i < table.rows; i++) {
    if (wanted.every(({ column, value }) => isSame(column[i], value))) chosen.push(i);
  }
  return rowsAt(table, chosen);
}

/** Numbers in tables are read back to the last bit; in study files they may be written otherwise, and the values of a range are rounded: 0.3 is
 *  0.30000000000000004 there. Between different values of a study there is far more than this part. */
const SAME = 1e-12;

function isSame(cell: number | string | undefined, value: Json): boolean {
  if (typeof cell === "string") return cell === valueText(value);
  // Truth values are 1 and 0 in a table.
  const wanted = Number(value);
  return cell !== undefined && (cell === wanted || Math.abs(cell - wanted) <= SAME * Math.abs(wanted));
}

function rowsAt(table: StudyTable, chosen: readonly number[]): TableRows {
  const cells = (name: string) => {
    const column = table.column(name);
    return chosen.map((i) => column[i]);
  };
  return {
    count: chosen.length,
    numbers: (name) => cells(name).map((cell) => (typeof cell === "number" ? cell : Number.NaN)),
    texts: (name) =>
      cells(name).map((cell) => (typeof cell === "number" ? String(Number(cell.toPrecision(6))) : String(cell))),
    groups(columns) {
      const differing = columns.filter((name) => new Set(cells(name)).size > 1);
      const lists = differing.map(cells);
      const names = differing.map((name) => ({
        name,
        isText: table.columns.find((each) => each.name === name)?.type === "text",
      }));
      const groups = new Map<string, { name: string; rows: number[] }>();
      chosen.forEach((row, k) => {
        const values = lists.map((list) => list[k]);
        const key = JSON.stringify(values);
        const group = groups.get(key);
        if (group !== undefined) {
          group.rows.push(row);
          return;
        }
        // Words speak for themselves; numbers need the name of what they are.
        const parts = values.map((value, j) =>
          names[j].isText ? String(value) : `${names[j].name} = ${Number(Number(value).toPrecision(4))}`,
        );
        groups.set(key, { name: parts.join(", "), rows: [row] });
      });
      return [...groups.values()].map(({ name, rows }) => ({ name, rows: rowsAt(table, rows) }));
    },
  };
}
