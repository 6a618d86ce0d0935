/** Axes that are columns of a table. */
import { maxOf, minOf } from "../../../core/vec.js";
import type { StudyColumn, StudyTable } from "../../../studies/index.js";
import type { Axis } from "../../figure.js";

export function columnOf(table: StudyTable, name: string): StudyColumn | undefined {
  return table.columns.find((column) => column.name === name);
}

/** The column's name without the folders of the model file that it is under, and its unit. */
export function axisOfColumn(table: StudyTable, name: string, scale: Axis["scale"] = "linear"): Axis {
  const unit = columnOf(table, name)?.unit;
  return {
    label: name.replace(/^(?:system\.)?(?:parameters|with)\./, ""),
    scale,
    ...(unit === undefined ? {} : { unit }),
  };
}

/** Are the steps from one to the next nearer to equal ratios than to equal differences? */
export function isLogarithmic(values: readonly number[]): boolean {
  if (values.length < 3 || values[0] <= 0) return false;
  const uneven = (of: (x: number) => number) => {
    const gaps = values.slice(1).map((x, k) => of(x) - of(values[k]));
    return maxOf(gaps) / minOf(gaps);
  };
  return uneven(Math.log) < uneven((x) => x);
}
