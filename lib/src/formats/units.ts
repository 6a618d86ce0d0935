/** The units of what results hold, as far as a model says what its lengths, times and masses are. */
import { quantityOfColumn } from "./result.js";

export type Units = Readonly<Record<string, string>>;

/** With those of velocity, force, moment, stress, energy, energy density and momenta, where they follow. What the model names itself stays. */
export function withDerived(units: Units): Units {
  const { length, time, mass } = units;
  const known: Record<string, string> = {};
  if (length !== undefined && time !== undefined) known["velocity"] = `${length}/${time}`;
  if (length === undefined || time === undefined || mass === undefined) return { ...known, ...units };
  const named = NAMED[`${mass} ${length} ${time}`] ?? {
    force: `${mass} ${length}/${time}²`,
    moment: `${mass} ${length}²/${time}²`,
    stress: `${mass}/(${length} ${time}²)`,
    energy: `${mass} ${length}²/${time}²`,
    "energy-density": `${mass}/(${length} ${time}²)`,
  };
  const momenta = {
    "linear-momentum": `${mass} ${length}/${time}`,
    "angular-momentum": `${mass} ${length}²/${time}`,
  };
  return { ...known, ...named, ...momenta, ...units };
}

/** The names that engineers give them. */
const NAMED: Readonly<Record<string, Units>> = {
  "kg m s": { force: "N", moment: "N m", stress: "Pa", energy: "J", "energy-density": "J/m³" },
  "t mm s": { force: "N", moment: "N mm", stress: "MPa", energy: "mJ", "energy-density": "mJ/mm³" },
};

/** Displacements and places: x, y2, sun_z, u3, ux_12. Angles and what a user has named otherwise are no lengths that anybody knows of. */
const LENGTH = /^(?:u?[xyz](?:\d*|_.+)|.+_[xyz]|u\d*)$/;
/** The rotations of frames: rz_4. */
const ROTATION = /^r[xyz]_.+$/;

/** Of a column of a result, `v.ux_12`; undefined where it is not known. */
export function unitOfColumn(column: string, units: Units): string | undefined {
  const quantity = quantityOfColumn(column);
  const known = withDerived(units);
  const label = column.slice(quantity.length + 1);
  switch (quantity) {
    case "t":
      return known["time"];
    case "q":
    case "v": {
      if (LENGTH.test(label)) return known[quantity === "q" ? "length" : "velocity"];
      if (!ROTATION.test(label)) return undefined;
      return quantity === "q" ? "rad" : known["time"] === undefined ? undefined : `rad/${known["time"]}`;
    }
    case "energy":
    case "ledger":
      return known["energy"];
    case "invariant":
      return /^energy/.test(label) ? known["energy"] : known[/^(?:linear|angular)-momentum/.exec(label)?.[0] ?? ""];
    case "probe":
      return undefined;
  }
}
