/** Natural frequencies against closed forms: eigenvalues of linear elements converge with order 2, of quadratic ones with 4. */
import { describe, expect, test } from "vitest";
import { lame } from "../../src/fe/materials/elastic-constants.js";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import type { Solid } from "../../src/fe/solid.js";
import { lowestModes } from "../../src/linalg/lanczos.js";
import { dot } from "../../src/linalg/vec.js";
import type { ElementName } from "../../src/mesh/element-types.js";
import { box } from "../../src/mesh/generate/box.js";
import { solidOf } from "../fe/solids.js";
import { type Field, fixedIn, lastOrder, linear, nodesWhere, placeOf } from "./elastostatics.js";

const constants = { E: 2.6, nu: 0.3, density: 1 };
const material = linearElastic(constants);
const { lambda, mu } = lame(constants.E, constants.nu);

interface Mode {
  readonly frequency: number;
  readonly shape: Float64Array;
}

function modesOf(body: Solid, count: number): Mode[] {
  const { stiffness, mass } = linear(body);
  const found = lowestModes(stiffness, mass.matrix, count);
  if ("kind" in found) throw new Error(found.kind);
  expect(found.complete).toBe(true);
  return found.vectors.map((shape, k) => ({ shape, frequency: Math.sqrt(Math.max(found.values[k], 0)) }));
}

/** The mode that has most in common with a field. */
function modeLike(body: Solid, count: number, field: Field): Mode {
  const { mesh } = body.parts;
  const nodal = Float64Array.from(mesh.points, (_, i) => field(placeOf(mesh, Math.floor(i / 3)))[i % 3]);
  const momentum = new Float64Array(body.system.dof);
  body.system.mass.apply(body.coordinates(0, nodal), momentum);
  const share = ({ shape }: Mode) => Math.abs(dot(shape, momentum));
  return modesOf(body, count).reduce((best, mode) => (share(mode) > share(best) ? mode : best));
}

describe("a free block", () => {
  // u = (cos πx sin πy, −sin πx cos πy, 0) changes no volume and leaves all faces of a square block free of stress (Lamé's mode).
  const exact = Math.SQRT2 * Math.PI * Math.sqrt(mu / constants.density);
  const field: Field = ([x, y]) => [
    Math.cos(Math.PI * x) * Math.sin(Math.PI * y),
    -Math.sin(Math.PI * x) * Math.cos(Math.PI * y),
    0,
  ];
  const free = (element: ElementName, n: number) =>
    solidOf(box({ size: [1, 1, 0.5], cells: [n, n, n / 2], element }), material);
  /** A quarter of it, between planes of symmetry. */
  const quarter = (element: ElementName, n: number) => {
    const mesh = box({ size: [0.5, 0.5, 0.25], cells: [n, n, n / 2], element });
    const on = (d: number, at: number) => nodesWhere(mesh, (place) => place[d] === at);
    const sides = [...fixedIn(on(0, 0.5), [0]), ...fixedIn(on(1, 0.5), [1])];
    return solidOf(mesh, material, { supports: [...sides, ...fixedIn(on(2, 0), [2]), ...fixedIn(on(2, 0.25), [2])] });
  };

  test.each(["hex8", "tet4", "wedge6", "hex20", "tet10"] as const)("of %s has six rigid motions", (element) => {
    const all = modesOf(free(element, 2), 7).map(({ frequency }) => frequency);
    // Eigenvalues are rounded at the size of the largest ones, some 1e3: 1e-13 of them at most, and its root.
    expect(Math.max(...all.slice(0, 6))).toBeLessThan(1e-5);
    expect(all[6]).toBeGreaterThan(0.5);
  });

  test.each([
    { element: "hex8", cells: [4, 8], order: 2 },
    { element: "hex20", cells: [2, 4], order: 4 },
  ] as const)("Lamé's mode with $element: order $order", ({ element, cells, order }) => {
    const errors = cells.map((n) => modeLike(quarter(element, n), 6, field).frequency / exact - 1);
    // From above, as by Rayleigh's principle.
    expect(Math.min(...errors)).toBeGreaterThan(0);
    expect(Math.abs(lastOrder(errors) - order)).toBeLessThan(0.3);
  });
});

describe("a free bar that cannot widen", () => {
  const speed = Math.sqrt((lambda + 2 * mu) / constants.density);
  const bar = (element: ElementName, n: number) => {
    const mesh = box({ size: [1, 0.125, 0.125], cells: [n, Math.max(1, n / 8), Math.max(1, n / 8)], element });
    return solidOf(mesh, material, {
      supports: fixedIn(
        nodesWhere(mesh, () => true),
        [1, 2],
      ),
    });
  };

  test("hex8: standing waves have the frequencies of linear elements", () => {
    const n = 8;
    const found = modesOf(bar("hex8", n), 4).slice(1);
    found.forEach(({ frequency }, i) => {
      const phase = ((i + 1) * Math.PI) / n;
      const discrete = n * speed * Math.sqrt((6 * (1 - Math.cos(phase))) / (2 + Math.cos(phase)));
      // The residual that the modes are solved to, squared by Rayleigh's quotient; rounding.
      expect(Math.abs(frequency / discrete - 1)).toBeLessThan(1e-11);
    });
  });

  test("hex20: order 4", () => {
    const errors = [4, 8].map((n) => modesOf(bar("hex20", n), 3)[2].frequency / (2 * Math.PI * speed) - 1);
    expect(Math.min(...errors)).toBeGreaterThan(0);
    expect(Math.abs(lastOrder(errors) - 4)).toBeLessThan(0.3);
  });
});

describe("a thick plate on all four sides", () => {
  // With edges that hold the deflection and the displacement along them, modes are standing bending waves of an infinite plate
  // with k² = (π/a)² + (π/b)²: exact in three dimensions by the equation of Rayleigh and Lamb.
  const thickness = 0.2;
  const wave = Math.SQRT2 * Math.PI;
  const exact = bendingWave(wave, thickness);
  const field: Field = ([x, y]) => [0, 0, Math.sin(Math.PI * x) * Math.sin(Math.PI * y)];
  const edges = (n: number, element: ElementName) => {
    const mesh = box({ size: [1, 1, thickness], cells: [n, n, n / 2], element });
    const onX = nodesWhere(mesh, ([x]) => x === 0 || x === 1);
    const onY = nodesWhere(mesh, ([, y]) => y === 0 || y === 1);
    return solidOf(mesh, material, { supports: [...fixedIn(onX, [1, 2]), ...fixedIn(onY, [0, 2])] });
  };

  test("the closed form tends to Kirchhoff's for a thin plate", () => {
    const thin = 1e-3;
    const flexural = (constants.E * thin ** 3) / (12 * (1 - constants.nu ** 2));
    // Shear and rotation take some (k thickness)² away.
    expect(bendingWave(wave, thin) / (wave ** 2 * Math.sqrt(flexural / thin))).toBeCloseTo(1, 4);
  });

  test.each([
    { element: "hex8", cells: [4, 8], order: 2 },
    { element: "hex20", cells: [4, 8], order: 4 },
    { element: "tet10", cells: [4, 8], order: 4 },
  ] as const)("the first frequency with $element: order $order", ({ element, cells, order }) => {
    const errors = cells.map((n) => modeLike(edges(n, element), 4, field).frequency / exact - 1);
    expect(Math.abs(lastOrder(errors) - order)).toBeLessThan(0.3);
  });
});

/** The lowest antisymmetric wave: tanh(αd)/tanh(βd) = 4k²αβ/(k² + β²)², α² = k² − ω²/c_l², β² = k² − ω²/c_s², d half the thickness. */
function bendingWave(k: number, thickness: number): number {
  const cl = Math.sqrt((lambda + 2 * mu) / constants.density);
  const cs = Math.sqrt(mu / constants.density);
  const d = thickness / 2;
  const defect = (w: number) => {
    const alpha = Math.sqrt(k * k - (w / cl) ** 2);
    const beta = Math.sqrt(k * k - (w / cs) ** 2);
    const square = (k * k + beta * beta) ** 2;
    // Divided by αβ, so that it does not vanish at ω = 0 alone.
    return square * (Math.tanh(alpha * d) / alpha) - 4 * k * k * beta * Math.tanh(beta * d);
  };
  // Slower than a wave of Rayleigh, which is slower than c_s.
  let [low, high] = [1e-6 * cs * k, 0.999 * cs * k];
  for (let n = 0; n < 200; n++) {
    const middle = (low + high) / 2;
    if (defect(middle) > 0 === defect(high) > 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
