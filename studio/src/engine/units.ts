/** Units as the page shows them: those of the model with those that follow, and those of columns. */
import { type Units, unitOfColumn, withDerived } from "noether/formats";

export interface ShownUnits {
  readonly units: Units;
  /** Of the columns whose unit is known. */
  readonly columnUnits: Units;
}

export function shownUnits(given: Units, columns: readonly string[]): ShownUnits {
  const known = columns.flatMap((column) => {
    const unit = unitOfColumn(column, given);
    return unit === undefined ? [] : [[column, unit] as const];
  });
  return { units: withDerived(given), columnUnits: Object.fromEntries(known) };
}
