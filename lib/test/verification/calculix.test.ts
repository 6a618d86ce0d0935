/** The same mesh, the same steps, the same material as CalculiX: every displacement to the digits that it prints. */
import { describe, expect, test } from "vitest";
import { orThrow, run } from "../../src/core/run.js";
import type { Mass } from "../../src/core/system.js";
import { elementMasses } from "../../src/fe/elements/element-mass.js";
import { solidBody } from "../../src/fe/fields/solid-body.js";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import type { Material } from "../../src/fe/materials/material.js";
import { isochoricNeoHookean } from "../../src/fe/materials/mooney-rivlin.js";
import type { Solid } from "../../src/fe/solid.js";
import { lowestModes } from "../../src/linalg/lanczos.js";
import { multiply } from "../../src/linalg/matrix.js";
import { entryAt } from "../../src/linalg/sparsity.js";
import { normInf } from "../../src/linalg/vec.js";
import type { ElementName } from "../../src/mesh/element-types.js";
import { box } from "../../src/mesh/generate/box.js";
import { elementCount, type Mesh, nodeCount } from "../../src/mesh/mesh.js";
import {
  gaussOnCube,
  product,
  type QuadratureRule,
  tetrahedron1,
  tetrahedron4,
  triangle3,
} from "../../src/mesh/shapes/quadrature.js";
import { newmark } from "../../src/methods/newmark.js";
import { trajectory } from "../../src/observers/trajectory.js";
import { solidOf } from "../fe/solids.js";
import { needsCalculix } from "../programs.js";
import { displacements, frequencies, meanStresses, solved } from "./calculix.js";
import { fixedIn, linear, nodesWhere, type Place, placeOf } from "./elastostatics.js";

const STEP = 0.5;
const STEPS = 10;
const block = (element: ElementName, n: number) => box({ size: [2, 1, 1], cells: [2 * n, n, n], element });
const clamped = (mesh: Mesh) => nodesWhere(mesh, ([x]) => x === 0);
const start = (mesh: Mesh, v: (at: Place) => readonly number[]) =>
  Float64Array.from(mesh.points, (_, i) => v(placeOf(mesh, Math.floor(i / 3)))[i % 3]);

/** The mass of a body integrated with other points. With too few of them it is singular; motions that start without forces do not ask for
 *  its inverse. */
function massBy({ sets, dofs, parts, system }: Solid, rule: QuadratureRule): Mass {
  const { pattern } = system.mass.matrix;
  const matrix = { pattern, values: new Float64Array(pattern.column.length) };
  const { dof, place } = dofs;
  for (const { nodes, shape, density } of sets) {
    const width = shape.nodes;
    elementMasses(parts.mesh, { nodes, density, shape: { ...shape, mass: rule } }, (e, masses) => {
      masses.forEach((m, k) => {
        const a = place[nodes[e * width + Math.floor(k / width)]];
        const b = place[nodes[e * width + (k % width)]];
        for (let d = 0; d < 3; d++) {
          const [i, j] = [dof[3 * a + d], dof[3 * b + d]];
          if (i >= 0 && j >= 0) matrix.values[entryAt(pattern, i, j)] += m;
        }
      });
    });
  }
  return {
    matrix,
    diagonal: null,
    apply: (v, out) => multiply(matrix, v, out),
    solve(p, out) {
      if (normInf(p) > 0) throw new Error("a singular mass has no inverse");
      out.fill(0);
    },
  };
}

interface Case {
  readonly mesh: Mesh;
  readonly material: Material;
  readonly fixed: Int32Array;
  readonly velocities: Float64Array;
  readonly step: number;
  readonly steps: number;
  readonly massRule: QuadratureRule | null;
}

/** The displacements after every step of average acceleration, and the stresses of the elements after the last. */
function ourMotion({ mesh, material, fixed, velocities, step, steps, massRule }: Case) {
  const body = solidOf(mesh, material, { supports: fixedIn(fixed, [0, 1, 2]) });
  const system = massRule === null ? body.system : { ...body.system, mass: massBy(body, massRule) };
  const problem = { system, t0: 0, q0: new Float64Array(system.dof), v0: body.rates(0, velocities) };
  const { observed } = orThrow(run(problem, newmark(), { time: { step, steps }, observe: { all: trajectory() } }));
  const motion = observed.all.q.slice(1).map((q) => {
    const u = new Float64Array(mesh.points.length);
    body.displacements(0, q, u);
    return u;
  });
  const stress = new Float64Array(6 * elementCount(mesh));
  const field = solidBody(body).fields.find(({ name, on }) => name === "stress" && on === "elements");
  field?.evaluate(0, observed.all.q[steps], observed.all.v[steps], stress);
  return { motion, stress };
}

/** The largest difference over all times, relative to the largest displacement. */
function difference(ours: readonly Float64Array[], theirs: readonly Float64Array[]): number {
  expect(theirs.length).toBe(ours.length);
  let size = 0;
  let worst = 0;
  ours.forEach((u, k) => {
    u.forEach((value, i) => {
      size = Math.max(size, Math.abs(value));
      worst = Math.max(worst, Math.abs(value - theirs[k][i]));
    });
  });
  return worst / size;
}

/** CalculiX integrates the mass of tetrahedra and wedges with the points of their stiffness, which are too few for it. */
const ELEMENTS = [
  { element: "hex8", massRule: null },
  { element: "hex20", massRule: null },
  { element: "tet4", massRule: tetrahedron1() },
  { element: "tet10", massRule: tetrahedron4() },
  { element: "wedge15", massRule: product(triangle3(), gaussOnCube(1, 3)) },
] as const;

describe("a linear transient", () => {
  test.for(ELEMENTS)("$element", ({ element, massRule }, context) => {
    needsCalculix(context);
    const mesh = block(element, 2);
    const fixed = clamped(mesh);
    const velocities = start(mesh, ([x]) => [0, 0, 0.01 * (x / 2) ** 2]);
    const theirs = displacements(
      solved({
        mesh,
        material: ["*ELASTIC\n1., .3"],
        density: 1,
        fixed: fixed,
        velocities,
        step: [`*DYNAMIC, DIRECT, ALPHA=0.\n${STEP}, ${STEP * STEPS}`, "*NODE PRINT, NSET=NALL\nU"],
      }),
      nodeCount(mesh),
    );
    const material = linearElastic({ E: 1, nu: 0.3, density: 1 });
    const { motion: ours } = ourMotion({ mesh, material, fixed, velocities, step: STEP, steps: STEPS, massRule });
    // Seven digits are printed: half a unit of the last one, where the first is a 1.
    expect(difference(ours, theirs)).toBeLessThan(5e-7);
  });
});

describe("a hyperelastic toss", () => {
  test.for(ELEMENTS)("$element", ({ element, massRule }, context) => {
    needsCalculix(context);
    const [E, nu] = [100, 0.3];
    const mesh = block(element, element === "wedge15" ? 1 : 2);
    const velocities = start(mesh, ([x, y, z]) => {
      const r = [x - 1, y - 0.5, z - 0.5];
      return [1 * r[2] - 2 * r[1] + 1.5 * r[0], 2 * r[0] - 0.5 * r[2], 1 + 0.5 * r[1] - 1 * r[0]];
    });
    const [step, steps] = [0.02, 10];
    const [mu, kappa] = [E / (2 * (1 + nu)), E / (3 * (1 - 2 * nu))];
    const printed = solved({
      mesh,
      material: [`*HYPERELASTIC, NEO HOOKE\n${(mu / 2).toPrecision(14)}, ${(2 / kappa).toPrecision(14)}`],
      density: 1,
      fixed: new Int32Array(0),
      velocities,
      nonlinear: true,
      step: [
        "*CONTROLS, PARAMETERS=FIELD\n1e-9, 1e-8",
        `*DYNAMIC, DIRECT, ALPHA=0.\n${step}, ${step * steps}`,
        "*NODE PRINT, NSET=NALL\nU",
        "*EL PRINT, ELSET=EALL\nS",
      ],
    });
    const material = isochoricNeoHookean(E, nu, 1);
    const ours = ourMotion({ mesh, material, fixed: new Int32Array(0), velocities, step, steps, massRule });
    expect(difference(ours.motion, displacements(printed, nodeCount(mesh)))).toBeLessThan(5e-7);
    // Cauchy's stress: means over the points, of which only those of hex20 and wedge15 have different weights.
    if (element === "hex20" || element === "wedge15") return;
    const { mean, largest } = meanStresses(printed, elementCount(mesh));
    const off = ours.stress.map((value, k) => Math.abs(value - mean[k]));
    // Its seven digits, and what it leaves of the last iteration: it ends at a residual of 1e-8 whatever it is told, which is about 1e-8 of
    // displacement, times E over the size of an element.
    expect(Math.max(...off)).toBeLessThan(5e-7 * largest + (1e-8 * E) / 0.25);
  });
});

describe("frequencies", () => {
  test.for(ELEMENTS)("$element", ({ element, massRule }, context) => {
    needsCalculix(context);
    const mesh = block(element, 2);
    const fixed = clamped(mesh);
    const count = 8;
    const printed = solved({
      mesh,
      material: ["*ELASTIC\n1., .3"],
      density: 1,
      fixed: fixed,
      step: [`*FREQUENCY\n${count}`],
    });
    const body = solidOf(mesh, linearElastic({ E: 1, nu: 0.3, density: 1 }), { supports: fixedIn(fixed, [0, 1, 2]) });
    const mass = massRule === null ? body.system.mass : massBy(body, massRule);
    const modes = lowestModes(linear(body).stiffness, mass.matrix, count);
    if ("kind" in modes) throw new Error(modes.kind);
    const theirs = frequencies(printed);
    expect(theirs.length).toBeGreaterThanOrEqual(count);
    modes.values.forEach((value, k) => {
      expect(Math.abs(Math.sqrt(value) / theirs[k] - 1)).toBeLessThan(5e-7);
    });
  });
});
