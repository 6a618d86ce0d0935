import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const { noether, path } = workplace();

test("one item: claims on standard output, figures and pages in a folder", () => {
  const { status, stdout } = noether("reproduce", "kane2000/figure-1", "--out", "here");
  expect(status).toBe(0);
  expect(stdout).toMatch(/Figure 1, Theorem 3\.4: reproduced/);
  for (const name of ["index.html", "kane2000.md", "kane2000/figure-1.svg", "kane2000/figure-1.json"]) {
    expect(existsSync(path(`here/${name}`)), name).toBe(true);
  }
  expect(readFileSync(path("here/index.html"), "utf8")).toMatch(/<svg[\s\S]*reproduced/);
  expect(readFileSync(path("here/kane2000.md"), "utf8")).toMatch(/!\[.*\]\(kane2000\/figure-1\.svg\)/);
});

test("as JSON", () => {
  const { status, stdout } = noether("reproduce", "kane2000/misprints", "--json", "--out", "json");
  expect(status).toBe(0);
  const [paper] = JSON.parse(stdout);
  expect(paper).toMatchObject({ paper: "kane2000", items: [{ id: "misprints", claims: expect.any(Array) }] });
});

test("unknown papers and items are answered with those there are", () => {
  expect(noether("reproduce", "kane200")).toMatchObject({ status: 2, stderr: expect.stringMatching(/kane2000/) });
  expect(noether("reproduce", "kane2000/figure-9").stderr).toMatch(/no item "figure-9".*figure-1/);
});

test("a folder that exists is not written into without being asked", () => {
  noether("reproduce", "kane2000/theorems", "--out", "twice");
  const again = noether("reproduce", "kane2000/theorems", "--out", "twice");
  expect(again).toMatchObject({ status: 2, stderr: expect.stringMatching(/--force/) });
  expect(noether("reproduce", "kane2000/theorems", "--out", "twice", "--force").status).toBe(0);
});
