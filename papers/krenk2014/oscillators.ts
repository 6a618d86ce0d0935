/** Figures 2 to 5: the oscillators of sections 5.1 and 5.2, k = m = 1, from rest at u = 1. */
import {
  duffing,
  energyMomentum,
  energyOf,
  type Method,
  newmark,
  orThrow,
  type Problem,
  probe,
  run,
  sinhOscillator,
  trajectory,
} from "noether";
import { slopeOf } from "noether/analysis";
import type { Panel, Series } from "noether/report";
import { beyond, digits, printed, stated } from "../claim.js";
import type { Item } from "../reproduction.js";
import { duffingPeriod, meanStiffness, measuredPeriod, sinhPeriod } from "./periods.js";

const T0 = 2 * Math.PI; // of the linear oscillator with the stiffness at rest

interface Table {
  readonly steps: readonly number[];
  /** ΔT/T, and (max − min of E)/E₀ over ten periods. */
  readonly period: readonly number[];
  readonly energy: readonly number[];
}

/** Period and energy errors for some steps ω₀ h. */
export function tableOf(problem: Problem, method: Method, exact: number, steps: readonly number[]): Table {
  const period = steps.map((h) => measuredPeriod(problem, method, h, Math.ceil((60 * exact) / h)) / exact - 1);
  return { steps, period, energy: steps.map((h) => energyRange(problem, method, h, Math.floor((10 * exact) / h))) };
}

function energyRange(problem: Problem, method: Method, step: number, steps: number): number {
  const { values } = energies(problem, method, step, steps);
  return (Math.max(...values) - Math.min(...values)) / values[0];
}

function energies(problem: Problem, method: Method, step: number, steps: number) {
  const energy = energyOf(problem.system);
  const observe = { energy: probe(({ t, q, v }) => energy.value(t, q, v)) };
  return orThrow(run(problem, method, { time: { step, steps }, observe })).observed.energy;
}

const order = (steps: readonly number[], errors: readonly number[]) =>
  slopeOf(steps.map((h, k) => ({ x: Math.log(h), y: Math.log(Math.abs(errors[k])) })));

/** What the errors tend to in units of (ω₀ h)^p: extrapolated from the two finest steps, since the next term is h² times it. */
const constant = ({ steps }: Table, errors: readonly number[], p: number) => {
  const [coarse, fine] = [2, 1].map((k) => ({ h: steps.at(-k) ?? 0, error: errors.at(-k) ?? 0 }));
  const [c, f] = [coarse, fine].map(({ h, error }) => error / h ** p);
  const ratio = (coarse.h / fine.h) ** 2;
  return (ratio * f - c) / (ratio - 1);
};

const errorPanel = (title: string, label: string, series: readonly Series[]): Panel => ({
  title,
  shape: "wide",
  x: { label: "ω₀ h", scale: "log" },
  y: { label, scale: "log" },
  series,
});
const curve = (name: string, x: readonly number[], y: readonly number[], colour: number): Series => ({
  name,
  x,
  y,
  style: "marked",
  colour,
});
const line = (name: string, x: readonly number[], y: readonly number[], colour: number): Series => ({
  ...curve(name, x, y, colour),
  style: "line",
  dash: "dashed",
});

const figure2: Item = {
  id: "figure-2",
  title: "Duffing oscillator: response and energy",
  reproduce() {
    const h = 0.08 * T0;
    const problem = duffing();
    const { system } = problem;
    const observe = { motion: trajectory(), stored: probe(({ q }) => system.potential(q)) };
    const steps = 25;
    const { observed } = orThrow(
      run(problem, energyMomentum({ form: "quartic" }), { time: { step: h, steps }, observe }),
    );
    const t = [...observed.motion.t].map((time) => time / T0);
    const values = energies(problem, energyMomentum({ form: "quartic" }), h, 1000).values;
    const error = (Math.max(...values) - Math.min(...values)) / values[0];
    const top = Math.max(...observed.motion.v.map(([v]) => Math.abs(v)));
    const series = (name: string, y: readonly number[], colour: number): Series => ({
      name,
      x: t,
      y,
      style: "marked",
      colour,
    });
    return {
      claims: [
        printed("section 5.1", "T at u_m = 1, by the elliptic integral", 4.768, duffingPeriod(), 5e-4),
        printed("section 5.1", "T/T₀", 0.759, duffingPeriod() / T0, 5e-4),
        stated(
          "Figure 2b",
          "the energy is conserved to about 12 digits",
          `varies by ${digits(error)} over 1000 steps`,
          error < 1e-12,
        ),
        stated("Figure 2a", "v/ω₀ goes beyond the largest displacement", `up to ${digits(top)}`, top > 1),
      ],
      figures: [
        {
          name: "figure-2",
          figure: {
            panels: [
              {
                title: "Response, h = 0.08 T₀",
                shape: "wide",
                x: { label: "t/T₀", scale: "linear" },
                y: { label: "u, v/ω₀", scale: "linear" },
                series: [
                  series(
                    "u",
                    observed.motion.q.map(([u]) => u),
                    0,
                  ),
                  series(
                    "v/ω₀",
                    observed.motion.v.map(([v]) => v),
                    1,
                  ),
                ],
              },
              {
                title: "Energy",
                shape: "wide",
                x: { label: "t/T₀", scale: "linear" },
                y: { label: "E/E₀, G/E₀", scale: "linear" },
                series: [
                  series(
                    "total",
                    [...values.slice(0, steps + 1)].map((e) => e / values[0]),
                    0,
                  ),
                  series(
                    "elastic",
                    [...observed.stored.values].map((g) => g / values[0]),
                    1,
                  ),
                ],
              },
            ],
            note: "The caption says h/T₀ = 0.08, the text h = 0.01: the figure's step is taken.",
          },
        },
      ],
    };
  },
};

const STEPS = [0.5, 0.2, 0.1, 0.05, 0.02];

const figure3: Item = {
  id: "figure-3",
  title: "Duffing oscillator: errors of period and energy",
  reproduce() {
    const exact = duffingPeriod();
    const conservative = tableOf(duffing(), energyMomentum(), exact, STEPS);
    const collocation = tableOf(duffing(), newmark(), exact, STEPS);
    const mean = meanStiffness(
      (u) => 1 + 3 * u * u,
      (u) => (u * u) / 2 + u ** 4 / 4,
    );
    const linear = STEPS.map((h) => (h * h) / 12);
    return {
      claims: [
        stated(
          "Figure 3",
          "both periods are second-order accurate",
          `orders ${digits(order(STEPS.slice(-3), conservative.period.slice(-3)), 3)} and ${digits(order(STEPS.slice(-3), collocation.period.slice(-3)), 3)}`,
          [conservative, collocation].every(
            ({ period }) => Math.abs(order(STEPS.slice(-3), period.slice(-3)) - 2) < 0.02,
          ),
        ),
        printed(
          "Figure 3",
          "ΔT/T of the conservative scheme follows (ω₀ h)²/12",
          1 / 12,
          constant(conservative, conservative.period, 2),
          1e-3,
          `The line is that of the linear oscillator with the stiffness at rest. The constant is ⟨K⟩/12 = ${digits(mean / 12, 5)}, with the time mean of the stiffness: 2.4 times the line.`,
        ),
        beyond(
          "Figure 3",
          "the constant is ⟨K⟩/12, by the time mean of the stiffness",
          `${digits(constant(conservative, conservative.period, 2), 5)} for ${digits(mean / 12, 5)}`,
          Math.abs(constant(conservative, conservative.period, 2) - mean / 12) < 1e-5,
        ),
        stated(
          "Figure 3",
          "Newmark's energy error falls with h²",
          `order ${digits(order(STEPS.slice(-3), collocation.energy.slice(-3)), 3)}, constant ${digits(constant(collocation, collocation.energy, 2), 3)}`,
          Math.abs(order(STEPS.slice(-3), collocation.energy.slice(-3)) - 2) < 0.05,
        ),
      ],
      figures: [
        {
          name: "figure-3",
          figure: {
            panels: [
              errorPanel("Errors", "ΔT/T, ΔE/E₀", [
                curve("conservative, ΔT/T", STEPS, conservative.period, 0),
                curve("Newmark, ΔT/T", STEPS, collocation.period, 1),
                curve("Newmark, ΔE/E₀", STEPS, collocation.energy, 2),
                line("(ω₀ h)²/12", STEPS, linear, 3),
              ]),
            ],
          },
        },
      ],
    };
  },
};

const figure4: Item = {
  id: "figure-4",
  title: "Duffing oscillator: energy by Newmark's method",
  reproduce() {
    const runs = [0.5, 0.2, 0.1].map((h) => ({ h, ...energies(duffing(), newmark(), h, Math.round((2 * T0) / h)) }));
    const constantLine = energies(duffing(), energyMomentum(), 0.5, Math.round((2 * T0) / 0.5));
    const varies = Math.max(...constantLine.values.map((e) => Math.abs(e / constantLine.values[0] - 1)));
    const tops = runs.map(({ values }) => Math.max(...values) / values[0]);
    return {
      claims: [
        stated(
          "Figure 4",
          "the energies lie within the axis of the figure, 0.98 to 1.08 E₀",
          `between ${digits(Math.min(...runs.map(({ values }) => Math.min(...values) / values[0])), 5)} and ${digits(tops[0], 5)}`,
          tops[0] < 1.08 && tops[0] > 1.04,
        ),
        stated(
          "Figure 4",
          "the fluctuation falls with h²",
          `E/E₀ up to ${tops.map((top) => digits(top, 5)).join(", ")} at h = 0.5, 0.2, 0.1`,
          Math.abs(Math.log((tops[1] - 1) / (tops[2] - 1)) / Math.LN2 - 2) < 0.1,
        ),
        stated(
          "Figure 4",
          "the energy of the conservative scheme is constant",
          `at h = 0.5 it varies by ${digits(varies)}`,
          varies < 1e-14,
        ),
      ],
      figures: [
        {
          name: "figure-4",
          figure: {
            panels: [
              {
                title: "Total energy",
                shape: "wide",
                x: { label: "t/T₀", scale: "linear" },
                y: { label: "E/E₀", scale: "linear" },
                series: [...runs, { h: 0.5, ...constantLine }].map(({ h, t, values }, k) => ({
                  name: k < runs.length ? `Newmark, h = ${h}` : `conservative, h = ${h}`,
                  x: [...t].map((time) => time / T0),
                  y: [...values].map((e) => e / values[0]),
                  style: "line",
                  colour: k,
                })),
              },
            ],
          },
        },
      ],
    };
  },
};

/** The paper's four, ω₀h = 0.5, 0.1, 0.01, 0.001, and three between them, from which orders are read before rounding is seen. */
const FINE_STEPS = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.001];
const BEFORE_ROUNDING = STEPS.length;

const figure5: Item = {
  id: "figure-5",
  title: "Hyperbolic oscillator: errors of period and energy",
  reproduce() {
    const exact = sinhPeriod();
    const tables = [energyMomentum({ form: "secant" }), energyMomentum({ form: "quartic" }), newmark()].map((method) =>
      tableOf(sinhOscillator(), method, exact, FINE_STEPS),
    );
    const [secant, quartic, collocation] = tables.map(({ steps, period, energy }) => ({
      steps: steps.slice(0, BEFORE_ROUNDING),
      period: period.slice(0, BEFORE_ROUNDING),
      energy: energy.slice(0, BEFORE_ROUNDING),
    }));
    const mean = meanStiffness(
      (u) => Math.cosh(2 * u),
      (u) => Math.sinh(u) ** 2 / 2,
    );
    const fine = (errors: readonly number[]) =>
      order(FINE_STEPS.slice(BEFORE_ROUNDING - 3, BEFORE_ROUNDING), errors.slice(BEFORE_ROUNDING - 3, BEFORE_ROUNDING));
    const finest = tables.map(({ period, energy }) => ({ period: period.at(-1) ?? 0, energy: energy.at(-1) ?? 0 }));
    const names = ["conservative ΔK*", "stiffness increment ΔK", "Newmark"];
    return {
      claims: [
        printed("section 5.2", "T at u_m = 1, by the elliptic integral", 4.999, exact, 5e-4),
        printed("section 5.2", "T/T₀", 0.796, exact / T0, 5e-4),
        stated(
          "Figure 5a",
          "all three periods are second-order accurate",
          `orders ${tables.map(({ period }) => digits(fine(period), 3)).join(", ")}`,
          tables.every(({ period }) => Math.abs(fine(period) - 2) < 0.02),
        ),
        printed(
          "Figure 5a",
          'ΔT/T follows (ω₀ h)²/12, "the agreement is good"',
          1 / 12,
          constant(secant, secant.period, 2),
          1e-3,
          `The constant is ⟨K⟩/12 = ${digits(mean / 12, 5)}, 2.2 times the line; for Newmark ${digits(constant(collocation, collocation.period, 2), 4)}.`,
        ),
        beyond(
          "Figure 5a",
          "the constant is ⟨K⟩/12, by the time mean of the stiffness",
          `${digits(constant(secant, secant.period, 2), 5)} for ${digits(mean / 12, 5)}`,
          Math.abs(constant(secant, secant.period, 2) - mean / 12) < 1e-5,
        ),
        stated(
          "Figure 5b",
          "Newmark's energy is second order, that of the ΔK form fourth",
          `orders ${digits(fine(collocation.energy), 3)} and ${digits(fine(quartic.energy), 3)}, constants ${digits(constant(collocation, collocation.energy, 2), 4)} and ${digits(constant(quartic, quartic.energy, 4), 4)}`,
          Math.abs(fine(collocation.energy) - 2) < 0.05 && Math.abs(fine(quartic.energy) - 4) < 0.05,
        ),
        beyond(
          "Figure 5",
          "at the paper's finest step, ω₀h = 0.001, errors are as those orders say",
          `ΔT/T ${digits(finest[0].period, 6)} (conservative), ${digits(finest[2].period, 6)} (Newmark); ΔE/E₀ ${digits(finest[2].energy)} (Newmark), ${digits(finest[1].energy)} (ΔK, rounding)`,
          Math.abs(finest[0].period / (1e-6 * (mean / 12)) - 1) < 1e-3 && finest[1].energy < 1e-12,
        ),
        stated(
          "Figure 5b",
          "the secant form conserves the energy to 10⁻¹²",
          `to ${digits(Math.max(...secant.energy))}`,
          Math.max(...secant.energy) < 1e-12,
        ),
      ],
      figures: [
        {
          name: "figure-5",
          figure: {
            panels: [
              errorPanel("Period", "ΔT/T", [
                ...tables.map(({ period }, k) => curve(names[k], FINE_STEPS, period, k)),
                line(
                  "(ω₀ h)²/12",
                  FINE_STEPS,
                  FINE_STEPS.map((h) => (h * h) / 12),
                  3,
                ),
              ]),
              errorPanel(
                "Energy",
                "ΔE/E₀",
                tables.map(({ energy }, k) => curve(names[k], FINE_STEPS, energy, k)),
              ),
            ],
          },
        },
      ],
    };
  },
};

export const oscillatorItems: readonly Item[] = [figure2, figure3, figure4, figure5];
