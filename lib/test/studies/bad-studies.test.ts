/** Studies that are wrong: each mistake is told with file, line and key; and whatever a file contains, reading it ends in a study or in such a message. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../src/index.js";
import { loadStudy } from "../../src/studies/index.js";
import { folder, study } from "./files.js";

test.each([
  ["measures: { x: 1 }", "k", /study\.yaml:7:3: study\.measures: unknown key "measures"\. Did you mean "measure"/],
  ["combine: both", "combine", /study\.yaml:7:12: study\.combine: found "both"; accepted: .*full, zipped/],
  ["measure: { x: { top: angle } }", "measure", /study\.yaml:7:19: study\.measure\.x\.top: unknown key "top"/],
  ["measure: { x: { final: angel } }", "final", /study\.yaml:7:26: study\.measure\.x\.final: .*"angel".*angle/s],
  [
    "measure: { x: { final: angle, peak: angle } }",
    "two",
    /study\.yaml:7:17: study\.measure\.x: found final and peak; accepted: one of/,
  ],
  [
    "measure: { x: { final: angle }, y: z/2 }",
    "derived",
    /study\.yaml:7:38: study\.measure\.y: there is no measure "z"/,
  ],
  [
    "measure: { x: { of: y + 1 }, y: { of: x } }",
    "circular",
    /study\.yaml:7:23: study\.measure\.x\.of: the measure "y" does not stand before this one/,
  ],
  [
    "measure: { x: { error: angle } }\nreference: { method: gaus }",
    "a method of the reference",
    /study\.yaml:8:24: study\.reference\.method: with method = gaus: .*Did you mean "gauss"/,
  ],
  [
    "measure: { x: { error: angle } }\nreference: { step: 0.3 }",
    "the step of the reference",
    /study\.yaml:8:22: study\.reference\.step: with step = 0\.3: from 0 to 1 there are 3\.33333333333 steps/,
  ],
  ["set: { method: a b }", "set", /study\.yaml:7:18: study\.set\.method: with method = a b: found "a b"/],
  ["set: { step: 0.3 }", "set", /study\.yaml:7:16: study\.set\.step: with step = 0\.3: from 0 to 1 there are/],
  [
    "measure: { x: { of: z } }",
    "nothing measured",
    /there is no measure "z"\. Accepted: steps, gradients, tangents, factorizations, iterations, t, m, l, g; /,
  ],
  [
    "measure: { m: { final: angle } }",
    "name",
    /study\.yaml:7:17: study\.measure\.m: two columns of the table are called "m"/,
  ],
  ["reference: { stepp: 1 }", "reference", /study\.yaml:7:23: study\.reference\.stepp: .*Did you mean "step"/],
])("after `m: [1, 2]`: %s", (rest, _, message) => {
  expect(() => loadStudy(study("m: [1, 2]", rest), folder())).toThrow(message);
});

test.each([
  ["mm: [1]", /study\.yaml:6:9: study\.vary\.mm: the model has no parameter "mm"\. Did you mean "m"/],
  ["system.parameters.q: [1]", /study\.yaml:6:26: .*the model has no parameter "q"/],
  ["m: 3", /study\.yaml:6:8: study\.vary\.m: found 3; accepted: a list, /],
  ["m: [1e400]", /study\.vary\.m: with m = Infinity: found Infinity; accepted: a finite number/],
  ["m: []", /study\.yaml:6:8: study\.vary\.m: there are no values/],
  ["m: { from: 1, to: 2 }", /study\.vary\.m\.count: is missing; accepted: a whole number ≥ 1/],
  [
    "m: { from: 1, to: 2, count: 2.5 }",
    /study\.yaml:6:33: study\.vary\.m\.count: found 2\.5; accepted: a whole number/,
  ],
  [
    "s: { latin-hypercube: { m: { random: normal, mean: 1, deviation: 1 }, l: { random: normal, mean: 1, deviation: 1 }, g: { random: normal, mean: 1, deviation: 1 } }, count: 8e6 }",
    /study\.vary: its keys have 24000000 values together; accepted: at most 20000000/,
  ],
  ["m: { from: -1, to: 2, count: 3, scale: log }", /study\.vary\.m: a logarithmic scale from -1 to 2/],
  [
    "m: { random: gauss, count: 3 }",
    /study\.yaml:6:18: study\.vary\.m\.random: found "gauss"; accepted: .*uniform, normal, lognormal/,
  ],
  [
    "m: { random: normal, mean: 1, deviation: -1, count: 3 }",
    /study\.vary\.m\.deviation: found -1; accepted: a number > 0/,
  ],
  ["m: { random: uniform, from: 1, to: 2, count: 3, seed: -1 }", /study\.vary\.m\.seed: found -1/],
  ['m: { files: "nothing/*.csv" }', /study\.yaml:6:17: study\.vary\.m\.files: no file fits "nothing\/\*\.csv"/],
  ["s: { latin-hypercube: { m: { from: 1 } }, count: 3 }", /study\.vary\.s\.latin-hypercube\.m\.to: is missing/],
  [
    "m: [1]\nsystem.parameters.m: [2]",
    /study\.yaml:7:26: study\.vary\.system\.parameters\.m: m is varied too, and they change the same/,
  ],
  ["end: [1]\nsteps: [2]", /study\.vary\.steps: end is varied too/],
  ["start.q: [[1]]\nstart.q[0]: [2]", /study\.vary\.start\.q\[0\]: start\.q is varied too/],
  ["m: [1]\ns: { zipped: { m: [2] } }", /m is varied twice/],
  ["method: [midpont]", /study\.yaml:6:13: study\.vary\.method: with method = midpont: .*Did you mean "midpoint"/],
  ["method: [midpoint, { name: newmark, betta: 1 }]", /study\.yaml:6:13: study\.vary\.method: with method = .*betta/],
  ["method: [midpoint, newmark, midpont]", /study\.vary\.method: with method = midpont: .*Did you mean "midpoint"/],
  ["step: [-1]", /study\.yaml:6:11: study\.vary\.step: with step = -1: the step is -1/],
  [
    "system.mass: [0]",
    /study\.yaml:6:5: study\.vary: in the first case: pendulum\.yaml:5:3: system: no degree of freedom has mass/,
  ],
  ["start.q[3]: [1]", /study\.yaml:6:17: .*there is no item 3 in a list of 1/],
])("vary: %s", (vary, message) => {
  expect(() => loadStudy(study(vary), folder())).toThrow(message);
});

test("mistakes of the model have the lines of its file", () => {
  const files = { "pendulum.yaml": "noether: 1\nsystem:\n  coordinats: [x]\n" };
  expect(() => loadStudy(study("step: [1]"), folder(files))).toThrow(/^pendulum\.yaml:3:3: /);
  expect(() => loadStudy(study("step: [1]", "", "other.yaml"), folder())).toThrow(
    /study\.yaml:4:10: study\.model: the file "other\.yaml" cannot be read: there is no such file/,
  );
});

const GOOD = study(
  "m: { from: 1, to: 2, count: 3 }\nmethod: [midpoint, newmark]\ns: { latin-hypercube: { l: { from: 1, to: 2 } }, count: 2 }",
  "measure: { end: { final: angle }, d: { drift: energy }, r: d/end }\nreference: { step: 0.01 }",
);
const WORDS = [
  "0",
  "-1",
  "1e999",
  "[]",
  "{}",
  "null",
  "true",
  "*a",
  "&a",
  "count: -3",
  "random",
  "files",
  "zipped",
  "study",
  "}",
  "[",
  ":",
  "#",
  "\n",
  "\t",
  "'",
];

test("damaged files are studies or are refused with a place, and soon", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(GOOD.length), fc.nat(12), fc.constantFrom("", ...WORDS)), {
        minLength: 1,
        maxLength: 4,
      }),
      (edits) => {
        const text = edits.reduce(
          (before, [at, length, word]) => before.slice(0, at) + word + before.slice(at + length),
          GOOD,
        );
        try {
          const read = loadStudy(text, folder());
          if (read.count > 0) read.caseAt(read.count - 1);
        } catch (error) {
          expect(error, text).toBeInstanceOf(InputError);
          const { place } = error as InputError;
          expect(place.file ?? place.key, text).toBeDefined();
        }
      },
    ),
    { numRuns: 150, seed: 19 },
  );
});
