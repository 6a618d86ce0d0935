/** The same beam as a frame of Timoshenko's members and as a solid: two models that share no line. */
import { expect, test } from "vitest";
import { frame } from "../../src/fe/frame.js";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import { lowestModes } from "../../src/linalg/lanczos.js";
import { box } from "../../src/mesh/generate/box.js";
import { solidOf } from "../fe/solids.js";
import { fixedIn, linear, nodesWhere } from "./elastostatics.js";

const [LENGTH, DEPTH, WIDTH, E] = [10, 1, 0.5, 200];
const MEMBERS = 40;

function frameFrequencies(count: number): number[] {
  const area = WIDTH * DEPTH;
  const section = {
    E,
    A: area,
    Iz: (WIDTH * DEPTH ** 3) / 12,
    density: 1,
    Iy: 0,
    J: 0,
    G: E / 2,
    shearAreas: [(5 / 6) * area, (5 / 6) * area],
  } as const;
  const { system } = frame({
    dimension: 2,
    nodes: Array.from({ length: MEMBERS + 1 }, (_, k) => ({ name: `${k}`, point: [(LENGTH * k) / MEMBERS, 0, 0] })),
    members: Array.from({ length: MEMBERS }, (_, k) => ({
      name: `${k}`,
      from: k,
      to: k + 1,
      section,
      up: null,
      released: [[], []],
    })),
    mass: "consistent",
    supports: ([0, 1, 5] as const).map((direction) => ({ node: 0, direction, motion: null })),
    springs: [],
    dashpots: [],
    masses: [],
    loads: [],
    damping: null,
  });
  return valuesOf(system, count);
}

/** In the plane of the frame: nothing moves along the width, which without Poisson's ratio nothing wants to. */
function solidFrequencies(count: number): number[] {
  const mesh = box({ size: [LENGTH, DEPTH, WIDTH], cells: [20, 3, 1], element: "hex20" });
  const supports = [
    ...fixedIn(
      nodesWhere(mesh, ([x]) => x === 0),
      [0, 1],
    ),
    ...fixedIn(
      nodesWhere(mesh, () => true),
      [2],
    ),
  ];
  return valuesOf(linear(solidOf(mesh, linearElastic({ E, nu: 0, density: 1 }), { supports })), count);
}

function valuesOf({ stiffness, mass }: ReturnType<typeof linear>, count: number): number[] {
  const modes = lowestModes(stiffness, mass.matrix, count);
  if ("kind" in modes) throw new Error(modes.kind);
  return Array.from(modes.values, Math.sqrt);
}

test("five frequencies of a cantilever, four of bending and one of stretching", () => {
  const [ofFrame, ofSolid] = [frameFrequencies(5), solidFrequencies(5)];
  ofFrame.forEach((frequency, k) => {
    // The fourth bending wave is three and a half depths long: there Timoshenko's theory itself is off by a thousandth.
    expect(Math.abs(frequency / ofSolid[k] - 1)).toBeLessThan(2e-3);
  });
});
