import { expect, test } from "vitest";
import { springPendulum } from "../../src/models/oscillators/spring-pendulum.js";
import { cantilever } from "../../src/models/structures/cantilever.js";
import { scenePicture } from "../../src/report/scene-picture.js";
import { rowWidth, writeRow } from "../../src/scene/frames.js";
import type { MovingScene } from "../../src/scene/scene.js";

/** Frames at the positions given. */
function framesAt(moving: MovingScene, states: readonly Float64Array[]) {
  const width = rowWidth(moving.scene);
  const rows = new Float32Array(width * states.length);
  states.forEach((q, k) => {
    writeRow(moving, k, q, new Float64Array(q.length), rows.subarray(k * width, (k + 1) * width));
  });
  return { times: Float64Array.from(states.keys()), rows };
}

test("a pendulum is drawn with its spring, its support, its mass and its path", () => {
  const moving = (springPendulum().scene as () => MovingScene)();
  const frames = framesAt(moving, [Float64Array.of(-1, -1), Float64Array.of(0, -1.5), Float64Array.of(1, -1)]);
  const svg = scenePicture(moving.scene, frames, { width: 320, height: 200, title: "a < b & c" });
  expect(svg).toContain("<title>a &#60; b &#38; c</title>");
  const [, x, y] = svg.match(/<circle class="b" cx="([\d.]+)" cy="([\d.]+)"/) ?? [];
  const [, px, py] = svg.match(/<rect class="g" x="([\d.]+)" y="([\d.]+)"/) ?? [];
  // From −1 to 1 and from −1.5 to 0, in a picture of 320 by 200 with a margin of 14: 172 pixels for 1.5.
  const unit = 172 / 1.5;
  expect(Number(x)).toBeCloseTo(160 + unit, 1);
  expect(Number(y)).toBeCloseTo(14 + unit, 1);
  expect(Number(px) + 3).toBeCloseTo(160, 1);
  expect(Number(py) + 3).toBeCloseTo(14, 1);
  // A spring of ten turns with straight ends, and a path of three points.
  expect(svg.match(/class="i" d="([^"]+)"/)?.[1].split("L")).toHaveLength(14);
  expect(svg.match(/class="t" d="([^"]+)"/)?.[1].split("L")).toHaveLength(3);
});

test("a solid shows the faces towards the eye when it is bent most", () => {
  const problem = cantilever();
  const moving = (problem.scene as () => MovingScene)();
  const bent = problem.v0.map((x) => 0.1 * x);
  const frames = framesAt(moving, [problem.q0, bent, problem.q0]);
  const svg = scenePicture(moving.scene, frames, { title: "bar" });
  const faces = svg.match(/Z" fill="#/g) ?? [];
  const all = (moving.scene.surface?.triangles.length ?? 0) / 3;
  expect(faces.length).toBeGreaterThan(0.3 * all);
  expect(faces.length).toBeLessThan(0.7 * all);
  expect(svg).not.toMatch(/NaN|Infinity/);
  expect(new Set(svg.match(/fill="#[0-9a-f]{6}"/g)).size).toBeGreaterThan(3);
});
