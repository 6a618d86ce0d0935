import { expect, test } from "vitest";
import { modesOf } from "../../src/analysis/modes.js";
import { buildProblem, loadModel } from "../../src/model-file/index.js";
import { partsOfRow, rowWidth } from "../../src/scene/frames.js";
import { modeFrames } from "../../src/scene/mode-frames.js";

test("two masses on three springs: in phase in the first mode, in opposition in the second", () => {
  const plan = buildProblem(
    loadModel(
      "noether: 1\nsystem: { coordinates: [a, b, c], matrices: { mass: [1, 1, 1], stiffness: [[2, -1, 0], [-1, 2, -1], [0, -1, 2]] } }\n" +
        "method: newmark\ntime: { end: 1, step: 0.1 }\n",
    ),
  );
  const moving = plan.scene();
  const { modes } = modesOf(plan.problem, 3);
  const quarterOf = (k: number) => {
    const { times, rows } = modeFrames(moving, plan.problem, modes[k]);
    const width = rowWidth(moving.scene);
    expect(times[times.length - 1]).toBeCloseTo((2 * Math.PI) / modes[k].frequency, 12);
    // The first frame is the start.
    expect([...partsOfRow(moving.scene, rows.subarray(0, width)).displacements].every((x) => x === 0)).toBe(true);
    const row = partsOfRow(moving.scene, rows.subarray(12 * width, 13 * width)).displacements;
    // Grounds are points as well.
    return [0, 1, 2].map((q) => row[moving.scene.coordinates.indexOf(q)]);
  };
  const [first, third] = [quarterOf(0), quarterOf(2)];
  expect(Math.sign(first[0])).toBe(Math.sign(first[1]));
  expect(Math.sign(third[0])).toBe(-Math.sign(third[1]));
  // (1, √2, 1) and (1, −√2, 1), in single precision.
  expect(first[1] / first[0]).toBeCloseTo(Math.SQRT2, 5);
  expect(third[1] / third[0]).toBeCloseTo(-Math.SQRT2, 5);
});
