/** Every claim has the verdict that the README states, and the numbers behind the figures are those of an independent computation
 *  with 25 digits and more. */
import { newmark, run } from "noether";
import { describe, expect, test } from "vitest";
import { dampingTraces } from "./damping.js";
import { deviations } from "./distorted.js";
import { freeRange, traces } from "./fourth-order.js";
import { takacs2024 } from "./reproduce.js";
import { apart, harmonic, pulse, STEP, threeMasses, traced } from "./system.js";

const outcomes = takacs2024.items.map((item) => ({ id: item.id, ...item.reproduce() }));

test.each(outcomes)("$id", ({ claims, figures }) => {
  expect(claims.length).toBeGreaterThan(0);
  for (const { verdict, where, says, ours } of claims)
    expect(verdict, `${where}: ${says}; here ${ours}`).not.toBe("differs");
  for (const { figure } of figures) {
    for (const { series } of figure.panels) for (const { x, y } of series) expect(x.length).toBe(y.length);
  }
});

test("all fourteen figures are drawn, and the misprints are known", () => {
  const names = outcomes.flatMap(({ figures }) => figures.map(({ name }) => name));
  expect(names).toEqual(Array.from({ length: 14 }, (_, k) => `figure-${k + 1}`));
  const found = outcomes.flatMap(({ claims }) =>
    claims.filter(({ verdict }) => verdict === "misprint").map(({ where }) => where),
  );
  expect(found).toEqual([
    "Figure 1, caption",
    "(11), (13)",
    "(12)",
    "(42)",
    "(72), (75)",
    "(30), (31)",
    "(77)",
    "(16)",
    "Figure 4, caption; section 4.2.3",
  ]);
});

describe("numbers of an independent computation", () => {
  const close = (found: number, expected: number, within = 1e-10) =>
    expect(Math.abs(found - expected)).toBeLessThan(within);

  test("Figure 3: deviations fall with the slopes of that computation", () => {
    const [coarse, fine] = deviations([32, 64]);
    const slope = (of: "q" | "v" | "q2" | "v2" | "rate") => Math.log2(coarse[of] / fine[of]);
    // Deviations of 1e-9 lie on runs with rounding of 1e-16 and, for the second-order equation, on Runge–Kutta's 1e-13.
    close(slope("q"), 2.9799737, 1e-4);
    close(slope("v"), 3.0814055, 1e-4);
    close(slope("q2"), 2.9756803, 1e-3);
    close(slope("v2"), 3.1256618, 1e-3);
    close(slope("rate"), 2.0001722, 1e-4);
  });

  test("Figures 4 to 8: Newmark and its compensated damping at t = 140", () => {
    const scheme = traced("", threeMasses({ load: harmonic }), newmark({ beta: 0.22, gamma: 0.52 }), 140);
    close(scheme.q[200], -0.0117165204463477733);
    const undamped = dampingTraces(false);
    close(undamped.ndc.q[200], -0.00212807161945977042);
    close(undamped.ndc.energy[200], 0.0225099356977983096);
    close(undamped.newmark.energy[200], 0.004019056687796129);
    const damped = dampingTraces(true);
    close(damped.ndc.q[200], 0.000673549384778099964);
    close(damped.ndc.energy[200], 0.00755504334854040947);
  });

  test("Figures 10 and 11: fourth order under the harmonic load", () => {
    const { exact, n4c, rk4, newmark: plain } = traces(threeMasses({ load: harmonic }));
    close(n4c.q[200], 0.00362231992236418599);
    close(n4c.energy[200], 0.00562847463711348625);
    close(apart(n4c, exact), 0.00127345159742521303);
    close(apart(rk4, exact), 0.0081391603185732838);
    close(apart(plain, exact), 0.0649928560141286455);
  });

  test("Figures 13 and 14: the pulse", () => {
    const { n4c, newmark: plain } = traces(threeMasses({ damped: false, load: pulse }));
    close(n4c.q[200], -0.0293769852241560383);
    close(freeRange(n4c).min, 0.125661681211373588);
    close(freeRange(n4c).max, 0.125991412996029222);
    close(freeRange(plain).max, 0.128725695037773715);
    const rest = threeMasses({ damped: false, load: pulse, q0: [0, 0, 0] });
    const method = newmark({ beta: 1 / 6, compensate: "fourth-order" });
    close(run(rest, method, { time: { step: STEP, steps: 200 } }).last.q[0], -0.0651899020589059372);
  });
});
