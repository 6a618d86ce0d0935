import { expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { choice, real, whole } from "../../src/core/parameter.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { model, startingFrom } from "../../src/models/model.js";
import { linearSystem } from "../../src/systems/linear.js";

const tower = model(
  {
    id: "tower",
    title: "Tower",
    summary: "It stands.",
    parameters: {
      stiffness: real(4, "N/m", { min: 0 }),
      floors: whole(1, "how many", { min: 1 }),
      ends: choice(["fixed", "free"], "fixed", "how it ends"),
    },
    cites: [],
    suggested: { step: 0.1, end: 1 },
  },
  ({ stiffness, floors, ends }) => {
    const system = linearSystem({ mass: scalarMass(1, floors), stiffness: fromRows([[stiffness]]) });
    return startingFrom(system, [ends === "fixed" ? 0 : 1], [2]);
  },
);

test("a model is a function with its description on it", () => {
  expect(tower.id).toBe("tower");
  expect(Object.keys(tower.parameters)).toEqual(["stiffness", "floors", "ends"]);
  expect(tower.suggested).toEqual({ step: 0.1, end: 1 });
});

test("defaults are filled in, starts are at time 0", () => {
  const { system, t0, q0, v0 } = tower({ ends: "free" });
  expect(system.potential(Float64Array.of(1))).toBe(2);
  expect([t0, ...q0, ...v0]).toEqual([0, 1, 2]);
  expect(tower().q0[0]).toBe(0);
});

test.each([
  [{ stiffness: -1 }, /tower: stiffness is -1; accepted: a number ≥ 0/],
  [{ floors: 1.5 }, /floors is 1.5; accepted: a whole number ≥ 1/],
])("values out of range are refused: %j", (parameters, message) => {
  expect(() => tower(parameters)).toThrow(InputError);
  expect(() => tower(parameters)).toThrow(message);
});
