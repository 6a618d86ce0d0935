/** Whoever looks at a scene sees all of it. */
import { Vector3 } from "three";
import { expect, test } from "vitest";
import { rigOf } from "../src/scene/camera.js";

test.each([
  ["a bar on a phone", [390, 190], [0, -0.05, -0.4], [1, 0.05, 0.05]],
  ["a bar towards the eye", [480, 380], [0, -3, 0], [0.2, 0, 0.2]],
  ["a tower", [480, 380], [0, 0, 0], [1, 1, 9]],
] as const)("%s: every corner is in the picture, and it is not far away", (_, [width, height], least, most) => {
  const rig = rigOf(3);
  rig.resize(width, height);
  rig.fit({ least, most });
  const corners = Array.from({ length: 8 }, (_, k) =>
    new Vector3(...[0, 1, 2].map((c) => ((k >> c) & 1 ? most : least)[c] as number)).project(rig.camera),
  );
  const farthest = Math.max(...corners.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
  expect(farthest).toBeLessThan(1);
  expect(farthest).toBeGreaterThan(0.7);
});
