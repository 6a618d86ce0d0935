import { expect, test } from "vitest";
import { specialised } from "../../src/core/specialise.js";
import { buildSystem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";

const SOLID = `
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [3, 3, 3], element: hex8 } }
    material: { model: linear-elastic, E: 1, nu: 0.3, density: 1 }
    supports: [{ on: left, fix: all }]
    loads: [{ on: right, force: [0, 0, -1] }]
`;

const SYSTEMS = {
  potential: "system: { coordinates: [x, y], mass: 1, potential: x^2 + y^4 }",
  matrices: "system: { matrices: { mass: [[1, 0], [0, 1]], stiffness: [[2, -1], [-1, 2]] } }",
  particles:
    "system: { particles: { dimension: 2, masses: 1, pair: { gravity: {} } } }\nstart: { q: [[0, 0], [1, 0]] }",
  solid: SOLID,
  frame: `
system:
  frame:
    nodes: { a: [0, 0], b: [1, 0] }
    sections: { s: { E: 1, A: 1, I: 1, density: 1 } }
    members: [{ from: a, to: b, section: s }]
    supports: [{ on: a, fix: all }]
`,
  model: "system: { model: kepler }",
};

test.each(Object.entries(SYSTEMS))(
  "a system of kind %s carries the threads that its model was loaded with",
  (_, text) => {
    const threads = { call: () => {} };
    expect(buildSystem(loadModel(`noether: 1\n${text}`, { threads })).problem.system.threads).toBe(threads);
    expect(buildSystem(loadModel(`noether: 1\n${text}`)).problem.system.threads).toBeUndefined();
  },
);

test("threads help to find the equilibrium that a motion starts in, and leave its digits alone", () => {
  let calls = 0;
  const start = (threads?: { call(): void }) =>
    specialised(
      "always",
      () => buildSystem(loadModel(`noether: 1\n${SOLID}start: equilibrium\n`, { threads })).problem.q0,
    );
  const alone = start();
  expect(start({ call: () => void calls++ })).toEqual(alone);
  expect(calls).toBeGreaterThan(0);
});
