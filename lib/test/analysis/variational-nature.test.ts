import { expect, test } from "vitest";
import { certify } from "../../src/analysis/certify.js";
import { variationalNature } from "../../src/analysis/variational-nature.js";
import { dop853 } from "../../src/methods/dop853.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { variational } from "../../src/methods/variational.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { shearBuilding } from "../../src/models/structures/shear-building.js";

const driven = duffing({ damping: 0.2, force: 0.7, frequency: 1.3, position: 0.6, velocity: 0.4 });
const building = shearBuilding({ storeys: 3, mass: 1, stiffness: 1, damping: 0, peak: 0, displacement: 0.3 });
const theorems = (...relations: ReturnType<typeof variationalNature>) =>
  relations.map(({ theorem, holds }) => [theorem.slice(0, 11), holds]);

test("Newmark is variational, is shadowed, and stays so with forces", () => {
  const found = (beta: number) => theorems(...variationalNature(centralSextic(), newmark({ beta }), 0.2));
  expect(found(0.25)).toEqual([
    ["Theorem 3.5", true],
    ["Theorem 3.4", true],
  ]);
  expect(found(1 / 6)).toEqual(found(0.25));
  expect(found(0.4)).toEqual([["Theorem 3.5", true]]);
  expect(theorems(...variationalNature(driven, newmark(), 0.1))).toEqual([["Theorem 5.1", true]]);
});

test("the variational method is what the theorems say", () => {
  const found = (alpha: number, problem = centralSextic()) =>
    theorems(...variationalNature(problem, variational({ alpha }), 0.1));
  expect(found(0.5)).toEqual([["Theorem 2.1", true]]);
  expect(found(0)).toEqual([["Theorem 3.1", true]]);
  expect(found(0.3)).toEqual([]);
  expect(found(0.3, building)).toEqual([["Theorem 3.2", true]]);
});

test("nothing is said of other methods, nor where γ ≠ ½", () => {
  expect(variationalNature(centralSextic(), midpoint(), 0.1)).toEqual([]);
  expect(variationalNature(centralSextic(), newmark({ gamma: 0.6, beta: 0.3 }), 0.1)).toEqual([]);
});

test("a certificate carries the theorems and the momentum that Newmark keeps", () => {
  const { findings } = certify(centralSextic(), newmark(), {
    step: 0.2,
    steps: 1000,
    reference: dop853({ tolerance: 1e-13 }),
  });
  const verdict = (property: string) => findings.find((each) => each.property.startsWith(property))?.verdict;
  expect(verdict("Theorem 3.5")).toBe("holds");
  expect(verdict("newmark-momentum-z")).toBe("holds");
  expect(verdict("angular-momentum-z")).toBe("not claimed");
});
