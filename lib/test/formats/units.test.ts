import { expect, it } from "vitest";
import { unitOfColumn, withDerived } from "../../src/formats/units.js";

const SI = { length: "m", time: "s", mass: "kg" };

it.each([
  ["t", "s"],
  ["q.x", "m"],
  ["q.sun_z", "m"],
  ["q.ux_roof", "m"],
  ["v.uy12", "m/s"],
  ["q.rz_4", "rad"],
  ["v.rz_4", "rad/s"],
  // Nobody knows what a user has named otherwise.
  ["q.angle", undefined],
  ["q.zeta", undefined],
  ["energy", "J"],
  ["ledger.work", "J"],
  ["invariant.linear-momentum-x", "kg m/s"],
  ["invariant.angular-momentum-z", "kg m²/s"],
  ["invariant.energy-exact", "J"],
  ["probe.roof", undefined],
])("%s is in %s", (column, unit) => {
  expect(unitOfColumn(column, SI)).toBe(unit);
});

it("names the units of tonnes, millimetres and seconds as engineers do", () => {
  const units = withDerived({ length: "mm", time: "s", mass: "t" });
  expect([units["force"], units["moment"], units["stress"]]).toEqual(["N", "N mm", "MPa"]);
});

it("keeps what a model names itself, and derives nothing from half of it", () => {
  expect(withDerived({ ...SI, energy: "kJ" })["energy"]).toBe("kJ");
  expect(withDerived({ length: "au", time: "d" })).toEqual({ length: "au", time: "d", velocity: "au/d" });
});
