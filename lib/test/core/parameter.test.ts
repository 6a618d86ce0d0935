import { expect, test } from "vitest";
import {
  accepted,
  choice,
  completed,
  flag,
  optionalNumbers,
  optionalReal,
  real,
  required,
  whole,
} from "../../src/core/parameter.js";

const table = {
  beta: real(0.25, "a number", { min: 0, max: 1 }),
  stages: whole(2, "a count", { min: 1 }),
  form: choice(["paper", "mass"], "paper", "which"),
  process: flag(false, "whether"),
};

test("defaults complete what is given", () => {
  expect(completed("m", table, { stages: 3 })).toEqual({ beta: 0.25, stages: 3, form: "paper", process: false });
});

test("what may be left out is then not there", () => {
  const optional = { c: optionalReal("a number", { min: 0 }) };
  expect(completed("m", optional, {})).toEqual({});
  expect(completed("m", optional, { c: 0.5 })).toEqual({ c: 0.5 });
  expect(() => completed("m", optional, { c: -1 })).toThrow(/c is -1; accepted: a number ≥ 0/);
});

test.each([
  [{ beta: 2 }, /m: beta is 2; accepted: a number from 0 to 1/],
  [{ beta: Number.NaN }, /beta is NaN/],
  [{ beta: "1" }, /beta is "1"/],
  [{ stages: 1.5 }, /stages is 1.5; accepted: a whole number ≥ 1/],
  [{ form: "masss" }, /form is "masss"; accepted: paper, mass/],
  [{ process: 1 }, /process is 1; accepted: true or false/],
  [{ gamma: 1 }, /m has no parameter "gamma"; it has beta, stages, form, process/],
])("%o is refused in words", (given, message) => {
  expect(() => completed("m", table, given)).toThrow(message);
});

test("one number, or one a coordinate", () => {
  const grid = { grid: required(optionalNumbers("spacing", { min: 0 })), origin: optionalNumbers("where") };
  expect(completed("m", grid, { grid: 0.1 })).toEqual({ grid: 0.1 });
  expect(completed("m", grid, { grid: [1, 2], origin: 0 })).toEqual({ grid: [1, 2], origin: 0 });
  expect(() => completed("m", grid, {})).toThrow(/m needs grid: spacing; accepted: a number ≥ 0, or a list/);
  expect(() => completed("m", grid, { grid: [1, -2] })).toThrow(/grid is \[1, -2\]; accepted: a number ≥ 0, or a list/);
  expect(() => completed("m", grid, { grid: [] })).toThrow(/accepted/);
});

test("ranges in words", () => {
  expect(accepted(real(0, ""))).toBe("a number");
  expect(accepted(real(0, "", { max: 3 }))).toBe("a number ≤ 3");
  expect(() => completed("m", {}, { x: 1 })).toThrow("it has none");
});

test("a map in the place of a value is called one", () => {
  const one = { size: real(1, "how large") };
  expect(() => completed("it", one, { size: { a: 1 } })).toThrow(/size is a map; accepted: a number/);
  expect(() => completed("it", one, { size: [[1], { a: 1 }] })).toThrow(/size is \[\[1\], a map\]/);
});
