/** Solids and frames under every method: it runs, or refuses by name and says why. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { type Method, type MethodFamily, refusal } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { methods } from "../../src/methods/all.js";
import { buildSystem, loadModel } from "../../src/model-file/index.js";

const solid = (more: string, model = "neo-hookean") => `
noether: 1
system:
  solid:
    mesh: { box: { size: [0.2, 0.1, 0.1], cells: [2, 1, 1], element: hex8 } }
    material: { model: ${model}, E: 1e6, nu: 0.3, density: 1000 }
    mass: lumped
${more}
start: { v: [0.1*Y, -0.1*X, 0.01] }
`;

const SYSTEMS: Readonly<Record<string, string>> = {
  "a linear solid with damping": solid(
    '    supports: [ { on: left, fix: all } ]\n    loads: [ { on: right, force: [0, 0, "sin(50*t)"] } ]\n    damping: { rayleigh: [0, 1e-4] }',
    "linear-elastic",
  ),
  "a free nonlinear solid": solid(""),
  "a solid on a rigid plane with creeping friction": solid(
    "    contact: [ { plane: { point: [0, 0, 0], normal: [0, 0, 1] }, penalty: 1e-4, friction: 0.3, creep: 0.01 } ]\n    loads: [ { gravity: [0, 0, -9.81] } ]",
  ),
  "a solid with a prescribed displacement and a pressure that follows": solid(
    '    supports: [ { on: left, move: { x: 0, y: 0, z: "1e-3*sin(100*t)" } } ]\n    loads: [ { on: right, pressure: 1e3, follow: true } ]',
    "st-venant-kirchhoff",
  ),
  "a frame with damping": `
noether: 1
system:
  frame:
    nodes: { a: [0, 0], b: [0, 3], c: [4, 3] }
    members: [ { from: a, to: b }, { from: b, to: c } ]
    sections: { s: { A: 0.01, I: 1e-5, E: 2e11, density: 7850 } }
    supports: [ { on: a, fix: all } ]
    loads: [ { on: c, force: [0, "-1e4*t"] } ]
    damping: { rayleigh: [0.1, 1e-4] }
`,
};

/** Of those that have no defaults for all of their parameters. */
const GIVEN: Readonly<Record<string, Parameters<MethodFamily>[0]>> = {
  "force-stepping": { grid: 1e-3 },
  "energy-stepping": { energyStep: 1e-3 },
};

function methodOf(family: MethodFamily): Method {
  return family(GIVEN[family.id]);
}

describe.each(Object.entries(SYSTEMS))("%s", (_name, text) => {
  const { problem } = buildSystem(loadModel(text));
  const step = 1e-4;

  test.each(methods.map((family) => [family.id, family] as const))("%s", (id, family) => {
    const method = methodOf(family);
    const reason = refusal(method, problem.system);
    if (reason !== null) {
      expect(reason).toContain(id);
      expect(() => run(problem, method, { time: { step, steps: 1 } })).toThrow(InputError);
      return;
    }
    const time = method.clock === "own" ? { end: problem.t0 + 3 * step } : { step, steps: 3 };
    const outcome = run(problem, method, { time });
    expect(outcome.failure).toBeNull();
    expect(outcome.last.q.every(Number.isFinite)).toBe(true);
    expect(outcome.last.t).toBeCloseTo(problem.t0 + 3 * step, 12);
  });
});
