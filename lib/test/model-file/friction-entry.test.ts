/** Friction, constraints and dissipation potentials in model files. */
import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { beginPlan, blamedOn } from "../../src/model-file/begin-plan.js";
import { buildProblem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";

const read = (system: string, method = "newmark-minimization", start = "{ q: [1, 0.5], v: [0, 0] }") =>
  loadModel(
    `noether: 1
system:
  coordinates: [x, y]
  parameters: { mu: 0.1, l: 1 }
  mass: 1
  potential: (x^2 + y^2)/2
${system}
start: ${start}
method: ${method}
time: { end: 2, step: 0.01 }
`,
    { file: "model.yaml" },
  );
const model = (...given: Parameters<typeof read>) => buildProblem(read(...given));

test("a list without contacts is no friction", () => {
  const { problem, method, time } = model("  friction: []");
  expect(problem.system.friction).toBeUndefined();
  expect(run(problem, method, { time }).status).toBe("completed");
});

test("a contact on the ground, one against another, one in the plane", () => {
  const { problem } = model(
    "  friction: [{ on: x, limit: mu*(1 + t) }, { on: y, against: x, limit: 2*x }, { on: [x, y], limit: 3 }]",
  );
  const contacts = problem.system.friction?.contacts ?? [];
  expect(contacts.map(({ slip }) => slip.map((row) => [...row]))).toEqual([
    [[1, 0]],
    [[-1, 1]],
    [
      [1, 0],
      [0, 1],
    ],
  ]);
  expect(contacts.map(({ limit }) => limit(1, Float64Array.of(5, 0)))).toEqual([0.2, 10, 3]);
  // Nothing conserves energy here.
  expect(problem.system.invariants).toEqual([]);
});

test("what does not fit is refused where it stands", () => {
  expect(() => model("  friction: [{ on: z, limit: 1 }]")).toThrow(/model\.yaml:7:.*no coordinate "z"/s);
  expect(() => model("  friction: [{ on: [x, y], against: x, limit: 1 }]")).toThrow(/found 1 coordinates; accepted: 2/);
  expect(() => model("  friction: [{ on: x }]")).toThrow(/limit.*is missing/);
  expect(() => model("  friction: [{ on: x, limit: 1 }]", "midpoint")).toThrow(
    /midpoint does not know Coulomb friction/,
  );
  expect(() => model('  constraints: ["x^2 + y^2 - l^2"]')).toThrow(/newmark-minimization does not know constraints/);
});

test("constraints are held by the variational methods", () => {
  const { problem, method, time } = model(
    '  constraints: ["x^2 + y^2 - l^2"]',
    "{ name: variational, alpha: 0 }",
    "{ q: [0.6, 0.8], v: [-0.8, 0.6] }",
  );
  const { last } = run(problem, method, { time });
  expect(Math.hypot(last.q[0], last.q[1])).toBeCloseTo(1, 14);
  // On the circle the potential is constant: the motion turns at the rate 1.
  expect(Math.atan2(last.q[1], last.q[0])).toBeCloseTo(Math.atan2(0.8, 0.6) + 2, 4);
});

test.each([
  ['["y", "x^2 + y^2 - 4"]', "{ q: [1, 0], v: [0, 0] }", /"x\^2 \+ y\^2 - 4" is -3 at the start/],
  [
    '["x", "2*x"]',
    "{ q: [0, 1], v: [0, 0] }",
    /"2\*x" holds nothing at the start besides what the constraints before it/,
  ],
  ['["x^2"]', "{ q: [0, 1], v: [0, 0] }", /"x\^2" holds nothing at the start: its gradient is zero/],
])("constraints that cannot be held are refused where they stand: %s", (constraints, start, reason) => {
  const loaded = read(`  constraints: ${constraints}`, "variational", start);
  const begun = () => blamedOn(loaded, () => beginPlan(buildProblem(loaded)));
  expect(begun).toThrow(reason);
  expect(begun).toThrow(/^model\.yaml:7:16: system\.constraints: /);
});

test("a dissipation potential that depends on the place has its companion, and can be minimised", () => {
  const text = "  dissipation: mu*(1 + x^2)*(vx^2 + vy^2)\n  damping: [[0.1, 0], [0, 0.1]]";
  const { problem, method, time } = model(text);
  const { damping } = problem.system;
  const out = new Float64Array(2);
  damping?.companion?.addTo(0, Float64Array.of(2, 1), Float64Array.of(3, 4), out);
  // −∂φ/∂x = −2 mu x |v|².
  expect([...out]).toEqual([expect.closeTo(-10, 13), 0]);
  const { status, ledger } = run(problem, method, { time, ledger: true });
  expect(status).toBe("completed");
  expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-13);
});
