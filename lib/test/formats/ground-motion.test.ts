import { describe, expect, test } from "vitest";
import { readGroundMotion, writeAt2 } from "../../src/formats/ground-motion.js";
import { survives } from "./hostile.js";

const HEAD = ["A made-up record", "Station 7, component 90", "ACCELERATION TIME SERIES IN UNITS OF G"];
const at2 = (npts: string, ...rows: string[]) => [...HEAD, npts, ...rows, ""].join("\n");
const read = (text: string) => {
  const { times, values, ...rest } = readGroundMotion(text, { file: "it" });
  return { ...rest, times: [...times], values: [...values] };
};

describe("PEER's AT2", () => {
  const values = [0.001, -0.25, 0.5, -0.125, 0.0625];
  const expected = { title: HEAD[0], units: "G", step: 0.02, times: [0, 0.02, 0.04, 0.06, 0.08], values };
  const rows = ["  .1000E-02  -.2500E+00   .5000E+00", " -.1250E+00   .6250E-01"];
  test.each([
    "NPTS=     5, DT= .02000 SEC",
    "NPTS= 5 DT=0.02",
    "npts=5, dt=0.0200 sec,",
    "NPTS: 5   DT: .02",
    "NPTS= 5\nDT= 0.02",
    "   5    0.0200    NPTS, DT",
  ])("with the header %j", (npts) => {
    const times = [0, 1, 2, 3, 4].map((i) => i * 0.02);
    expect(read(at2(npts, ...rows))).toEqual({ ...expected, times });
  });

  test.each([
    ["CR CR LF", (text: string) => text.replaceAll("\n", "\r\r\n")],
    ["a byte-order mark", (text: string) => `\uFEFF${text}`],
    ["free text after the samples", (text: string) => `${text}*** End Data ***\nmore words\n`],
    ["free text right behind the last sample", (text: string) => text.replace(/\n$/, "*** End Data ***\n\n")],
    ["Fortran's exponents", (text: string) => text.replaceAll("E", "D").replace("TIMD SDRIDS", "TIME SERIES")],
    ["columns without blanks", (text: string) => text.replace("  -.2500", "-.2500")],
  ])("with %s", (_, change) => {
    expect(read(change(at2("NPTS=5, DT=.02", ...rows))).values).toEqual(values);
  });

  test("is written so that it is read back bit for bit", () => {
    const samples = Float64Array.from({ length: 23 }, (_, i) => Math.sin(i) / 3);
    const record = {
      title: "Own",
      units: "m/s2",
      step: 0.005,
      times: samples.map((_, i) => i * 0.005),
      values: samples,
    };
    expect(readGroundMotion(writeAt2(record))).toEqual(record);
    // Four lines before the samples, and no unit that nobody has told.
    expect(writeAt2(record).split("\n")[3]).toMatch(/^NPTS= 23, DT= 0.005 SEC$/);
    expect(readGroundMotion(writeAt2({ ...record, units: null })).units).toBeNull();
  });
});

describe("other records", () => {
  test("a title, then samples and step, then a column", () => {
    const { title, step, values, times } = read("a motion\n3 0.0100\n2.42E-07\n1.46E-07\n-3.1E-05");
    expect({ title, step, values }).toEqual({ title: "a motion", step: 0.01, values: [2.42e-7, 1.46e-7, -3.1e-5] });
    expect(times).toEqual([0, 0.01, 0.02]);
  });

  test("a table of times and values, equally spaced or not", () => {
    expect(read("time [s],acceleration [m/s2]\n0,1\n0.1,2\n0.2,3\n")).toMatchObject({ step: 0.1, units: "m/s2" });
    expect(read("0 1\n1 2\n3 3\n")).toMatchObject({ step: null, times: [0, 1, 3], values: [1, 2, 3] });
    // Looks like "2 samples of step 0.5" but for the times that go on.
    expect(read("2 0.5\n4 0.25\n5 0.125\n").times).toEqual([2, 4, 5]);
  });

  test("times printed with few digits are still equally spaced", () => {
    const text = Array.from({ length: 50 }, (_, i) => `${((i * 1) / 3).toFixed(9)} 0`).join("\n");
    expect(read(text).step).toBeCloseTo(1 / 3, 9);
  });
});

describe("refuses, naming file and line,", () => {
  test.each([
    ["fewer samples than announced", at2("NPTS=3, DT=.1", "1 2"), /^it:4: ends after 2 of the 3 samples/],
    ["more samples than announced", at2("NPTS=3, DT=.1", "1 2", "3 4"), /^it:6: goes on after the 3 samples/],
    ["NaN", at2("NPTS=3, DT=.1", "1 2", "NaN"), /^it:6: found "NaN" where sample 3 of 3 is expected/],
    ["stars of an overflown column", at2("NPTS=3, DT=.1", "1 ***** 3"), /^it:5: found "\*\*\*\*\* 3" where sample 2/],
    ["two points in a number", at2("NPTS=2, DT=.1", "1.2.3"), /^it:5: found "1\.2\.3" where sample 1/],
    ["infinity", at2("NPTS=2, DT=.1", "1 1e999"), /^it:5: sample 2 is out of range/],
    ["a step of zero", at2("NPTS=2, DT=0", "1 2"), /^it:4: DT is "0"; accepted: a number > 0/],
    ["a count that is none", at2("NPTS=2.5, DT=.1", "1 2"), /^it:4: NPTS is "2\.5"; accepted: a whole number/],
    ["a count without a step", at2("NPTS=2", "1 2"), /^it:4: gives NPTS and not DT/],
    ["an announced giant", at2("NPTS=99999999999, DT=.1", "1 2"), /^it:4: announces 99999999999 samples/],
    ["samples without a step", "1\n2\n3\n", /^it:1: has samples and no step/],
    ["nothing", "", /^it: is empty/],
  ])("%s", (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test("an AT2 file without one step", () => {
    const values = new Float64Array(2);
    expect(() => writeAt2({ title: "", units: null, step: null, times: values, values })).toThrow(/not equally spaced/);
  });
});

test.each(["VELOCITY TIME SERIES IN UNITS OF CM/S", "Displacement Time History in cm"])(
  "a file that says %s is no record of an acceleration",
  (head) => {
    const text = `Some quake\n${head}\nNPTS= 3, DT= .005 SEC\n1 2 3\n`;
    expect(() => readGroundMotion(text, { file: "u.vt2" })).toThrow(
      /found a record of (velocity|displacement); accepted: one of acceleration/,
    );
  },
);

test("a damaged file is refused as wrong input", () => {
  survives(at2("NPTS= 6, DT= .01", " .1 -.2 .3", " .4 -.5 .6"), read, 2000);
});

test("a line of a million blanks is read once", () => {
  const blanks = " ".repeat(1e6);
  expect(() => read(`${blanks}x\nNPTS${blanks}\n${blanks}y ${blanks} z`)).toThrow(/it/);
});
