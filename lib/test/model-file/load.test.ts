import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { run } from "../../src/core/run.js";
import { buildProblem, buildSystem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { ALL, BUILTIN, PENDULUM, readFile } from "./models.js";

const load = (text: string) => loadModel(text, { file: "model.yaml", readFile });

/** The message of the error in which loading and building ends. */
function complaint(text: string): string {
  try {
    buildProblem(load(text));
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  throw new Error("nothing was thrown");
}

describe("models of every kind", () => {
  test.each(Object.entries(ALL))("%s runs", (_name, text) => {
    const { problem, method, time } = buildProblem(load(text));
    const { status, last } = run(problem, method, { time });
    expect(status).toBe("completed");
    expect(last.q.every(Number.isFinite)).toBe(true);
  });

  test.each(Object.entries(ALL))("%s is the same as JSON, and from its own plain data", (_name, text) => {
    const { data } = load(text);
    const again = load(JSON.stringify(data));
    expect(again.data).toEqual(data);
    const [first, second] = [load(text), again].map((model) => {
      const { problem, method, time } = buildProblem(model);
      return run(problem, method, { time }).last.q;
    });
    expect(second).toEqual(first);
  });

  test("a model carries the files it names", () => {
    const { files, data } = load(ALL.SHAKEN);
    expect([...files.contents.keys()]).toEqual(["K.mtx", "quake.csv"]);
    const moved = loadModel(JSON.stringify(data), { readFile: (name) => files.contents.get(name) as Uint8Array });
    expect(buildProblem(moved).problem.system.dof).toBe(2);
  });

  test("name, units and citations", () => {
    expect(buildProblem(load(PENDULUM)).name).toBe("Elastic pendulum");
    expect(buildProblem(load(BUILTIN)).name).toBe("model.yaml");
    expect(buildProblem(load(ALL.DAMPED)).units).toEqual({ length: "m", time: "s" });
    expect(buildProblem(load(BUILTIN)).cites).toContain("hairer2006");
  });

  test("for an analysis the system is enough", () => {
    const text = PENDULUM.replace(/^(start|method|time|record|stop):.*\n/gm, "");
    expect(buildSystem(load(text)).problem.system.labels).toEqual(["x", "y"]);
    expect(complaint(text)).toMatch(/^model\.yaml:1:1: start: is missing/);
  });
});

describe("parameters", () => {
  const withParameters = (parameters: string) => PENDULUM.replace(/parameters: .*/, `parameters: ${parameters}`);

  test("may be expressions of one another, in any order", () => {
    const { parameters } = load(withParameters("{ g: 2*m, m: l0/4, l0: 2^3, EA: g }"));
    expect(parameters).toEqual({ l0: 8, m: 2, g: 4, EA: 4 });
  });

  test.each([
    ["{ m: 2*g, g: l0, l0: m, EA: 1 }", /system\.parameters\.m: is defined by itself: m → g → l0 → m/],
    ["{ m: 1, l0: 1, EA: 1, e: 2 }", /system\.parameters\.e: "e" is Euler's number; choose another name/],
    ["{ m: 1, l0: 1, EA: 1, t: 2 }", /system\.parameters\.t: "t" is the time/],
    ["{ m: 1, l0: 1, EA: 1, g g: 2 }", /system\.parameters\.g g: a name is a letter/],
    ["{ m: 1, l0: 1, EA: 1, g: h }", /5:40: system\.parameters\.g: unknown name "h"/],
    ["{ m: 1, l0: 1, EA: 1, g: 1/0 }", /system\.parameters\.g: the result is infinite/],
    ["{ m: 1, l0: 1, EA: 1, x: 2 }", /system\.coordinates\[0\]: "x" is a parameter already/],
    ["[1, 2]", /system\.parameters: found a list of 2; accepted: a map of names and numbers/],
  ])("%s", (parameters, message) => {
    expect(complaint(withParameters(parameters))).toMatch(message);
  });
});

describe("messages", () => {
  test.each<[string, string, string, RegExp]>([
    ["an unknown key", "method:", "methd:", /^model\.yaml:9:1: methd: unknown key "methd"\. Did you mean "method"\?/],
    [
      "a misspelt required key",
      "system:",
      "sytem:",
      /^model\.yaml:3:1: sytem: unknown key "sytem"\. Did you mean "system"\?/,
    ],
    ["a wrong type", "mass: m", "mass: true", /^model\.yaml:6:9: system\.mass: found true; accepted: one number/],
    ["NaN", "mass: m", "mass: .nan", /6:9: system\.mass: found NaN/],
    [
      "a map with a wrong key",
      "mass: m",
      "mass: { fil: M.mtx }",
      /6:11: system\.mass\.fil: unknown key "fil"\. Did you mean "file"\?/,
    ],
    [
      "a file that is not there",
      "mass: m",
      "mass: { file: M.mtx }",
      /6:17: system\.mass\.file: the file "M\.mtx" cannot be read: there is no such file/,
    ],
    ["a matrix of another size", "mass: m", "mass: [1, 2, 3]", /6:9: system\.mass: found 3 numbers for 2 coordinates/],
    [
      "a ragged matrix",
      "mass: m",
      "mass: [[1, 2], [3]]",
      /6:18: system\.mass\[1\]: found 1 numbers; a matrix of 2 rows has 2 in each/,
    ],
    [
      "an unsymmetric mass",
      "mass: m",
      "mass: [[2, 1], [0, 2]]",
      /system\.mass: row 0: the mass matrix is not symmetric/,
    ],
    [
      "an indefinite mass",
      "mass: m",
      "mass: [[1, 2], [2, 1]]",
      /system\.mass: row 1: the mass matrix is not positive definite/,
    ],
    [
      "a negative mass",
      "mass: m",
      "mass: -m",
      /system\.mass: row 0: the mass matrix is not positive definite here \(its mass is -1\)/,
    ],
    ["no mass at all", "mass: m", "mass: 0", /system\.?.*: no degree of freedom has mass/],
    [
      "an unknown name",
      "m*g*x",
      "m*gg*x",
      /7:58: system\.potential: unknown name "gg"\. Did you mean "g"\?.*\n {4}l0.*\n {4} *\^$/,
    ],
    ["a syntax error", "m*g*x", "m**g*x", /7:57: system\.potential: "\*\*" means nothing here; write \^/],
    [
      "too many numbers",
      "q: [0, 1.1]",
      "q: [0, 1.1, 2]",
      /8:13: start\.q: found 3 numbers; accepted: 2, one for each coordinate \(x, y\)/,
    ],
    [
      "a list in a list",
      "q: [0, 1.1]",
      "q: [0, [1.1]]",
      /8:17: start\.q\[1\]: found a list of 1; accepted: a finite number/,
    ],
    ["no start", "start: { q: [0, 1.1], v: [0, 0] }\n", "", /^model\.yaml:1:1: start: is missing/],
    [
      "no equilibrium",
      "start: { q: [0, 1.1], v: [0, 0] }",
      "start: equilibrium",
      /start: an equilibrium is computed for matrices, solids and frames/,
    ],
    [
      "an unknown method",
      "newmark",
      "newmrk",
      /9:17: method\.name: there is no method "newmrk"\. Did you mean "newmark"\?/,
    ],
    [
      "an unknown parameter of a method",
      "beta:",
      "betta:",
      /9:26: method\.betta: newmark has no parameter "betta"\. Did you mean "beta"\? Accepted: beta, gamma/,
    ],
    ["a parameter out of range", "beta: 1/6", "beta: -1", /method\.beta: newmark: beta is -1; accepted:/],
    ["no method", "method: { name: newmark, beta: 1/6 }\n", "", /method: is missing; accepted: the name of a method/],
    [
      "a method without a name",
      "{ name: newmark, beta: 1/6 }",
      "{ beta: 1/6 }",
      /9:9: method: found a map with beta; accepted: the name of a method/,
    ],
    ["a negative step", "step: 0.02", "step: -0.02", /10:23: time\.step: the step is -0\.02; accepted: a number > 0/],
    ["an end before the start", "end: 6", "end: -6", /10:14: time\.end: the end -6 is not after the start 0/],
    [
      "a quantity that there is not",
      "[q, energy]",
      "[q, entropy]",
      /record\.quantities\[1\]: found "entropy"; accepted: a quantity: q, v, energy, ledger, invariants/,
    ],
    ["a probe of nothing", "sqrt(x^2", "sqrt(z^2", /record\.probes\.length: unknown name "z"/],
    ["every half step", "every: 2", "every: 1/2", /record\.every: found 0\.5; accepted: a whole number from 1/],
    ["another version", "noether: 1", "noether: 2", /1:10: noether: found 2; accepted: the version of this format: 1/],
    ["a key given twice", "name: Elastic pendulum", "noether: 1", /2:1: noether: the key is given twice/],
    [
      "a key in brackets",
      "name: Elastic",
      "name: { start.q[0]: 1 } #",
      /inside of \{ \} a key with \[ \] stands in quotes/,
    ],
    ["broken YAML", "name: Elastic", "name: [Elastic", /^model\.yaml:3:1: model: not valid YAML/],
    ["two documents", "stop: x > 2", "---\na: 1", /model: a model is one document/],
    [
      "a coordinate with a name of its own",
      "coordinates: [x, y]",
      "coordinates: [x, sin]",
      /system\.coordinates\[1\]: "sin" is a function already/,
    ],
    [
      "a coordinate called like a velocity",
      "coordinates: [x, y]",
      "coordinates: [x, vx]",
      /system\.coordinates\[1\]: "vx" is the velocity of x already/,
    ],
    ["no coordinates", "coordinates: [x, y]", "coordinates: []", /system\.coordinates: the list is empty/],
    [
      "two kinds",
      "coordinates: [x, y]",
      "model: kepler",
      /system\.model: a system is of one kind, and here are potential and model/,
    ],
    [
      "friction",
      "mass: m",
      "mass: m\n  friction: { x: 1 }",
      /7:13: system\.friction: found a map with x; accepted: a list of \{ on, limit \}/,
    ],
    [
      "a solid",
      "coordinates: [x, y]\n",
      "solid: {}\n",
      /4:3: system\.solid: a system is of one kind, and here are potential and solid/,
    ],
  ])("%s", (_what, from, to, message) => {
    expect(PENDULUM).toContain(from);
    expect(complaint(PENDULUM.replace(from, to))).toMatch(message);
  });

  test.each([
    ["", /model\.yaml:1:1: model: the file is empty/],
    ["[]", /model\.yaml:1:1: model: found a list of 0; accepted: a model/],
    ["noether: 1", /model\.yaml:1:1: system: is missing/],
    [
      "noether: 1\nsystem: {}",
      /2:1: system: an empty map is no kind of system\. Accepted: a system with one of the keys potential/,
    ],
    [
      "noether: 1\nsystem: { solid: {} }",
      /2:11: system\.solid\.mesh: is missing; accepted: the name of a mesh file, \{ box/,
    ],
    ["noether: 1\nsystem: { mtrices: {} }", /2:11: system\.mtrices: .*Did you mean "matrices"\?/],
    ["noether: 1\nsystem: { model: keppler }", /system\.model: there is no model "keppler"\. Did you mean "kepler"\?/],
    [
      "noether: 1\nsystem: { model: kepler, with: { axs: 1 } }",
      /system\.with\.axs: kepler has no parameter "axs"\. Did you mean "axis"\?/,
    ],
    ["a: &a [*a]", /1:8: a\[0\]: \*a stands for something that contains it/],
    ["a: *a", /1:4: a: \*a stands for nothing/],
    [`x: ${"[".repeat(100_000)}`, /1:44: model: nested more than 40 deep/],
    ["- ".repeat(100_000), /model: nested more than 40 deep/],
    [`x: ${"a".repeat(2_000_000)}`, /model: more than 2000000 characters/],
    ["a: !!js/function x", /model: not valid YAML: Unresolved tag/],
  ])("%.50j", (text, message) => {
    expect(complaint(text)).toMatch(message);
  });

  test("an alias bomb is measured, not lit", () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(", ")}]`,
    );
    expect(complaint(`a0: &a0 [1, 2, 3]\n${levels.join("\n")}`)).toMatch(/a\d+: more than 200000 values/);
  });

  test("anchors serve honest purposes", () => {
    const text = PENDULUM.replace("q: [0, 1.1], v: [0, 0]", "q: &zero [0, 0], v: *zero").replace("x > 2", "x > 1e9");
    expect([...buildProblem(load(text)).problem.v0]).toEqual([0, 0]);
  });

  test("the column in a quoted expression is that of the file", () => {
    const quoted = PENDULUM.replace(/potential: (.*)/, 'potential: "$1 + oops"');
    const column = quoted.split("\n")[6].indexOf("oops") + 1;
    expect(complaint(quoted)).toMatch(new RegExp(`^model\\.yaml:7:${column}: system\\.potential: unknown name "oops"`));
  });

  test("so are line and column in a block of lines", () => {
    const block = PENDULUM.replace("potential: ", "potential: |\n    x^2 +\n    oops +\n    ");
    expect(complaint(block)).toMatch(/^model\.yaml:9:5: system\.potential: unknown name "oops"/);
  });

  test("where lines are folded, the expression is shown and its beginning is named", () => {
    const folded = PENDULUM.replace("potential: ", "potential: >\n    x^2 +\n    oops +\n    ");
    expect(complaint(folded)).toMatch(/^model\.yaml:7:14: system\.potential: unknown name "oops".*\n.*x\^2 \+ oops/);
  });
});

test("of a file that is no model nothing is quoted", () => {
  expect(() => loadModel("root:x:0:0:secret:/root\n", { file: "it" })).toThrow(
    /^it:1:1: model: found a text; accepted: a model/,
  );
  expect(() => loadModel("- secret\n", { file: "it" })).toThrow(/found a list of 1; accepted/);
});

test("lines that come from another file are named as that file's", () => {
  const text = "noether: 1\nsystem:\n    coordinates: [x]\n    mass: 1\n    potential: x^\n";
  const inserted = { file: "part.yaml", after: 2, columns: 4 };
  expect(() => loadModel(`${text}start: 7\n`, { file: "it", inserted })).toThrow(/^part\.yaml:4:/);
  expect(() => loadModel(text.replace("noether: 1", "noether: 2"), { file: "it", inserted })).toThrow(/^it:1:/);
});

test("where a value may have several forms, the mistake is told of the form that was meant", () => {
  const model = `noether: 1
system: { coordinates: [x], mass: 1, potential: x^2 }
start: { v: { x: [1/2] } }
`;
  const reason =
    "3:18: start.v.x: found a list of 1; accepted: a finite number, or an expression of numbers and parameters";
  expect(() => loadModel(model, { file: "model.yaml" })).toThrow(reason);
});
