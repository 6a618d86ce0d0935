import { describe, expect, test } from "vitest";
import { buildProblem, loadModel } from "../../src/model-file/index.js";
import { pendulum } from "../../src/models/oscillators/pendulum.js";
import { springChain } from "../../src/models/particles/spring-chain.js";
import { largestIn, partsOfRow, pathOf, rowAt, rowWidth, writeRow } from "../../src/scene/frames.js";
import { particleScene } from "../../src/scene/particles.js";
import { sceneRecording } from "../../src/scene/recording.js";
import type { MovingScene } from "../../src/scene/scene.js";

const sceneIn = ({ scene }: { scene?: () => MovingScene }) => (scene as () => MovingScene)();

describe("a row", () => {
  test("holds displacements, velocities and fields", () => {
    const moving = sceneIn(pendulum({ length: 2 }));
    const row = new Float32Array(rowWidth(moving.scene));
    writeRow(moving, 0, Float64Array.of(Math.PI / 2), Float64Array.of(3), row);
    const { displacements, velocities, values } = partsOfRow(moving.scene, row);
    expect([...displacements].map((x) => Number(x.toFixed(6)) + 0)).toEqual([0, 0, 0, 2, 0, 0]);
    expect([...velocities].map((x) => Number(x.toFixed(6)) + 0)).toEqual([0, 0, 0, 0, 6, 0]);
    expect(moving.scene.fields.map(({ name }) => name)).toEqual(["speed"]);
    expect([...values[0]]).toEqual([0, 6]);
  });

  test("between two times is linear, and stays outside of them", () => {
    const moving = sceneIn(springChain({ masses: 2, ends: "free" }));
    const { scene } = moving;
    const width = rowWidth(scene);
    const rows = new Float32Array(3 * width);
    const times = Float64Array.of(0, 1, 3);
    times.forEach((t, k) => {
      writeRow(moving, t, Float64Array.of(t * t, -t), new Float64Array(2), rows.subarray(k * width, (k + 1) * width));
    });
    const out = new Float32Array(width);
    const at = (t: number) => [rowAt(scene, { times, rows }, t, out), out[0], out[3]];
    expect(at(0.5)).toEqual([0, 0.5, -0.5]);
    expect(at(2)).toEqual([1, 5, -2]);
    expect(at(-1)).toEqual([0, 0, -0]);
    expect(at(1)).toEqual([1, 1, -1]);
    expect(at(7)).toEqual([2, 9, -3]);
    expect(rowAt(scene, { times: new Float64Array(), rows: new Float32Array() }, 0, out)).toBe(-1);
    expect(largestIn(scene, { times, rows }, "displacements")).toBe(9);
    expect(pathOf(scene, { times, rows }, 1).map((path) => [...path])).toEqual([
      [-0, -1, -3],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(largestIn(scene, { times, rows }, "velocities")).toBe(0);
  });

  test("of a periodic box takes the short way", () => {
    const moving = particleScene({ dimension: 2, masses: [1], view: null, box: [4, 4] });
    const width = rowWidth(moving.scene);
    const rows = new Float32Array(2 * width);
    writeRow(moving, 0, Float64Array.of(3.5, 1), new Float64Array(2), rows.subarray(0, width));
    writeRow(moving, 1, Float64Array.of(4.5, 2), new Float64Array(2), rows.subarray(width));
    const out = new Float32Array(width);
    rowAt(moving.scene, { times: Float64Array.of(0, 1), rows }, 0.25, out);
    expect([out[0], out[1]]).toEqual([3.75, 1.25]);
    rowAt(moving.scene, { times: Float64Array.of(0, 1), rows }, 0.75, out);
    expect([out[0], out[1]]).toEqual([0.25, 1.75]);
  });
});

describe("a recording", () => {
  const state = (t: number) => ({ t, q: Float64Array.of(Math.sin(t)), v: Float64Array.of(Math.cos(t)) });

  test("keeps states at equal distances, at most so many, and the last", () => {
    const recording = sceneRecording(() => sceneIn(pendulum()), { most: 8 });
    for (let n = 0; n < 100; n++) recording.observe(state(n));
    const { scene, frames } = recording.frames(state(99));
    expect([...frames.times]).toEqual([0, 16, 32, 48, 64, 80, 96, 99]);
    const row = new Float32Array(rowWidth(scene));
    rowAt(scene, frames, 32, row);
    expect(row[3]).toBeCloseTo(Math.sin(Math.sin(32)), 6);
    expect(frames.rows.length).toBe(8 * row.length);
  });

  test("stays within its budget of bytes", () => {
    const recording = sceneRecording(() => sceneIn(springChain({ masses: 1000 })), { budget: 1e6 });
    const q = new Float64Array(1000);
    for (let n = 0; n < 500; n++) recording.observe({ t: n, q, v: q });
    const { frames } = recording.frames();
    expect(frames.rows.byteLength).toBeLessThan(1e6);
    expect(frames.times.length).toBeGreaterThan(8);
  });

  test("is due when twice as much has come", () => {
    const recording = sceneRecording(() => sceneIn(pendulum()));
    expect(recording.isDue).toBe(false);
    recording.observe(state(0));
    expect(recording.isDue).toBe(true);
    recording.frames();
    expect(recording.isDue).toBe(false);
    recording.observe(state(1));
    expect(recording.isDue).toBe(true);
  });

  test("of a motion that leaves the window makes the scene anew, of one that stays it does not", () => {
    const plan = buildProblem(
      loadModel(
        "noether: 1\nsystem: { coordinates: [u], mass: 1, potential: u^2/2 }\nstart: { q: [1], v: [0] }\nmethod: midpoint\ntime: { end: 1, step: 0.1 }\n",
      ),
    );
    const far = (reach: number) => {
      const recording = sceneRecording(plan.scene);
      for (const x of [1, 0, -reach]) recording.observe({ t: 1 - x, q: Float64Array.of(x), v: new Float64Array(1) });
      const { scene, frames } = recording.frames();
      const [curve] = scene.background.filter(({ kind }) => kind === "potential");
      return { left: curve.points[0], scene, frames };
    };
    expect(far(1).left).toBe(far(0.5).left);
    const { left, scene, frames } = far(5);
    expect(left).toBeLessThan(-5);
    // The bead is on the new curve at all times: at u = 1 too.
    const [curve] = scene.background.filter(({ kind }) => kind === "potential");
    const k = curve.points.findIndex((x, i) => i % 3 === 0 && x >= 1);
    expect(frames.rows[1]).toBeCloseTo(curve.points[k + 1], 1);
  });
});
