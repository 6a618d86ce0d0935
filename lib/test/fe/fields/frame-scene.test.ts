/** Members as they bend, against closed forms, and turned in space. */

import { describe, expect, test } from "vitest";
import { frame } from "../../../src/fe/frame.js";
import type { FrameDescription, FrameDirection, Section } from "../../../src/fe/frame-description.js";
import type { Point } from "../../../src/mesh/selection.js";

const section: Section = { E: 2, A: 3, Iz: 5, Iy: 7, J: 1, G: 1, density: 1, shearAreas: null };
const ALL: readonly FrameDirection[] = [0, 1, 2, 3, 4, 5];

function cantilever(along: Point, up: Point, own: Section = section): FrameDescription {
  return {
    dimension: 3,
    nodes: [
      { name: "foot", point: [1, 2, 3] },
      { name: "tip", point: [1 + along[0], 2 + along[1], 3 + along[2]] },
    ],
    members: [{ name: "beam", from: 0, to: 1, section: own, up, released: [[], []] }],
    mass: "consistent",
    supports: ALL.map((direction) => ({ node: 0, direction, motion: null })),
    springs: [{ node: 1, direction: 0, value: 1 }],
    dashpots: [],
    masses: [{ node: 1, direction: 1, value: 4 }],
    loads: [],
    damping: null,
  };
}

/** Displacements of all points of a frame whose free coordinates are q. */
function shape(parts: FrameDescription, q: Float64Array) {
  const built = frame(parts);
  const moving = built.scene();
  const out = new Float32Array(moving.scene.rest.length);
  moving.displacements(0, q, new Float64Array(q.length), out);
  return { ...moving, built, out };
}

describe("a cantilever under a force at its end", () => {
  const length = 4;
  // w(x) = P x² (3 L − x)/(6 EI) with P = 1, so that the end has w = P L³/(3 EI) and the slope P L²/(2 EI).
  const EI = section.E * section.Iz;
  const tip = Float64Array.of(0, length ** 3 / (3 * EI), 0, 0, 0, length ** 2 / (2 * EI));
  const { scene, out } = shape(cantilever([length, 0, 0], [0, 1, 0]), tip);

  test("bends as the theory of beams says", () => {
    const { start, points } = scene.members;
    expect(start.length).toBe(2);
    for (const point of points) {
      const x = scene.rest[3 * point] - 1;
      expect(scene.rest[3 * point + 1]).toBe(2);
      // Single precision.
      expect(out[3 * point + 1]).toBeCloseTo((x * x * (3 * length - x)) / (6 * EI), 6);
    }
    const last = points[points.length - 1];
    expect([...out.subarray(3, 6)]).toEqual([...out.subarray(3 * last, 3 * last + 3)]);
  });

  test("shows what holds it, its mass and its spring", () => {
    expect([...scene.supports.points]).toEqual([0, scene.names.length - 1]);
    expect(scene.supports.fixed[0]).toBe(0b111111);
    expect([...scene.balls.points]).toEqual([1]);
    expect(scene.links.map(({ kind, ends }) => [kind, ...ends])).toEqual([["spring", 1, scene.names.length - 1]]);
  });
});

test("a frame that is turned in space bends in the same way, turned", () => {
  // A rotation about (1, 2, 3) by one radian, by Rodrigues' formula.
  const axis = [1, 2, 3].map((x) => x / Math.sqrt(14));
  const turn = (x: readonly number[]): Point => {
    const along = x.reduce((sum, each, c) => sum + each * axis[c], 0);
    const across = [0, 1, 2].map((c) => axis[(c + 1) % 3] * x[(c + 2) % 3] - axis[(c + 2) % 3] * x[(c + 1) % 3]);
    const [a, b, c] = x.map(
      (each, i) => Math.cos(1) * each + Math.sin(1) * across[i] + (1 - Math.cos(1)) * along * axis[i],
    );
    return [a, b, c];
  };
  const own = { ...section, shearAreas: [0.7, 0.4] as const };
  const ends = [0.1, -0.3, 0.2, 0.05, 0.2, -0.1];
  const straight = shape(cantilever([4, 0, 0], [0, 1, 0], own), Float64Array.from(ends));
  const turned = shape(
    cantilever(turn([4, 0, 0]), turn([0, 1, 0]), own),
    Float64Array.of(...turn(ends.slice(0, 3)), ...turn(ends.slice(3))),
  );
  for (const point of straight.scene.members.points) {
    const wanted = turn([...straight.out.subarray(3 * point, 3 * point + 3)]);
    // Single precision of numbers below one.
    for (const [c, x] of wanted.entries()) expect(turned.out[3 * point + c]).toBeCloseTo(x, 6);
  }
});

test("between hinges a member stays straight", () => {
  const parts = cantilever([4, 0, 0], [0, 1, 0]);
  const hinged: FrameDescription = {
    ...parts,
    dimension: 2,
    nodes: parts.nodes.map(({ name, point: [x, y] }) => ({ name, point: [x, y, 0] })),
    members: parts.members.map((member) => ({ ...member, up: null, released: [[5], [5]] })),
    supports: [
      { node: 0, direction: 0, motion: null },
      { node: 0, direction: 1, motion: null },
      { node: 0, direction: 5, motion: null },
    ],
    springs: [{ node: 1, direction: 1, value: 1 }],
    masses: [{ node: 1, direction: 5, value: 1 }],
  };
  const { scene, out } = shape(hinged, Float64Array.of(0, 0.3, 0.5));
  const { points } = scene.members;
  for (const [k, point] of points.entries()) {
    expect(out[3 * point + 1]).toBeCloseTo((0.3 * k) / (points.length - 1), 6);
  }
  expect([...scene.hinges]).toEqual([points[0], points[points.length - 1]]);
});

test("points know their coordinates, and moments are linear along a member", () => {
  const length = 4;
  const EI = section.E * section.Iz;
  const q = Float64Array.of(0, length ** 3 / (3 * EI), 0, 0, 0, length ** 2 / (2 * EI));
  const { scene, built, values } = shape({ ...cantilever([length, 0, 0], [0, 1, 0]), springs: [] }, q);
  expect([...scene.coordinates.subarray(3, 6)].map((i) => built.labels[i])).toEqual(["ux_tip", "uy_tip", "uz_tip"]);
  const moments = new Float32Array(scene.names.length);
  values(
    scene.fields.findIndex(({ name }) => name === "moment"),
    0,
    q,
    new Float64Array(6),
    moments,
  );
  for (const point of scene.members.points) {
    // The moment of a unit force at the end.
    expect(moments[point]).toBeCloseTo(length - (scene.rest[3 * point] - 1), 5);
  }
  expect(moments[0]).toBeCloseTo(length, 5);
});
