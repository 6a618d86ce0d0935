import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { eigenGeneralized } from "../../../src/linalg/eigen-symmetric.js";
import { bilinear } from "../../../src/linalg/matrix.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { portalFrame } from "../../../src/models/structures/portal-frame.js";

function linear(parameters: Parameters<typeof portalFrame>[0]) {
  const problem = portalFrame(parameters);
  if (problem.system.kind !== "linear") throw new Error("the frame is linear");
  const modes = eigenGeneralized(problem.system.stiffness, problem.system.mass.matrix);
  if (!("vectors" in modes)) throw new Error("the mass is positive");
  return { ...problem, system: problem.system, modes };
}

test("pushed to the side it is as stiff as two columns whose joints turn", () => {
  const [E, depth, height, span] = [3e10, 0.01, 4, 6];
  const { modes } = linear({ E, depth, height, span });
  // Half of a unit force at each corner: its flexibility is a sum over the modes.
  const flexibility = modes.vectors.reduce((sum, mode, k) => sum + ((mode[0] + mode[3]) / 2) ** 2 / modes.values[k], 0);
  const [column, beam] = [height, span].map((length) => (E * depth ** 4) / 12 / length);
  // A sway Δ turns both joints by θ, (4 column + 6 beam) θ = 6 column Δ/height, which takes from the 24 column/height² of fixed ones.
  const stiffness = (24 * column - (2 * (6 * column) ** 2) / (4 * column + 6 * beam)) / height ** 2;
  // Members that stretch give by the square of depth over height more.
  expect(flexibility * stiffness).toBeCloseTo(1, 5);
});

test("more members bring the frequencies down to their limits", () => {
  const [one, two, four, eight] = [1, 2, 4, 8].map((cells) => linear({ cells }).modes.values);
  for (const mode of [0, 1]) {
    const errors = [one, two, four].map((values) => values[mode] / eight[mode] - 1);
    for (const error of errors) expect(error).toBeGreaterThan(0);
    // Bending is cubic and stretching linear in a member: errors fall with the fourth power of its length, or the second.
    expect(Math.log2(errors[1] / errors[2])).toBeGreaterThan(2);
  }
});

test.each([1, 3])("with %d members each: the asked damping in the first two modes", (cells) => {
  const { system, modes } = linear({ cells, damping: 0.03 });
  if (system.viscosity === null) throw new Error("the frame is damped");
  for (const k of [0, 1]) {
    const ratio = bilinear(system.viscosity, modes.vectors[k], modes.vectors[k]) / (2 * Math.sqrt(modes.values[k]));
    expect(ratio).toBeCloseTo(0.03, 9);
  }
});

test("the ground pushes what is horizontal, and nothing else at the corners", () => {
  const { system } = linear({});
  const [out, rest] = [new Float64Array(6), new Float64Array(6)];
  system.load?.addTo(3.14, rest, rest, out);
  expect(out[0]).not.toBe(0);
  expect(out[3]).toBeCloseTo(out[0], 8);
  expect(out[1]).toBeCloseTo(0, 8);
  expect(portalFrame({ peak: 0 }).system.load).toBeNull();
});

test("pulled to the side and let go, it comes to rest", () => {
  const problem = portalFrame({ peak: 0, displacement: 0.05, damping: 0.2 });
  const corner = problem.system.labels.indexOf("ux_2");
  expect(problem.q0[corner]).toBeCloseTo(0.05, 15);
  const { last } = run(problem, dop853(), { time: { end: 10 } });
  expect(Math.abs(last.q[corner])).toBeLessThan(1e-6);
});
