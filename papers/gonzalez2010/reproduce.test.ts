/** Every claim has the verdict that the README states. */
import { expect, test } from "vitest";
import { gonzalez2010 } from "./reproduce.js";

const quick = gonzalez2010.items.filter(({ long }) => long !== true);
const outcomes = quick.map((item) => ({ id: item.id, ...item.reproduce() }));

test.each(outcomes)("$id", ({ claims, figures }) => {
  expect(claims.length).toBeGreaterThan(0);
  for (const { verdict, where, says, ours, remark } of claims) {
    // What differs is a finding about the paper only if it is explained.
    if (verdict === "differs") expect(remark, `${where}: ${says}; here ${ours}`).not.toBe("");
  }
  for (const { figure } of figures) {
    for (const { series } of figure.panels) for (const { x, y } of series) expect(x.length).toBe(y.length);
  }
});

test("every figure of the paper is drawn, each in a file of its own", () => {
  const names = outcomes.flatMap(({ figures }) => figures.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  // Figure 16 is Figure 15 with a finer grid, and Figure 23 sweeps over meshes: both are among what takes long.
  const missing = Array.from({ length: 23 }, (_, i) => `figure-${i + 1}`).filter((name) => !names.includes(name));
  expect(missing).toEqual(["figure-16", "figure-23"]);
});

test("figures of several panels have all that the paper shows in them", () => {
  const figures = outcomes.flatMap((outcome) => outcome.figures);
  for (const name of ["figure-12", "figure-12-axis", "figure-12-99", "figure-12-axis-99"])
    expect(
      figures.some((each) => each.name === name),
      name,
    ).toBe(true);
  const argon = figures.find(({ name }) => name === "figure-15")?.figure.panels.map(({ title }) => title);
  expect(argon).toEqual([
    "Energy",
    "Linear momentum",
    "Angular momentum",
    "Temperature by (71)",
    "Steps, grid of 0.02 nm",
    "The last 50 ps, force-stepping",
  ]);
});

test("what differs and what is misprinted is known", () => {
  const found = (verdict: string) =>
    outcomes.flatMap(({ claims }) => claims.filter((claim) => claim.verdict === verdict).map(({ where }) => where));
  expect(found("differs")).toEqual(["sections 1, 4 and 7", "section 6.2", "Figures 15 and 16"]);
  expect(found("misprint")).toEqual(["after (68)", "section 6.1.2", "(74)"]);
});
