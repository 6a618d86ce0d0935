import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { version } from "../src/version.js";
import { workplace } from "./program.js";

const { noether } = workplace();

test("the version is that of the packages", () => {
  const packages = ["../../lib/package.json", "../package.json"].map((path) => new URL(path, import.meta.url));
  for (const path of packages) expect(JSON.parse(readFileSync(path, "utf8")).version).toBe(version);
  expect(noether("--version").stdout).toBe(`${version}\n`);
});

test("without words it tells what there is", () => {
  const { status, stdout } = noether();
  expect(status).toBe(0);
  for (const command of ["run", "check", "compare", "certify", "plot", "convert", "methods", "models", "bench"]) {
    expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  }
});

test.each(["run", "check", "compare", "certify", "plot", "convert", "methods", "models", "bench"])(
  "%s has --help",
  (command) => {
    const { status, stdout } = noether(command, "--help");
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: noether ${command}`));
  },
);

test.each([
  [["rnu"], /unknown command 'rnu'\s+\(Did you mean run\?\)/],
  [["methods", "--jsn"], /unknown option '--jsn'\s+\(Did you mean --json\?\)/],
  [["plot"], /missing required argument 'result'/],
])("%j is wrong input", (words, message) => {
  const { status, stdout, stderr } = noether(...words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(message);
});
