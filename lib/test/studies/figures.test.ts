import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { studyFigure } from "../../src/report/figures/study/index.js";
import { svgOf } from "../../src/report/svg.js";
import {
  type DemandFigure,
  demandRuns,
  type ErrorFigure,
  ensembleOf,
  gridOf,
  loadStudy,
  type MapFigure,
  prepareStudy,
  type SpectraFigure,
  type StudyColumn,
  type StudyFigure,
  type StudyTable,
  tableOf,
  tableOfColumns,
} from "../../src/studies/index.js";

const file = "study.yaml";
const study = (figures: string, measure = "error: { error: x }\n    drift: { drift: energy }") => `noether: 1
study:
  model:
    noether: 1
    system: { coordinates: [x], parameters: { k: 1, c: 2 }, mass: 1, potential: k*x^2/2 }
    start: { q: [1], v: [0] }
    method: midpoint
    time: { end: 1, step: 0.1 }
  vary: { method: [midpoint, newmark], step: [1/10, 1/20], k: [1, 2] }
  reference: { method: gauss }
  measure:
    ${measure}
  figures:
    - ${figures}
`;
const figureOf = (figures: string, measure?: string) => loadStudy(study(figures, measure), { file }).figures[0];

describe("what a study asks for", () => {
  test("by its name alone: step, error and lines follow from the study", () => {
    expect(figureOf("convergence")).toEqual({
      kind: "convergence",
      title: null,
      where: {},
      key: "study.figures[0]",
      across: "step",
      error: "error",
      by: ["method", "k"],
    });
    expect(figureOf("work-precision")).toMatchObject({ across: "gradients" });
  });

  test("in all detail", () => {
    expect(
      figureOf(
        "{ kind: heat-map, x: step, y: k, value: drift, scale: log, where: { method: midpoint }, title: Drift }",
      ),
    ).toMatchObject({ x: "step", y: "k", value: "drift", scale: "log", where: { method: "midpoint" }, title: "Drift" });
    // As they are written where they are varied.
    expect(figureOf("{ kind: work-precision, where: { step: 1/20 } }")).toMatchObject({ where: { step: 0.05 } });
    expect(figureOf("{ kind: work-precision, work: seconds, by: method, where: { k: 2 } }")).toMatchObject({
      across: "seconds",
      by: ["method"],
      where: { k: 2 },
    });
    expect(figureOf("{ kind: poincare, x: t }", "s: { section: { surface: x, of: [vx, t] } }")).toMatchObject({
      section: "s",
      x: "t",
      y: "t",
    });
  });

  const wrong: readonly [string, RegExp][] = [
    [
      "convergance",
      /study\.yaml:15:7: study\.figures\[0\]: there is no figure "convergance"\. Did you mean "?convergence/,
    ],
    ["{ kind: bar }", /study\.yaml:15:15: study\.figures\[0\]\.kind: there is no figure "bar"/],
    ["{ title: x }", /figures\[0\]\.kind: is missing/],
    ["{ kind: convergence, stop: step }", /study\.yaml:15:28: .*unknown key "stop"\. Did you mean "?step/],
    [
      "{ kind: convergence, error: eror }",
      /figures\[0\]\.error: the table has no column "eror"\. Did you mean "?error/,
    ],
    ["{ kind: convergence, step: drift }", /figures\[0\]\.step: the table has no column "drift"/],
    ["{ kind: heat-map, x: step, y: k }", /value is missing/],
    ["{ kind: heat-map, x: step, y: k, value: drift, where: { metod: a } }", /where\.metod: the table has no column/],
    ["{ kind: heat-map, x: step, y: k, value: drift, where: { k: two } }", /where\.k: .*"two"/],
    ["{ kind: lyapunov, x: step, y: k }", /value is missing/],
    ["poincare", /no measure is a section/],
    ["{ kind: fragility, demand: drift, record: method, intensity: k }", /limit: is missing/],
    [
      "{ kind: fragility, demand: drift, record: method, intensity: k, limit: [1, 0] }",
      /limit\[1\]: found 0; accepted: a number > 0/,
    ],
    ["spectra", /record is missing/],
    ["{ kind: spectra, record: method, periods: { from: 2, to: 1 } }", /from a shorter to a longer/],
    ["{ kind: spectra, record: method, quantity: jerk }", /quantity/],
  ];
  test.each(wrong)("refuses %s with file, line and key", (text, message) => {
    expect(() => figureOf(text)).toThrow(InputError);
    expect(() => figureOf(text)).toThrow(message);
    expect(() => figureOf(text)).toThrow(/study\.yaml:15/);
  });
});

/** A table from its columns: varied unless said otherwise. */
function table(
  columns: Readonly<Record<string, readonly (number | string)[]>>,
  measured: readonly string[],
): StudyTable {
  const described = Object.entries(columns).map(
    ([name, values]): StudyColumn => ({
      name,
      type: typeof values[0] === "string" ? "text" : "float64",
      role: name === "outcome" ? "outcome" : measured.includes(name) ? "measured" : "varied",
    }),
  );
  return tableOfColumns(described, Object.values(columns) as (readonly string[])[], "");
}

const drawn = { title: null, where: {}, key: "study.figures[0]" };

test("convergence: the lines are named with the orders that were fitted", () => {
  const steps = Array.from({ length: 6 }, (_, k) => 2 ** -k);
  const data = table(
    {
      method: [...steps.map(() => "two"), ...steps.map(() => "four")],
      step: [...steps, ...steps],
      error: [...steps.map((h) => 0.1 * h ** 2), ...steps.map((h) => 0.1 * h ** 4)],
    },
    ["error"],
  );
  const figure: ErrorFigure = { ...drawn, kind: "convergence", across: "step", error: "error", by: ["method"] };
  const [panel] = studyFigure(figure, data).panels;
  expect(panel.series.map(({ name }) => name)).toEqual(["two: 2.00", "four: 4.00"]);
  expect(() => studyFigure({ ...figure, where: { method: "six" } }, data)).toThrow(/nothing to draw/);
  expect(
    studyFigure({ ...figure, kind: "work-precision", where: { method: "two" } }, data).panels[0].series,
  ).toHaveLength(1);
});

describe("maps", () => {
  const data = table({ a: [2, 1, 2, 1, 2, 1], b: ["p", "p", "q", "q", "r", "r"], m: [1, 2, 3, 4, Number.NaN, 6] }, [
    "m",
  ]);
  const figure: MapFigure = { ...drawn, kind: "heat-map", x: "a", y: "b", value: "m", scale: "linear" };

  test("values stand where their settings say, numbers ascending and words in order", () => {
    expect(gridOf(data, figure)).toEqual({
      x: { numbers: [1, 2] },
      y: { names: ["p", "q", "r"] },
      values: [2, 1, 4, 3, 6, Number.NaN],
      missing: 1,
    });
    const { panels, note } = studyFigure(figure, data);
    expect(panels[0].cells?.x).toEqual([0.5, 1.5, 2.5]);
    expect(panels[0].y.names).toEqual(["p", "q", "r"]);
    expect([panels[0].cells?.scale.least, panels[0].cells?.scale.most]).toEqual([1, 6]);
    expect(note).toMatch(/Grey: 1 of 6/);
  });

  test("a value of a range is chosen as it would be written", () => {
    const rounded = table({ a: [0.1 + 0.2, 0.4], b: [1, 1], c: [1, 2], m: [1, 2] }, ["m"]);
    expect(gridOf(rounded, { ...figure, x: "c", where: { a: 0.3 } }).values).toEqual([1]);
    expect(() => gridOf(rounded, { ...figure, where: { a: 0.3001 } })).toThrow(/no row has the values of where/);
  });

  test("refuses several cases in one place, and cases that are no grid", () => {
    const twice = table({ a: [1, 1], b: ["p", "p"], m: [1, 2] }, ["m"]);
    expect(() => gridOf(twice, figure)).toThrow(/several cases have the same a and b; choose among them by where/);
    const scattered = table({ a: [1, 2, 3], b: [1, 2, 3], m: [1, 2, 3] }, ["m"]);
    expect(() => gridOf(scattered, figure)).toThrow(/no grid/);
  });

  test("equal ratios are drawn on a logarithmic axis", () => {
    const log = table({ a: [1, 10, 100, 1, 10, 100], b: [1, 1, 1, 2, 2, 2], m: [1, 2, 3, 4, 5, 6] }, ["m"]);
    const [panel] = studyFigure(figure, log).panels;
    expect([panel.x.scale, panel.y.scale]).toEqual(["log", "linear"]);
    expect(panel.cells?.x[1]).toBeCloseTo(Math.sqrt(10), 12);
  });
});

test("fragility: runs that were stopped pass every limit, and a limit without a curve says why", () => {
  const levels = [1, 2, 3, 4];
  const records = ["a", "b", "c", "d"];
  const all = levels.flatMap((x) => records.map((record, k) => ({ x, record, demand: x * (k + 1) })));
  const data = table(
    {
      record: all.map(({ record }) => record),
      x: all.map(({ x }) => x),
      demand: all.map(({ demand }) => demand),
      outcome: all.map(({ demand }) => (demand > 12 ? "stopped" : "completed")),
    },
    ["demand"],
  );
  const figure: DemandFigure = {
    ...drawn,
    kind: "fragility",
    record: "record",
    intensity: "x",
    period: null,
    damping: 0.05,
    demand: "demand",
    limits: [5, 100],
  };
  const { panels, note, notices } = studyFigure(figure, data);
  expect(note).toMatch(/16 runs; 1 of them failed or were stopped/);
  expect(notices?.[0]).toMatch(/^≥ 5: median/);
  expect(notices?.[1]).toMatch(/^≥ 100: no curve/);
  expect(panels[0].bands).toHaveLength(1);
  const ida = studyFigure({ ...figure, kind: "incremental-dynamic-analysis" }, data);
  expect(ida.panels[0].series.map(({ name }) => name)).toEqual(["", "", "", "", "16 %", "median", "84 %"]);
});

test("runs of several methods at one intensity of a record are not drawn as one structure", () => {
  const data = table(
    {
      record: ["a", "a", "b", "b", "a"],
      x: [1, 1, 1, 1, Number.NaN],
      method: ["midpoint", "newmark", "midpoint", "newmark", "newmark"],
      demand: [1, 2, 3, 4, 5],
      outcome: ["completed", "completed", "completed", "completed", "completed"],
    },
    ["demand"],
  );
  const figure: DemandFigure = {
    ...drawn,
    kind: "incremental-dynamic-analysis",
    record: "record",
    intensity: "x",
    period: null,
    damping: 0.05,
    demand: "demand",
    limits: [],
  };
  const files = new Map();
  expect(() => demandRuns(data, figure, files)).toThrow(/several cases have the same record and x; choose .* by where/);
  const chosen = demandRuns(data, { ...figure, where: { method: "newmark" } }, files);
  expect(chosen.runs.map(({ demand }) => demand)).toEqual([2, 4, 5]);
});

test("the intensity by a short period is that of the oscillator, and of the spectra, not of what the samples show", () => {
  // A triangle of two steps; the period is 2.5 of them, and nothing is damped to speak of.
  const values = [0, 1, ...new Array(400).fill(0)];
  const bytes = new TextEncoder().encode(values.map((a, k) => `${0.02 * k},${a}`).join("\n"));
  const files = new Map([["r", { hash: "", bytes }]]);
  const [period, damping] = [0.05, 1e-6];
  const data = table({ record: ["r"], x: [3], demand: [1], outcome: ["completed"] }, ["demand"]);
  const demand: DemandFigure = {
    ...drawn,
    kind: "incremental-dynamic-analysis",
    record: "record",
    intensity: "x",
    period,
    damping,
    demand: "demand",
    limits: [],
  };
  const spectra: SpectraFigure = {
    ...drawn,
    kind: "spectra",
    record: "record",
    damping,
    periods: [period],
    quantity: "pseudo-acceleration",
    scale: 1,
  };
  // ω² q is the sum of what slopes that begin at 0, d and 2 d do, each (t − sin(ω t)/ω)/d.
  const omega = (2 * Math.PI) / period;
  const slope = (t: number) => (t > 0 ? (t - Math.sin(omega * t) / omega) / 0.02 : 0);
  const times = Array.from({ length: 20_000 }, (_, k) => (k * period) / 5000);
  const largest = Math.max(...times.map((t) => Math.abs(slope(t) - 2 * slope(t - 0.02) + slope(t - 0.04))));
  const [{ intensity }] = demandRuns(data, demand, files).runs;
  const [value] = ensembleOf(data, spectra, files).spectra[0];
  expect(intensity).toBe(3 * value);
  // 1 − cos(π/40).
  expect(value).toBeGreaterThan(largest * (1 - 0.0031));
  // Times that are looked at here are 1/5000 of a period apart.
  expect(value).toBeLessThan(largest * (1 + 1e-6));
});

test("every kind is drawn as SVG, bands and cells and names included", async () => {
  const map: StudyFigure = { ...drawn, kind: "heat-map", x: "a", y: "b", value: "m", scale: "linear" };
  const data = table({ a: [1, 2, 1, 2], b: ["p", "p", "q", "q"], m: [1, 2, 3, Number.NaN] }, ["m"]);
  const svg = await svgOf(studyFigure(map, data));
  expect(svg).toContain("Grey: 1 of 4");
  expect(svg).toContain(">q</text>");
  // Three values in three colours, and the grey of what is missing.
  expect(new Set([...svg.matchAll(/<path d="M[^"]*Z" fill="(#\w+)"/g)].map(([, colour]) => colour)).size).toBe(4);
});

describe("notices of the cases stand under a figure", () => {
  test("of a study that was run, with the number of its cases", async () => {
    const text = study("convergence", "error: { error: x }")
      .replace("potential: k*x^2/2 }", "potential: k*x^2/2, force: ['if(t < 0.777, 3, -2)'] }")
      .replace("method: [midpoint, newmark], step: [1/10, 1/20], k: [1, 2]", "step: [1/10, 1/20], method: [rk4]");
    const read = loadStudy(text, { file });
    const { run } = prepareStudy(read.bundle);
    const rows = Array.from({ length: read.count }, (_, i) => run(read.caseAt(i)));
    const found = studyFigure(read.figures[0], tableOf(read.columns, rows, text));
    expect(found.notices).toHaveLength(2);
    expect(found.notices?.[0]).toMatch(/^2 of 2 cases: the load jumps at t = 0\.777, inside of a step, where rk4/);
    expect(await svgOf(found)).toContain("2 of 2 cases: the load jumps at t = 0.777");
  });

  test("a few of them, those about most cases first", () => {
    const said = ["a: one", "b: two | c: three", "b: two | d: four", "b: two | e: five", "", "f: six", "g: seven"];
    const figure: ErrorFigure = { ...drawn, kind: "convergence", across: "step", error: "error", by: [] };
    const steps = said.map((_, k) => 2 ** -k);
    const columns = { step: steps, error: steps.map((h) => h ** 2), notices: said };
    expect(studyFigure(figure, table(columns, ["error"])).notices).toEqual([
      "3 of 7 cases: two",
      "1 of 7 cases: one",
      "1 of 7 cases: three",
      '4 more notices are in the column "notices" of the table',
    ]);
    const { notices: _, ...silent } = columns;
    expect(studyFigure(figure, table(silent, ["error"])).notices).toBeUndefined();
  });
});
