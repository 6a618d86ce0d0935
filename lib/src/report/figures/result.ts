/** The columns of a stored result with the roles that figures ask for. */
import { type Quantity, quantityOf, type ResultTable } from "../../formats/result.js";
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
    const quantity = quantityOf(column);
    const unit = unitOf(quantity, header.units);
    const rest = column.slice(quantity.length + 1);
    const name = rest === "" ? column : quantity === "v" ? `v${rest}` : rest;
    const role = ROLES[quantity] ?? "other";
    return { name, role, values: data[i], ...(unit === undefined ? {} : { unit }) };
  });
}

/** The unit a quantity is measured in, as far as the model says what its lengths, times and masses are. */
function unitOf(quantity: Quantity, units: Readonly<Record<string, string>>): string | undefined {
  const { time, length, mass, energy } = units;
  switch (quantity) {
    case "t":
      return time;
    case "q":
      return length;
    case "v":
      return units.velocity ?? (length !== undefined && time !== undefined ? `${length}/${time}` : undefined);
    case "energy":
    case "ledger":
      if (energy !== undefined || mass === undefined || length === undefined || time === undefined) return energy;
      return mass === "kg" && length === "m" && time === "s" ? "J" : `${mass} ${length}²/${time}²`;
    default:
      return undefined;
  }
}
