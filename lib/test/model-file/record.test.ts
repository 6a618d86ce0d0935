import { expect, test } from "vitest";
import { begin } from "../../src/core/run.js";
import { buildProblem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { quantityOf } from "../../src/model-file/record.js";
import { BUILTIN, PENDULUM } from "./models.js";

const state = (q: readonly number[], v: readonly number[], t = 0) => ({
  n: 0,
  t,
  q: Float64Array.from(q),
  v: Float64Array.from(v),
  memory: [],
});

test("every, quantities and probes", () => {
  const { record, stop } = buildProblem(loadModel(PENDULUM));
  expect(record.every).toBe(2);
  expect(record.quantities).toEqual(["q", "energy"]);
  expect(record.probes.map(({ name }) => name)).toEqual(["length"]);
  expect(record.probes[0].value(state([3, 4], [0, 0]))).toBe(5);
  expect(stop?.(state([3, 4], [0, 0]))).toBe(true);
  expect(stop?.(state([1, 4], [0, 0]))).toBe(false);
});

test("by default nothing is said about quantities", () => {
  const { record, stop } = buildProblem(loadModel(BUILTIN));
  expect(record).toEqual({ every: 1, quantities: null, probes: [] });
  expect(stop).toBeNull();
});

test("probes see the coordinates that have been condensed", () => {
  const { record } = buildProblem(
    loadModel(`noether: 1
system:
  coordinates: [x, y]
  mass: [1, 0]
  potential: x^2/2 + (y - 2*x)^2/2
start: { q: [1, 2] }
method: midpoint
time: { end: 1, step: 0.1 }
record: { probes: { slave: y + 10*vy } }
`),
  );
  expect(record.probes[0].value(state([3], [1]))).toBeCloseTo(26, 12);
});

test("labels that are no names are called q0, q1, …", () => {
  const plan = buildProblem(loadModel(`${BUILTIN}record: { probes: { r: sqrt(${labels()}) } }\n`));
  const [x, y] = plan.problem.q0;
  expect(plan.record.probes[0].value({ ...state([x, y], [0, 0]) })).toBeCloseTo(Math.hypot(x, y), 14);
});

function labels(): string {
  const [x, y] = buildProblem(loadModel(BUILTIN)).problem.system.labels;
  return `${x}^2 + ${y}^2`;
}

test("a model from which the angle was taken out shows it, and remembers it in snapshots", () => {
  const plan = () =>
    buildProblem(
      loadModel(`noether: 1
system: { model: radial-kepler, with: { eccentricity: 0.85 } }
method: { name: force-stepping, grid: 0.0067 }
time: { end: 9, step: 0.25 }
`),
    );
  const { record, problem, method, time } = plan();
  expect(record.probes.map(({ name }) => name)).toEqual(["theta"]);
  const whole = begin(problem, method, { time });
  whole.advance(700);
  const snapshot = structuredClone(whole.snapshot());
  whole.advance(Number.POSITIVE_INFINITY);
  const angle = record.probes[0].value(whole.state);
  // After 1.43 periods: between one revolution and a half and two, since most of the time is spent at the far end.
  expect(angle).toBeGreaterThan(3 * Math.PI - 0.5);
  expect(angle).toBeLessThan(4 * Math.PI);

  const again = plan();
  const rest = begin(again.problem, again.method, { time, from: snapshot });
  rest.advance(Number.POSITIVE_INFINITY);
  expect(again.record.probes[0].value(rest.state)).toBe(angle);
});

test("a quantity that is typed beside the model has the names of the model, and suggests them", () => {
  const model = loadModel(
    `noether: 1
system: { coordinates: [angle, y], parameters: { l: 2 }, mass: 1, potential: angle^2 + y^2 }
start: { q: [1, 0], v: [0, 0] }
method: midpoint
time: { end: 3, step: 0.1 }
`,
    { file: "m.yaml" },
  );
  const { problem } = buildProblem(model);
  const s = state([3, 7], [11, 13], 5);
  expect(quantityOf(model, problem, "l*angle + vy - t")(s)).toBe(2 * 3 + 13 - 5);
  expect(quantityOf(model, problem, "2")(s)).toBe(2);
  expect(() => quantityOf(model, problem, "angel + 1")).toThrow(/angle/);
});
