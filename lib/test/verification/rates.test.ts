/** Orders of convergence of every element against Kelvin's point force (in the plane: line force) outside of the body, which is a
 *  smooth solution of Navier's equations that uses all of them. The boundary has the exact displacements. */
import { describe, expect, test } from "vitest";
import { lame } from "../../src/fe/materials/elastic-constants.js";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import type { PlaneState } from "../../src/fe/solid-description.js";
import type { ElementName } from "../../src/mesh/element-types.js";
import { box } from "../../src/mesh/generate/box.js";
import { solidOf } from "../fe/solids.js";
import { between, type Field, fieldError, lastOrder, type Place } from "./elastostatics.js";

const E = 3;
const NU = 0.3;
const material = linearElastic({ E, nu: NU, density: 1 });
const SOURCE = [-1.4, 0.3, 1.9];
const FORCE = [1, -2, 0.5];

/** Kelvin's solution: of a point force in space, of a line force for plane strain. */
function kelvin(dimension: 2 | 3, nu: number): Field {
  const { mu } = lame(E, NU);
  return (at) => {
    const r = at.map((x, c) => (c < dimension ? x - SOURCE[c] : 0));
    const length = Math.hypot(...r);
    const along = r.reduce((sum, x, c) => sum + x * FORCE[c], 0) / (length * length);
    const size = dimension === 3 ? 1 / (16 * Math.PI * mu * (1 - nu) * length) : 1 / (8 * Math.PI * mu * (1 - nu));
    const direct = dimension === 3 ? 3 - 4 * nu : -(3 - 4 * nu) * Math.log(length);
    return r.map((x, c) => size * (direct * FORCE[c] + x * along));
  };
}

const onBoundary = (dimension: number) => (at: Place) => at.some((x, c) => c < dimension && (x === 0 || x === 1));

function errors(
  element: ElementName,
  dimension: 2 | 3,
  cells: readonly number[],
  plane: PlaneState | null,
  nu: number,
) {
  const exact = kelvin(dimension, nu);
  return cells.map((n) => {
    const mesh = box({ size: Array(dimension).fill(1), cells: Array(dimension).fill(n), element });
    const body = solidOf(mesh, material, { plane });
    return fieldError(body, between(body, onBoundary(dimension), exact), exact);
  });
}

const LINEAR = [8, 16];
const QUADRATIC = [6, 12];
// Two and three, as theory has it; coarse grids are a little off their asymptotic rate.
const SLACK = 0.1;

describe("in space", () => {
  test.each(["tet4", "hex8", "wedge6"] as const)("%s is of second order", (element) => {
    expect(Math.abs(lastOrder(errors(element, 3, [4, 8], null, NU)) - 2)).toBeLessThan(SLACK);
  });
  test.each(["tet10", "hex20"] as const)("%s is of third order", (element) => {
    expect(Math.abs(lastOrder(errors(element, 3, [4, 8], null, NU)) - 3)).toBeLessThan(SLACK);
  });
});

describe("in the plane", () => {
  const strain = { vanishing: "strain", thickness: 1 } as const;
  // In plane stress λ is another, and so is the ratio that belongs to it: ν/(1 + ν).
  const stress = { vanishing: "stress", thickness: 0.2 } as const;
  test.each(["tri3", "quad4"] as const)("%s is of second order", (element) => {
    expect(Math.abs(lastOrder(errors(element, 2, LINEAR, strain, NU)) - 2)).toBeLessThan(SLACK);
    expect(Math.abs(lastOrder(errors(element, 2, LINEAR, stress, NU / (1 + NU))) - 2)).toBeLessThan(SLACK);
  });
  test.each(["tri6", "quad8"] as const)("%s is of third order", (element) => {
    expect(Math.abs(lastOrder(errors(element, 2, QUADRATIC, strain, NU)) - 3)).toBeLessThan(SLACK);
    expect(Math.abs(lastOrder(errors(element, 2, QUADRATIC, stress, NU / (1 + NU))) - 3)).toBeLessThan(SLACK);
  });
});
