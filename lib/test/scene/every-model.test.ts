/** What holds for the scene of every builtin model and every example. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../src/core/system.js";
import { buildSystem, loadModel, sceneOf } from "../../src/model-file/index.js";
import { models } from "../../src/models/all.js";
import { abstractScene } from "../../src/scene/abstract.js";
import { type MovingScene, pointCount } from "../../src/scene/scene.js";

const examples = fileURLToPath(new URL("../../../examples/", import.meta.url));
const files = readdirSync(examples).filter((name) => name.endsWith(".yaml"));

interface Case {
  readonly name: string;
  make(): { readonly problem: Problem; readonly moving: MovingScene };
}

const cases: Case[] = [
  ...models.map((model) => ({
    name: model.id,
    make: () => {
      const problem = model();
      return { problem, moving: problem.scene?.() ?? abstractScene(problem) };
    },
  })),
  ...files.map((name) => ({
    name,
    make: () => {
      const path = join(examples, name);
      const model = loadModel(readFileSync(path, "utf8"), {
        file: path,
        readFile: (file) => readFileSync(join(dirname(path), file)),
      });
      const built = buildSystem(model);
      return { problem: built.problem, moving: sceneOf(built) };
    },
  })),
];

describe.each(cases)("$name", ({ make }) => {
  const { problem, moving } = make();
  const { scene } = moving;
  const count = pointCount(scene);
  const { system, t0, q0 } = problem;
  // A state in no special place, and a velocity that every coordinate has.
  const q = q0.map((x, i) => x + 0.01 * Math.sin(1 + i));
  const v = q0.map((_, i) => Math.cos(2 + 3 * i));

  test("is plain data", () => {
    expect(structuredClone(scene)).toEqual(scene);
  });

  test("every point has a place, a name and coordinates that exist", () => {
    expect(count).toBeGreaterThan(0);
    expect(scene.rest.every(Number.isFinite)).toBe(true);
    expect(scene.names).toHaveLength(count);
    expect(scene.axes).toHaveLength(scene.dimension);
    const labels = problem.view?.labels ?? system.labels;
    expect(scene.coordinates).toHaveLength(3 * count);
    expect(scene.coordinates.every((i) => i >= -1 && i < labels.length)).toBe(true);
    expect(scene.coordinates.some((i) => i >= 0)).toBe(true);
  });

  test("everything that is drawn is between points that exist", () => {
    const { balls, links, members, surface, supports, hinges, trails } = scene;
    const named = [
      balls.points,
      ...links.map(({ ends }) => ends),
      members.points,
      ...(surface === null ? [] : [surface.triangles, surface.edges, surface.outline]),
      supports.points,
      hinges,
      trails,
    ];
    for (const list of named) expect(list.every((point) => point < count)).toBe(true);
    expect(named.some((list) => list.length > 0)).toBe(true);
    expect(members.start[members.start.length - 1]).toBe(members.points.length);
    expect(balls.sizes).toHaveLength(balls.points.length);
    for (const { points } of scene.background) expect(points.every(Number.isFinite)).toBe(true);
  });

  test("velocities are those of the displacements", () => {
    const at = (time: number) => {
      const out = new Float32Array(3 * count);
      moving.displacements(
        t0 + time,
        q.map((x, i) => x + time * v[i]),
        v,
        out,
      );
      return out;
    };
    const rates = new Float32Array(3 * count);
    moving.velocities(t0, q, v, rates);
    const step = 2 ** -8;
    const [before, after] = [at(-step), at(step)];
    const size = after.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const fastest = rates.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expect(fastest).toBeGreaterThan(0);
    // Two positions rounded to single precision over twice the step; the third derivatives that a bead on a steep curve has.
    const bound = (2 ** -23 * size) / step + 1e-3 * fastest;
    rates.forEach((rate, i) => {
      expect(Math.abs((after[i] - before[i]) / (2 * step) - rate)).toBeLessThan(bound);
    });
  });

  test("every field has a number at every point", () => {
    const out = new Float32Array(count);
    expect(new Set(scene.fields.map(({ name }) => name)).size).toBe(scene.fields.length);
    scene.fields.forEach((_, k) => {
      out.fill(Number.NaN);
      moving.values(k, t0, q, v, out);
      expect(out.every(Number.isFinite)).toBe(true);
    });
  });
});
