/** Every claim has the verdict that the README's table states, and the numbers that the paper prints come out. */
import { readFileSync } from "node:fs";
import { duffing, elasticPendulum, energyMomentum, run, sinhOscillator } from "noether";
import { describe, expect, test } from "vitest";
import { tableOf } from "./oscillators.js";
import { duffingPeriod, ellipticK, sinhPeriod } from "./periods.js";
import { krenk2014 } from "./reproduce.js";
import { countIterations } from "./table-1.js";

const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
const rows = readme.split("\n").map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

test.each(krenk2014.items.map((item) => ({ id: item.id, item })))("$id", ({ item }) => {
  const { claims, figures } = item.reproduce();
  expect(claims.length).toBeGreaterThan(0);
  for (const { where, says, ours, verdict, remark } of claims) {
    const row = rows.find((cells) => cells[1] === where && cells[2] === says);
    expect(row, `${where}: ${says} is in the table`).toBeDefined();
    expect(row?.[5], `${where}: ${says}; here ${ours}`).toBe(verdict);
    // What differs is a finding about the paper only if it is explained.
    if (verdict === "differs" || verdict === "misprint") expect(remark).not.toBe("");
  }
  for (const { figure } of figures) {
    for (const { series } of figure.panels) for (const { x, y } of series) expect(x.length).toBe(y.length);
  }
});

describe("against arithmetic with 32 digits", () => {
  test("exact periods", () => {
    expect(ellipticK(0.25)).toBeCloseTo(1.6857503548125961, 14);
    expect(duffingPeriod()).toBeCloseTo(4.768022029102461, 13);
    expect(sinhPeriod()).toBeCloseTo(4.99922704346398, 13);
  });

  test("errors of period and energy", () => {
    const secant = tableOf(duffing(), energyMomentum(), duffingPeriod(), [0.5, 0.1]);
    // ΔT/T by rotation numbers, over 60 periods here and many more there.
    expect(Math.abs(secant.period[0] / 0.04770777275709061 - 1)).toBeLessThan(1e-5);
    expect(Math.abs(secant.period[1] / 0.0020324250513148157 - 1)).toBeLessThan(1e-5);
    const quartic = tableOf(sinhOscillator(), energyMomentum({ form: "quartic" }), sinhPeriod(), [0.2, 0.1]);
    expect(Math.abs(quartic.energy[0] / 2.19070348006677e-5 - 1)).toBeLessThan(1e-3);
    expect(Math.abs(quartic.energy[1] / 1.401668508632843e-6 - 1)).toBeLessThan(1e-3);
  });

  test("iterations of Table I in all", () => {
    const of = (step: number, tangent: "third" | "sixth") =>
      countIterations(elasticPendulum(), {
        step,
        steps: Math.round(6 / step),
        residual: 1e-5,
        increment: 1e-6,
        tangent,
        secant: false,
      });
    expect([of(0.02, "third").total, of(0.02, "sixth").total]).toEqual([1194, 1515]);
    expect([of(0.03, "third").total, of(0.03, "sixth").total]).toEqual([959, 1204]);
  });

  test("Table I as printed and the method of the library take the same step", () => {
    const printed = countIterations(sinhOscillator(), {
      step: 0.5,
      steps: 100,
      residual: 1e-12,
      increment: 1e-12,
      tangent: "third",
      secant: true,
    });
    expect(printed.energy).toBeLessThan(1e-13);
    const { last } = run(sinhOscillator(), energyMomentum(), { time: { step: 0.5, steps: 100 } });
    expect(last.q[0]).toBeCloseTo(-0.8564663592465954, 12);
  });
});
