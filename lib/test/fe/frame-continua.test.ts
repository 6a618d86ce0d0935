/** Elements of a continuum beside members, against matrices that are put together by hand. */
import { describe, expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import type { LinearSystem, System } from "../../src/core/system.js";
import { frame } from "../../src/fe/frame.js";
import type { FrameDescription, FrameSupport, Member, Section } from "../../src/fe/frame-description.js";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import { neoHookean } from "../../src/fe/materials/neo-hookean.js";
import { solid } from "../../src/fe/solid.js";
import type { Point } from "../../src/mesh/selection.js";

const I = 8e-6;
const slender: Section = { E: 210e9, A: 0.01, Iz: I, Iy: 2 * I, J: 3 * I, G: 80e9, density: 7850, shearAreas: null };
const empty = { springs: [], dashpots: [], masses: [], loads: [], damping: null, mass: "consistent" } as const;
const fixedAt = (node: number, directions: readonly number[]): FrameSupport[] =>
  directions.map((direction) => ({ node, direction: direction as FrameSupport["direction"], motion: null }));

function toDense({ pattern: { size, rowStart, column }, values }: Matrix): Float64Array {
  const dense = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) dense[i * size + column[k]] = values[k];
  return dense;
}

describe("bricks and beams in one body", () => {
  // A cube, its lower face fixed, and a mast on one of its upper corners.
  const corners: readonly Point[] = [0, 1].flatMap((z) => [
    [0, 0, z],
    [1, 0, z],
    [1, 1, z],
    [0, 1, z],
  ]) as Point[];
  const material = linearElastic({ E: 30e9, nu: 0.2, density: 2400 });
  const brick = { type: "hex8" as const, elements: [[0, 1, 2, 3, 4, 5, 6, 7]], material };
  const points: readonly Point[] = [...corners, [1, 1, 3]];
  const mast: Member = { name: "mast", from: 6, to: 8, section: slender, up: null, released: [[], []] };
  const fixed = [0, 1, 2, 3].flatMap((node) => fixedAt(node, [0, 1, 2]));
  const named = (all: readonly Point[]) => all.map((point, i) => ({ name: `n${i}`, point }));

  test.each(["consistent", "lumped"] as const)("have the sum of their matrices, with %s mass", (mass) => {
    // Rotations of a lumped mast are eliminated: there the foot of the mast is fixed against turning by springs with inertia.
    const turning =
      mass === "lumped" ? [6, 8].flatMap((node) => [3, 4, 5].map((direction) => ({ node, direction }))) : [];
    const masses = turning.map((each) => ({ ...each, value: 2 })) as FrameDescription["masses"];
    const shared = { ...empty, dimension: 3 as const, masses, mass };
    const whole = frame({
      ...shared,
      nodes: named(points),
      members: [mast],
      continua: [brick],
      supports: fixed,
    }).system;
    const beam = frame({
      ...shared,
      nodes: named(points.slice(6)).filter((_, i) => i !== 1),
      members: [{ ...mast, from: 0, to: 1 }],
      masses: masses.map((each) => ({ ...each, node: each.node === 6 ? 0 : 1 })),
      supports: [],
    }).system;
    const cube = solid({
      mesh: {
        points: Float64Array.from(corners.flat()),
        nodeNumbers: null,
        blocks: [{ type: "hex8", nodes: Int32Array.from(brick.elements[0]), numbers: null }],
        groups: [],
      },
      material,
      mass,
      supports: [0, 1, 2].map((direction) => ({
        nodes: Int32Array.of(0, 1, 2, 3),
        direction: direction as 0 | 1 | 2,
        motion: null,
      })),
    }).system;
    // Of the cube the corners 4 to 7, of the mast both ends; in the whole corner 6 has six directions, corners 4, 5 and 7 three.
    const ofCube = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14];
    const ofBeam = [6, 7, 8, 9, 10, 11, 15, 16, 17, 18, 19, 20];
    expect(whole.dof).toBe(21);
    for (const matrixOf of [
      (system: System) => (system as LinearSystem).stiffness,
      (system: System) => system.mass.matrix,
    ]) {
      const sum = new Float64Array(21 * 21);
      for (const [part, places] of [
        [cube, ofCube],
        [beam, ofBeam],
      ] as const) {
        toDense(matrixOf(part)).forEach((value, k) => {
          sum[21 * places[Math.floor(k / 12)] + places[k % 12]] += value;
        });
      }
      const size = Math.max(...sum.map(Math.abs));
      toDense(matrixOf(whole)).forEach((value, k) => {
        expect(Math.abs(value - sum[k])).toBeLessThan(1e-14 * size);
      });
    }
  });

  test("another material than the linear one is refused", () => {
    const other = { ...brick, material: neoHookean({ E: 1, nu: 0.2, density: 1 }) };
    const parts = { ...empty, dimension: 3 as const, nodes: named(points), members: [mast], supports: fixed };
    expect(() => frame({ ...parts, continua: [other] })).toThrow(/accepted: linear-elastic/);
  });
});
