/** The columns of a stored result with the roles that figures ask for. */
import { type Quantity, quantityOfColumn, type ResultTable } from "../../formats/result.js";
import { unitOfColumn } from "../../formats/units.js";
import type { Columns, Role } from "./columns.js";

const ROLES: Readonly<Record<Quantity, Role>> = {
  t: "time",
  q: "position",
  v: "velocity",
  energy: "energy",
  ledger: "ledger",
  invariant: "other",
  probe: "probe",
};

/** `q.x` is called x and `v.x` vx, as in a model file. */
export function resultColumns({ header, data }: ResultTable): Columns {
  return header.columns.map((column, i) => {
    const quantity = quantityOfColumn(column);
    const unit = unitOfColumn(column, header.units);
    const rest = column.slice(quantity.length + 1);
    const name = rest === "" ? column : quantity === "v" ? `v${rest}` : rest;
    const role = ROLES[quantity] ?? "other";
    return { name, role, values: data[i], ...(unit === undefined ? {} : { unit }) };
  });
}
