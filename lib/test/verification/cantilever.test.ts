/** Beams made of solid elements against the formulas of beams. */
import { describe, expect, test } from "vitest";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import { lowestModes } from "../../src/linalg/lanczos.js";
import type { ElementName } from "../../src/mesh/element-types.js";
import { box } from "../../src/mesh/generate/box.js";
import type { Mesh } from "../../src/mesh/mesh.js";
import { surfaceForces, traction } from "../../src/mesh/surface.js";
import { solidOf } from "../fe/solids.js";
import {
  between,
  equilibrium,
  type Field,
  fieldError,
  fixedIn,
  lastOrder,
  linear,
  nodesWhere,
  sidesNamed,
} from "./elastostatics.js";

const [LENGTH, DEPTH, WIDTH] = [10, 1, 0.5];
const E = 200;
const beam = (element: ElementName, along: number, deep: number): Mesh =>
  box({ size: [LENGTH, WIDTH, DEPTH], cells: [along, Math.max(1, deep / 2), deep], element });
const INERTIA = (WIDTH * DEPTH ** 3) / 12;

describe("pure bending", () => {
  // u = κ (x z, −ν y z, −(x² − ν y² + ν z²)/2) about the middle: every stress but σ_xx = E κ z vanishes.
  const [kappa, nu] = [0.01, 0.3];
  const field: Field = ([x, Y, Z]) => {
    const [y, z] = [Y - WIDTH / 2, Z - DEPTH / 2];
    return [kappa * x * z, -kappa * nu * y * z, (-kappa * (x * x - nu * y * y + nu * z * z)) / 2];
  };
  const bent = (element: ElementName, along: number, deep: number) => {
    const body = solidOf(beam(element, along, deep), linearElastic({ E, nu, density: 1 }));
    // Ends are turned; one corner of the left one stays where it is, and another keeps the beam from rolling.
    const given = ([x, y, z]: readonly number[], direction: number) =>
      direction === 0 ? x === 0 || x === LENGTH : x === 0 && z === 0 && (y === 0 || (y === WIDTH && direction === 2));
    return fieldError(body, between(body, given, field), field);
  };

  test.each(["hex20", "tet10"] as const)("%s is exact", (element) => {
    // Rounding, times the condition of a slender beam.
    expect(bent(element, 4, 2)).toBeLessThan(1e-10);
  });
  test("hex8 converges with order 2", () => {
    const errors = [bent("hex8", 20, 2), bent("hex8", 40, 4)];
    expect(Math.abs(lastOrder(errors) - 2)).toBeLessThan(0.2);
  });
});

describe("a cantilever with a force at its end", () => {
  // Without Poisson's ratio the clamped end is that of a beam but for its warping.
  const material = linearElastic({ E, nu: 0, density: 1 });
  const force = 1e-3;
  const G = E / 2;
  const bending = (force * LENGTH ** 3) / (3 * E * INERTIA);
  const shear = (force * LENGTH) / ((5 / 6) * G * WIDTH * DEPTH);
  const deflection = (element: ElementName, along: number, deep: number) => {
    const mesh = beam(element, along, deep);
    const body = solidOf(mesh, material, {
      supports: fixedIn(
        nodesWhere(mesh, ([x]) => x === 0),
        [0, 1, 2],
      ),
    });
    const u = equilibrium(
      body,
      surfaceForces(mesh, sidesNamed(mesh, "right"), 1, traction([0, 0, force / (WIDTH * DEPTH)])),
    );
    const [tip] = nodesWhere(mesh, ([x, , z]) => x === LENGTH && z === DEPTH);
    return u[3 * tip + 2];
  };

  test.each(["hex20", "tet10"] as const)("%s: Timoshenko's deflection", (element) => {
    const found = deflection(element, 10, 2);
    // The clamped end cannot warp: a correction of the part of shear, times depth over length.
    expect(Math.abs(found / (bending + shear) - 1)).toBeLessThan((shear / bending) * (DEPTH / LENGTH));
  });

  test("hex8 is too stiff, and converges with order 2", () => {
    const exact = deflection("hex20", 20, 2);
    const errors = [2, 4].map((deep) => 1 - deflection("hex8", 10 * deep, deep) / exact);
    expect(Math.min(...errors)).toBeGreaterThan(0);
    expect(lastOrder(errors)).toBeGreaterThan(1.7);
  });

  test.each(["hex20", "tet10"] as const)("%s: the first two frequencies across its depth", (element) => {
    const mesh = beam(element, 20, 2);
    const body = solidOf(mesh, material, {
      supports: fixedIn(
        nodesWhere(mesh, ([x]) => x === 0),
        [0, 1, 2],
      ),
    });
    const { stiffness, mass } = linear(body);
    const modes = lowestModes(stiffness, mass.matrix, 6);
    if ("kind" in modes) throw new Error(modes.kind);
    const roots = [1.8751040687119611, 4.694091132974175];
    // Shear and rotation of the sections lower the frequencies by about (k r)² (1 + E/κG)/2 with r² = I/A.
    roots.forEach((root) => {
      const slender = (root / LENGTH) ** 2 * Math.sqrt((E * INERTIA) / (WIDTH * DEPTH));
      const correction = (root / LENGTH) ** 2 * (DEPTH ** 2 / 12) * (1 + 2 / (5 / 6));
      const nearest = Math.min(...Array.from(modes.values, (value) => Math.abs(Math.sqrt(value) / slender - 1)));
      expect(nearest).toBeLessThan(2 * correction);
    });
  });
});
