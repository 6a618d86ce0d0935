import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const place = workplace();
const samples = Array.from({ length: 200 }, (_, n) => Math.sin(0.3 * n) * Math.exp(-0.02 * n));
place.write(
  "record.at2",
  `A made-up record\n\nACCELERATION IN UNITS OF G\nNPTS= 200, DT= .02 SEC\n${samples.join("\n")}\n`,
);

test("one damping is one document, several are a list", () => {
  const words = ["spectrum", "record.at2", "--periods", "0.5,1,2", "--json"];
  const one = JSON.parse(place.noether(...words).stdout);
  expect(Object.keys(one).sort()).toEqual(
    ["damping", "periods", "displacement", "pseudoVelocity", "pseudoAcceleration", "velocity", "acceleration"].sort(),
  );
  expect(one.damping).toBe(0.05);
  expect(one.periods).toEqual([0.5, 1, 2]);
  const scaled = JSON.parse(place.noether(...words, "--scale", "9.81", "--damping", "0.02,0.05").stdout);
  expect(scaled.map(({ damping }: { damping: number }) => damping)).toEqual([0.02, 0.05]);
  expect(scaled[1].displacement[1]).toBeCloseTo(9.81 * one.displacement[1], 12);
});

test("damping ratios may be percentages", () => {
  const words = ["spectrum", "record.at2", "--periods", "0.5,1", "--json", "--damping"];
  expect(JSON.parse(place.noether(...words, "5%,2 %,0.1").stdout)).toEqual(
    JSON.parse(place.noether(...words, "0.05,0.02,0.1").stdout),
  );
  expect(place.noether(...words, "5%%").stderr).toMatch(/--damping: found "5%" where a number is expected/);
});

test("a logarithmic range includes both ends; figure and table are written", () => {
  const words = ["--periods", "0.05:5:21", "--plot", "s.svg", "--out", "s.csv", "--quiet"];
  expect(place.noether("spectrum", "record.at2", ...words)).toMatchObject({ status: 0, stdout: "" });
  expect(existsSync(place.path("s.svg"))).toBe(true);
  const rows = readFileSync(place.path("s.csv"), "utf8").trim().split("\n");
  expect(rows).toHaveLength(22);
  expect(rows[1]).toMatch(/^0.05,0.05,/);
  expect(rows[21]).toMatch(/^0.05,5,/);
});

test.each([
  [["--periods", "4:1:9"], /--periods: found "4:1:9"; accepted: a list, or first:last:count/],
  [["--damping", "five"], /--damping: found "five" where a number is expected/],
  [["--damping", "1.2"], /damping: found 1\.2; accepted/],
])("%j is refused", (words, message) => {
  const { status, stderr } = place.noether("spectrum", "record.at2", ...words);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});
