/** Models that are long, or make much of little: time and memory in proportion to the file, or a refusal. */
import { expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { buildProblem, loadModel } from "../../src/model-file/index.js";

/** Each takes about a second on a free machine; before, minutes. */
const SOON = 30_000;

const model = ({
  parameters = "{}",
  potential = "x^2 + y^2",
  coordinates = "[x, y]",
  q = "[1, 0]",
  record = "{}",
  description = "x",
}) => `noether: 1
description: &a "${description}"
system:
  coordinates: ${coordinates}
  mass: 1
  parameters: ${parameters}
  potential: ${potential}
start: { q: ${q} }
method: newmark
time: { end: 1, step: 0.1 }
record: ${record}
`;

function soon<T>(work: () => T): T {
  const before = performance.now();
  try {
    return work();
  } finally {
    expect(performance.now() - before).toBeLessThan(SOON);
  }
}

const list = (count: number, item: (k: number) => string) =>
  `{ ${Array.from({ length: count }, (_, k) => item(k)).join(", ")} }`;

test("ten thousand parameters", () => {
  const { parameters: values } = soon(() =>
    loadModel(model({ parameters: list(10_000, (k) => `p${k}: ${k}+1`), potential: "p1*x^2 + y^2" })),
  );
  expect(values.p9999).toBe(10_000);
});

test("twenty thousand probes are one module, and each reads its own expression", () => {
  const plan = soon(() =>
    buildProblem(loadModel(model({ record: `{ probes: ${list(20_000, (k) => `p${k}: x + ${k}`)} }` }))),
  );
  const { probes } = plan.record;
  expect(probes).toHaveLength(20_000);
  const state = { n: 0, t: 0, q: Float64Array.of(2, 3), v: new Float64Array(2), memory: [] };
  expect([0, 7, 19_999].map((k) => probes[k].value(state))).toEqual([2, 9, 20_001]);
});

test("a long expression that a thousand probes name is compiled once", () => {
  const text = model({
    description: Array(20_000).fill("x").join("+"),
    record: `{ probes: ${list(1000, (k) => `p${k}: *a`)} }`,
  });
  const { probes } = soon(() => buildProblem(loadModel(text))).record;
  const state = { n: 0, t: 0, q: Float64Array.of(2, 3), v: new Float64Array(2), memory: [] };
  expect(probes[999].value(state)).toBe(40_000);
});

test("thousands of coordinates that all act on one another are refused", () => {
  const names = Array.from({ length: 3000 }, (_, k) => `x${k}`);
  const text = model({
    coordinates: `[${names}]`,
    potential: `(${names.join(" + ")})^4`,
    q: `[${names.map(() => 1)}]`,
  });
  soon(() => expect(() => buildProblem(loadModel(text))).toThrow(/more than 500000 pairs of its 3000 coordinates/));
});

test("a quoted text over a million lines, and a mesh that no memory holds", () => {
  soon(() => expect(() => loadModel(`noether: 1\nname: "${"\\\n".repeat(900_000)}"\n`)).toThrow(InputError));
  const solid = `noether: 1
system: { solid: { mesh: { box: { size: [1, 1, 1], cells: [1000, 1000, 1] } }, material: { model: linear-elastic, E: 1, nu: 0.3, density: 1 } } }
start: { q: {} }
method: newmark
time: { end: 1, step: 0.1 }
`;
  soon(() =>
    expect(() => buildProblem(loadModel(solid, { memory: 8e9 }))).toThrow(
      /2.00e\+6 nodes with 6.01e\+6 unknowns take at least 15.0 GB/,
    ),
  );
});

test("names of probes are columns, and what is wrong is quoted in few words", () => {
  expect(() => buildProblem(loadModel(model({ record: '{ probes: { "a\\nb": x } }' })))).toThrow(
    /the name of a probe is that of a column/,
  );
  const long = model({ potential: `x^2 + ${"z".repeat(100_000)}` });
  expect(() => buildProblem(loadModel(long))).toThrow(/unknown name "z{90,100}…/);
});
