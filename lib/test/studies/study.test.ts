import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run, type State } from "../../src/index.js";
import { buildProblem, loadModel } from "../../src/model-file/index.js";
import {
  computedIn,
  decodeStudyCsv,
  failedRow,
  loadStudy,
  noticesInRows,
  prepareStudy,
  type Row,
  rowWith,
  type Study,
  studyCsvHead,
  studyCsvRow,
  studyFrom,
  tableOf,
} from "../../src/studies/index.js";
import { ENGINE } from "../../src/studies/read-study.js";
import { folder, OSCILLATOR, PENDULUM, study } from "./files.js";

const rowsOf = (read: Study): Row[] => {
  const prepared = prepareStudy(read.bundle);
  return Array.from({ length: read.count }, (_, i) => prepared.run(prepared.study.caseAt(i)));
};
const cell = (read: Study, row: Row | undefined, name: string) =>
  row?.values[read.columns.findIndex((column) => column.name === name)];

test("a case is the run of the model with its settings", () => {
  const read = loadStudy(study("m: [1, 2]\nstep: [0.01, 0.005]"), folder());
  const rows = rowsOf(read);
  const plan = buildProblem(
    loadModel(PENDULUM.replace("m: 1", "m: 2").replace("step: 0.01", "step: 0.005"), { file: "x" }),
  );
  const { last, steps, work } = run(plan.problem, plan.method, { time: plan.time });
  expect(cell(read, rows[3], "final.q.angle")).toBe(last.q[0]);
  expect(cell(read, rows[3], "final.v.angle")).toBe(last.v[0]);
  expect(cell(read, rows[3], "steps")).toBe(steps);
  expect(cell(read, rows[3], "gradients")).toBe(work.gradients);
  expect(cell(read, rows[3], "outcome")).toBe("completed");
  expect(read.columns.find(({ name }) => name === "step")).toEqual({
    name: "step",
    type: "float64",
    unit: "s",
    role: "varied",
  });
});

const MEASURES = `measure:
  end: { final: angle, unit: rad }
  all: { final: state }
  swing: { envelope: angle }
  most: { peak: vangle }
  top: { max: height }
  low: { min: angle }
  middle: { mean: angle }
  size: { rms: angle }
  drift: { drift: energy }
  e0: { initial: energy }
  relative: drift / e0
  cost: { of: gradients / steps, unit: evaluations }
  long: 2*l + 0*relative`;

test("measures: what each says of a motion is what the trajectory says", () => {
  const read = loadStudy(study("l: [1, 1.5]", MEASURES), folder());
  const [, row] = rowsOf(read);
  const plan = buildProblem(loadModel(PENDULUM.replace("l: 1,", "l: 1.5,")));
  const angles: number[] = [];
  const speeds: number[] = [];
  const energies: number[] = [];
  const [energy] = plan.problem.system.invariants;
  const { last } = run(plan.problem, plan.method, {
    time: plan.time,
    observe: {
      all: {
        observe({ t, q, v }: Readonly<State>) {
          angles.push(q[0] ?? 0);
          speeds.push(Math.abs(v[0] ?? 0));
          energies.push(energy?.value(t, q, v) ?? 0);
        },
        finish: () => null,
      },
    },
  });
  expect(cell(read, row, "end")).toBe(last.q[0]);
  expect(cell(read, row, "all.v.angle")).toBe(last.v[0]);
  expect(cell(read, row, "swing.min")).toBe(Math.min(...angles));
  expect(cell(read, row, "swing.max")).toBe(Math.max(...angles));
  expect(cell(read, row, "low")).toBe(Math.min(...angles));
  expect(cell(read, row, "most")).toBe(Math.max(...speeds));
  // The height falls with the angle from its largest value, at the start.
  expect(cell(read, row, "top")).toBeCloseTo(1.5 * (1 - Math.cos(1)), 14);
  const trapezoids = (values: number[]) =>
    values.slice(1).reduce((sum, x, i) => sum + (0.01 * (x + (values[i] ?? 0))) / 2, 0) / 1;
  // A hundred sums of numbers below 1.
  expect(cell(read, row, "middle")).toBeCloseTo(trapezoids(angles), 13);
  expect(cell(read, row, "size")).toBeCloseTo(Math.sqrt(trapezoids(angles.map((x) => x * x))), 13);
  const drift = Math.max(...energies.map((x) => Math.abs(x - (energies[0] ?? 0))));
  expect(cell(read, row, "drift")).toBe(drift);
  expect(cell(read, row, "relative")).toBe(drift / (energies[0] ?? 0));
  expect(cell(read, row, "long")).toBe(3);
  expect(read.columns.find(({ name }) => name === "end")?.unit).toBe("rad");
});

test("errors from a reference solution: second order is seen, and the reference is computed once a system", () => {
  const measure =
    "measure: { e: { error: angle }, s: { error: state } }\nreference: { method: gauss(stages=3), step: 0.01 }";
  const read = loadStudy(study("l: [1, 2]\nstep: [0.02, 0.01, 0.005]", measure), folder());
  const rows = rowsOf(read);
  const e = rows.map((row) => Number(cell(read, row, "e")));
  for (const [coarse, fine] of [
    [0, 1],
    [1, 2],
    [3, 4],
    [4, 5],
  ] as const) {
    // Halving the step quarters the error, up to terms of the fourth order: (0.02 ω)² of it.
    expect(Math.log2((e[coarse] ?? 0) / (e[fine] ?? 1))).toBeCloseTo(2, 1);
  }
  expect(rows.map((row) => cell(read, row, "s"))).toEqual(e);
  expect(() => loadStudy(study("l: [1]", "measure: { e: { error: angle } }"), folder())).toThrow(
    /study\.measure\.e\.error: an error needs a reference solution/,
  );
});

test("a case that fails says why, and the others are computed", () => {
  const read = loadStudy(study("step: [0.01, 0.7, 0.003, 0.02]", "measure: { end: { final: angle } }"), folder());
  const rows = rowsOf(read);
  expect(rows.map((row) => cell(read, row, "outcome"))).toEqual(["completed", "failed", "failed", "completed"]);
  expect(cell(read, rows[1], "reason")).toMatch(/step = 0\.7: time\.step: /);
  expect(cell(read, rows[1], "end")).toBeNull();
  // In one line, without the excerpt.
  const unclosed = loadStudy(study("system.potential: [-cos(angle), k*cos(angle]"), folder());
  expect(cell(unclosed, rowsOf(unclosed)[1], "reason")).toMatch(/is not closed$/);
  const stopped = loadStudy(study("stop: [angle < 0.5]"), folder());
  expect(cell(stopped, rowsOf(stopped)[0], "outcome")).toBe("stopped");
});

test("what is said of the steps stands among the notices, as what is said before them", () => {
  const text = `noether: 1
study:
  model:
    noether: 1
    system: { coordinates: [x, y], mass: 1, potential: (x^2 + y^2)/2 }
    start: { q: [0.53, 0], v: [0.1, 0] }
    method: { name: force-stepping, grid: 0.1, triangulation: j1 }
    time: { end: 2, step: 0.5 }
  vary: { "start.q[1]": [0, 0.031] }
  measure: { end: { final: x } }
`;
  const read = loadStudy(text);
  const [along, across] = rowsOf(read).map((row) => cell(read, row, "notices"));
  expect(along).toMatch(/energy-shift: .*\| along-faces: at t = 0 the motion goes along faces/);
  expect(across).not.toMatch(/along-faces/);
});

test("a bundle that has travelled as data gives the same cases, keys and rows", () => {
  const key = "system.force.groundMotion.file";
  const read = loadStudy(
    study(
      `${key}: { files: "records/*.csv" }\nk: { random: uniform, from: 1, to: 9, count: 3 }`,
      "measure: { most: { peak: x } }",
      "models/oscillator.yaml",
    ),
    folder(),
  );
  const { study: data, text, name, files } = read.bundle;
  const travelled = studyFrom({ study: JSON.parse(JSON.stringify(data)), text, name, files: new Map(files) });
  expect(travelled.columns).toEqual(read.columns);
  for (let i = 0; i < read.count; i++) expect(travelled.caseAt(i)).toEqual(read.caseAt(i));
  expect(rowsOf(travelled)).toEqual(rowsOf(read));
  const peaks = rowsOf(read).map((row) => Number(cell(read, row, "most")));
  // A linear system: twice the record, twice the motion, up to rounding.
  expect((peaks[3] ?? 0) / (peaks[0] ?? 1)).toBeCloseTo(2, 12);
});

test("parameters that are inputs of the code: the same motion up to rounding, and what only constants allow is computed with constants", () => {
  const model =
    "{ noether: 1, system: { coordinates: [x], parameters: { k: 1, a: 0 }, mass: 1, potential: k*x^2/2 + a*log(x) }, start: { q: [0], v: [1] }, method: midpoint, time: { end: 1, step: 0.01 } }";
  const read = loadStudy(study("k: [1, 2]", "measure: { end: { final: x } }", model), folder());
  const rows = rowsOf(read);
  expect(rows.map((row) => cell(read, row, "outcome"))).toEqual(["completed", "completed"]);
  // The midpoint rule turns by 2 atan(h √k/2) a step.
  for (const [i, k] of [1, 2].entries()) {
    const turned = 100 * 2 * Math.atan((0.01 * Math.sqrt(k)) / 2);
    expect(cell(read, rows[i], "end")).toBeCloseTo(Math.sin(turned) / Math.sqrt(k), 12);
  }
});

test("the energy is measured also where it is not conserved, and a case may conserve less than the first", () => {
  const model =
    "{ noether: 1, system: { coordinates: [x], parameters: { c: 0 }, mass: 1, potential: x^2/2, damping: c }, start: { q: [1] }, method: midpoint, time: { end: 1, step: 0.1 } }";
  const read = loadStudy(study("c: [0, 0.5]", "", model), folder());
  const rows = rowsOf(read);
  expect(rows.map((row) => cell(read, row, "outcome"))).toEqual(["completed", "completed"]);
  // Midpoint keeps the energy of a linear spring, up to rounding; the dashpot takes some of the 0.5.
  expect(Number(cell(read, rows[0], "drift.energy"))).toBeLessThan(1e-15);
  expect(Number(cell(read, rows[1], "drift.energy"))).toBeGreaterThan(0.05);
  const first = loadStudy(study("c: [0.5, 0]", "measure: { e: { final: energy } }", model), folder());
  const energies = rowsOf(first).map((row) => Number(cell(first, row, "e")));
  expect(energies[1]).toBeCloseTo(0.5, 14);
  expect(energies[0]).toBeLessThan(0.45);
});

test("what is set for all cases", () => {
  const read = loadStudy(study("m: [1, 2]", "set: { end: 0.5, l: 2 }\nmeasure: { long: l + 0*steps }"), folder());
  const [row] = rowsOf(read);
  expect([cell(read, row, "t"), cell(read, row, "steps"), cell(read, row, "long")]).toEqual([0.5, 50, 2]);
  expect(read.caseAt(0).key).not.toBe(loadStudy(study("m: [1, 2]"), folder()).caseAt(0).key);
});

test("rows of cases that could not be computed, and rows from what another study computed", () => {
  const read = loadStudy(study("m: [1, 2]\nmethod: [midpoint]"), folder());
  const [row] = rowsOf(read);
  const other = loadStudy(study("method: [newmark, midpoint]\nm: [2, 1]"), folder());
  const same = other.caseAt(3);
  expect(same.key).toBe(row?.key);
  expect(rowWith(other, same, computedIn(read, row as Row))).toEqual(rowsOf(other)[3]);
  const failed = failedRow(other, same, "the thread died");
  expect([
    cell(other, failed, "method"),
    cell(other, failed, "outcome"),
    cell(other, failed, "reason"),
    cell(other, failed, "steps"),
  ]).toEqual(["midpoint", "failed", "the thread died", null]);
});

test("keys: those of an edited study that still contains a case are the same, and change with whatever decides its numbers", () => {
  const keys = (text: string) => {
    const read = loadStudy(text, folder());
    return Array.from({ length: read.count }, (_, i) => read.caseAt(i).key);
  };
  const [a, b] = keys(study("m: [1, 2]"));
  expect(keys(study("m: [3, 2, 1]"))).toEqual([expect.anything(), b, a]);
  expect(keys(study("system.parameters.m: [1, 2]"))).toEqual([a, b]);
  expect(keys(study("m: [1, 2]", "figures: [{ kind: work-precision, error: t }]"))).toEqual([a, b]);
  const changed = [
    study("m: [1, 2]", "measure: { x: { final: angle } }"),
    study("l: [1, 2]"),
    study("m: [1, 2]\nl: [1]"),
  ];
  for (const text of changed) for (const key of keys(text)) expect([a, b]).not.toContain(key);
  const other = (text: string) => folder({ "pendulum.yaml": text });
  const keysWith = (text: string) => loadStudy(study("m: [1, 2]"), other(text)).caseAt(0).key;
  expect(keysWith(PENDULUM.replace("g: 9.81", "g: 9.82"))).not.toBe(a);
  expect(keysWith(PENDULUM.replace("m: 1", "m: 7"))).toBe(a);
  const record = (file: string, scale: string) => {
    const files = { "m.yaml": "", [file]: `0,0\n1,${scale}\n2,0\n` };
    const model = `{ noether: 1, system: { coordinates: [x], matrices: { mass: [1], stiffness: [1] }, force: { groundMotion: { file: ${file}, scale: 1, influence: [1] } } }, method: newmark, time: { end: 1, step: 0.1 } }`;
    return loadStudy(study("step: [0.1]", "", model), folder(files)).caseAt(0).key;
  };
  expect(record("r.csv", "1")).not.toBe(record("r.csv", "2"));
});

test("the table as CSV has types, units and the study's own text, and is read back to the last bit", () => {
  const read = loadStudy(
    study("method: [midpoint, newmark(beta=1/6), central-difference]\nstep: [0.01, 0.7]", MEASURES),
    folder(),
  );
  const rows = rowsOf(read);
  const csv = studyCsvHead(read.columns, read.name, read.bundle.text) + rows.map(studyCsvRow).join("");
  const back = decodeStudyCsv(csv, { file: "table.csv" });
  const table = tableOf(read.columns, rows, read.bundle.text);
  expect(back.text).toBe(read.bundle.text);
  expect(back.columns).toEqual(read.columns);
  expect(back.rows).toBe(6);
  for (const { name } of read.columns) expect(back.column(name), name).toEqual(table.column(name));
  expect(() => back.column("ende")).toThrow(/no column "ende"\. Did you mean "end"/);
  expect(() => decodeStudyCsv(csv.replace("# columns:", "# colums:"), { file: "t.csv" })).toThrow(/t\.csv:4/);
  expect(() => decodeStudyCsv(`${csv}1,2\n`, { file: "t.csv" })).toThrow(/t\.csv:11: found 2 values/);
});

test("keys belong to the version of the package", () => {
  const file = new URL("../../package.json", import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8")).version).toBe(ENGINE);
});

test("a key that is called as a column of every table is varied, and stands there by its path", () => {
  const read = loadStudy(study("steps: [10, 20]", "measure: { end: { final: angle }, twice: 2*steps }"), folder());
  const rows = rowsOf(read);
  expect(rows.map((row) => cell(read, row, "time.steps"))).toEqual([10, 20]);
  expect(rows.map((row) => cell(read, row, "steps"))).toEqual([10, 20]);
  expect(rows.map((row) => cell(read, row, "twice"))).toEqual([20, 40]);
});

test("a study without a name is called as its file, wherever that is named from", () => {
  const text = study("m: [1]").replace("name: A study\n", "");
  const from = (file: string) => loadStudy(text, { ...folder(), file }).bundle;
  expect(from("a/b/study.yaml").name).toBe("study.yaml");
  expect(from("a/b/study.yaml")).toEqual(from("study.yaml"));
});

test("files that only the reference names travel with the study, and belong to the keys of its cases", () => {
  const key = "system.force.groundMotion.file";
  const rest = `measure: { e: { error: x } }\nreference: { ${key}: b.csv }`;
  const files = (scale: number) =>
    folder({
      "oscillator.yaml": OSCILLATOR.replace("quake-0.csv", "a.csv"),
      "a.csv": "0,0\n1,1\n2,0\n",
      "b.csv": `0,0\n1,${scale}\n2,0\n`,
    });
  const read = loadStudy(study("k: [4]", rest, "oscillator.yaml"), files(2));
  expect([...read.bundle.files.keys()]).toEqual(["a.csv", "b.csv"]);
  const [row] = rowsOf(studyFrom(read.bundle));
  expect(Number(cell(read, row, "e"))).toBeGreaterThan(0.01);
  const other = loadStudy(study("k: [4]", rest, "oscillator.yaml"), files(3));
  expect(other.caseAt(0).key).not.toBe(read.caseAt(0).key);
});

test("a reference that fails leaves errors empty, keeps the other measures, and is told in a sentence", () => {
  const rest = "measure: { e: { error: angle }, end: { final: angle } }\nreference: { step: 0.5, end: 1000 }";
  const read = loadStudy(
    study("g: [981]\nmethod: [midpoint]", `${rest.replace("{ step", "{ method: central-difference, step")}`),
    folder(),
  );
  const [row] = rowsOf(read);
  expect([cell(read, row, "outcome"), cell(read, row, "e")]).toEqual(["completed", null]);
  expect(Number.isFinite(cell(read, row, "end"))).toBe(true);
  expect(cell(read, row, "reason")).toMatch(/^no error is known: the reference solution failed: .*step/);
  expect(cell(read, row, "reason")).not.toMatch(/[{}]/);
});

test("errors along the motion: the largest and the mean at the times that the run and its reference have", () => {
  const measure = `measure: { e: { error: angle }, most: { error: angle, norm: max }, mean: { error: state, norm: rms } }
reference: { method: gauss(stages=3), step: 0.005 }`;
  const read = loadStudy(study("step: [0.02, 0.01, 0.0025]\nmethod: [central-difference]", measure), folder());
  const rows = rowsOf(read);
  const at = (step: number, method: string) => {
    const plan = buildProblem(
      loadModel(PENDULUM.replace("step: 0.01", `step: ${step}`).replace("central-difference", method)),
    );
    const angles: number[] = [];
    const observe = ({ q }: Readonly<State>) => void angles.push(q[0] ?? 0);
    run(plan.problem, plan.method, { time: plan.time, observe: { all: { observe, finish: () => null } } });
    return angles;
  };
  const exact = at(0.005, "{ name: gauss, stages: 3 }");
  for (const [i, step] of [0.02, 0.01, 0.0025].entries()) {
    const own = at(step, "central-difference");
    const differences = exact.flatMap((x, k) => {
      const n = (0.005 * k) / step;
      return Math.abs(n - Math.round(n)) < 1e-6 ? [Math.abs((own[Math.round(n)] ?? 0) - x)] : [];
    });
    expect(cell(read, rows[i], "most")).toBe(Math.max(...differences));
    expect(differences.at(-1)).toBe(cell(read, rows[i], "e"));
    const squares = differences.map((x) => x * x);
    const mean = squares.slice(1).reduce((sum, x, k) => sum + (x + (squares[k] ?? 0)) / 2, 0) / (squares.length - 1);
    // Hundreds of sums of positive numbers.
    expect(Number(cell(read, rows[i], "mean")) / Math.sqrt(mean)).toBeCloseTo(1, 12);
  }
  const odd = loadStudy(study("step: [1/3]", measure.replace("step: 0.005", "step: 1/4")), folder());
  // The end alone is common to both: its error is known, and along the motion it is one of two.
  expect(Number(cell(odd, rowsOf(odd)[0], "most"))).toBe(cell(odd, rowsOf(odd)[0], "e"));
  const none = loadStudy(
    study("end: [0.9]\nstep: [0.3]", measure.replace("step: 0.005", "step: 0.5, end: 1")),
    folder(),
  );
  const [row] = rowsOf(none);
  expect([cell(none, row, "most"), cell(none, row, "outcome")]).toEqual([null, "completed"]);
  expect(() => loadStudy(study("m: [1]", "measure: { e: { peak: angle, norm: max } }"), folder())).toThrow(
    /study\.measure\.e\.norm: is of errors/,
  );
});

test("what should be known about a run, and about its reference solution, is in its row", () => {
  const model =
    "{ noether: 1, system: { coordinates: [x], parameters: { k: 4 }, mass: 1, potential: k/2*x^2, force: ['if(t < 0.777, 3, -2)'] }, start: { q: [0], v: [0] }, method: rk4, time: { end: 2, step: 0.1 } }";
  const text = study(
    "k: [4, 5, 6, 7, 8]",
    "measure: { e: { error: x } }\nreference: { method: gauss(stages=3) }",
    model,
  );
  const read = loadStudy(text, folder());
  const cases = Array.from({ length: read.count }, (_, i) => read.caseAt(i));
  const { run, runBatch } = prepareStudy(read.bundle);
  for (const rows of [cases.map((c) => run(c)), runBatch(cases)]) {
    for (const row of rows) {
      const [own, ofReference] = String(cell(read, row, "notices")).split(" | ");
      expect(own).toMatch(/^load-jumps: the load jumps at t = 0\.777, inside of a step, where rk4 is of first order/);
      expect(ofReference).toMatch(/^load-jumps: of the reference solution: .*gauss/);
    }
    expect(noticesInRows(read, rows).map(({ cases: count }) => count)).toEqual([5, 5]);
    const saying = ["a: off by -1.5e-7 at 2", "a: off by 3 at 0.5", "b: off by 1 | a: off by 2 at 4", ""];
    const at = read.columns.findIndex(({ name }) => name === "notices");
    const told = saying.map((text) => ({ ...rows[0], values: read.columns.map((_, i) => (i === at ? text : null)) }));
    expect(noticesInRows(read, told)).toEqual([
      { notice: "a: off by -1.5e-7 at 2 (the first of them; the others differ in their numbers)", cases: 3 },
      { notice: "b: off by 1", cases: 1 },
    ]);
  }
});
