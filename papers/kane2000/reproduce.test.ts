/** Every claim has the verdict that the README states, and the numbers behind the figures are those of an independent computation
 *  with 32 digits. */
import { lagrangeDalembert, newmark, newmarkMinimization, rk4, variational } from "noether";
import { describe, expect, test } from "vitest";
import { benchmark, example, meanOf, rangeOf, traced } from "./example.js";
import { kane2000 } from "./reproduce.js";

const quick = kane2000.items.filter(({ long }) => long !== true);
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

test("the paper stands: what differs and what is misprinted is known", () => {
  const found = (verdict: string) =>
    outcomes.flatMap(({ claims }) => claims.filter((claim) => claim.verdict === verdict).map(({ where }) => where));
  expect(found("differs")).toEqual(["section 6.3", "section 2.2", "section 5.2"]);
  expect(found("misprint")).toEqual([
    "section 3.5",
    "(26), η in Theorems 3.5 and 5.1",
    "(27)",
    "section 3.3",
    "Theorem 5.1, (54) and (55)",
    "(46)",
  ]);
});

describe("numbers of an independent computation", () => {
  /** Its own run in double precision is off by less than 1e-12. */
  const close = (found: number, expected: number) => expect(Math.abs(found - expected)).toBeLessThan(1e-10);

  test("energies without friction, to t = 200", () => {
    const problem = example();
    const range = (method: ReturnType<typeof newmark>) => rangeOf(traced("", problem, method, 1000).energy);
    close(range(newmark()).max, 0.4459771549292664);
    close(range(newmark({ beta: 0 })).min, 0.3622607946533555);
    close(range(variational()).min, 0.3848514159947303);
    close(traced("", problem, rk4(), 1000).energy[1000], 0.2129682482329967);
    close(rangeOf(traced("", problem, newmark(), 1000).momentum).max, 0.6216740782741013);
  });

  test("mean energies with friction, to t = 200 and in 1800 < t ≤ 2000", () => {
    const problem = example(1e-3);
    const expected = [
      [newmarkMinimization(), 0.37398975854096866, 0.04546681886072428],
      [newmarkMinimization({ beta: 0 }), 0.32525965396206075, 0.030546968281327913],
      [newmark(), 0.37257862580890266, 0.041060914913491],
      [lagrangeDalembert(), 0.33738673090565346, 0.03621108368286295],
      [rk4(), 0.23930025335421962, 0.004034793920434495],
    ] as const;
    for (const [method, early, late] of expected) {
      const { energy } = traced("", problem, method, 10_000);
      close(meanOf(energy, 1, 1000), early);
      close(meanOf(energy, 9001, 10_000), late);
    }
    const { energy } = traced("", problem, benchmark(), 10_000);
    // The benchmark is integrated with a tolerance of 1e-13 a step, and the motion multiplies its errors.
    expect(Math.abs(meanOf(energy, 1, 1000) - 0.3467503137187338)).toBeLessThan(1e-8);
    expect(Math.abs(meanOf(energy, 9001, 10_000) - 0.033934497940509956)).toBeLessThan(1e-8);
  });
});
