/** Figures 9 to 14, section 4.2: fourth order by compensation. */

import type { FixedStepMethod } from "noether";
import {
  compensation,
  dop853,
  type LinearSystem,
  linearSystem,
  type Method,
  newmark,
  orThrow,
  type Problem,
  rk4,
  run,
  scalarMass,
  smoothLoad,
  startingFrom,
  timeLoad,
} from "noether";
import { convergence, slopeOf, stabilityLimit } from "noether/analysis";
import { fromRows } from "noether/linalg";
import { convergenceFigure, type Figure } from "noether/report";
import { beyond, digits, misprint, stated } from "../claim.js";
import type { Item } from "../reproduction.js";
import {
  apart,
  CUTOFF,
  harmonic,
  pulse,
  pulseAt,
  reference,
  seriesOf,
  type Trace,
  threeMasses,
  traced,
} from "./system.js";

const OMEGA = 2 * Math.PI;
const n4c = newmark({ beta: 1 / 6, compensate: "fourth-order" });
const plain = newmark({ beta: 1 / 6 });

/** (76)–(79): F = 0.8 cos(10 ω t). */
export const load = smoothLoad((k, t, _side, out) => {
  out[0] += 0.8 * (10 * OMEGA) ** k * Math.cos(10 * OMEGA * t + (k * Math.PI) / 2);
});
export const oneMass = (): Problem =>
  startingFrom(
    linearSystem({
      mass: scalarMass(1, 1),
      damping: fromRows([[2 * 0.02 * OMEGA]]),
      stiffness: fromRows([[OMEGA * OMEGA]]),
      load,
    }),
    [1],
    [1],
  );

/** Newmark on Ĉ, K̂ of (73), (74) and the load as (75) prints it: what is added to F has the wrong sign. */
function asPrinted(problem: Problem, h: number): Problem {
  const system = problem.system as LinearSystem;
  const parts = compensation(system, { kind: "fourth-order", form: "paper", beta: 1 / 6, gamma: 0.5, h });
  const at = new Float64Array(1);
  const printed = timeLoad((t, out) => {
    const sizes = [0, 1, 2].map((k) => {
      at[0] = 0;
      load.addDerivative?.(k, t, 1, at);
      return at[0];
    });
    const corrected = sizes.reduce((sum, value, k) => sum + (parts.loads[k]?.values[0] ?? 1) * value, 0);
    out[0] += 2 * sizes[0] - corrected;
  });
  const { mass } = system;
  return {
    ...problem,
    system: linearSystem({ mass, damping: parts.damping, stiffness: parts.stiffness, load: printed }),
  };
}

const figure9: Item = {
  id: "figure-9",
  title: "Convergence with one degree of freedom",
  reproduce() {
    const problem = oneMass();
    const end = 0.4;
    const exact = orThrow(run(problem, dop853({ tolerance: 1e-13 }), { time: { end } })).last;
    const study = (method: Method) =>
      convergence(problem, method, { end, step: 0.02, refinements: 5, reference: exact, floor: 1e-12 });
    const [compensated, newmarks, runge] = [study(n4c), study(plain), study(rk4())];
    const printed = [160, 320, 640].map((steps) => {
      const h = end / steps;
      const { last } = orThrow(run(asPrinted(problem, h), plain, { time: { step: h, steps } }));
      return { x: Math.log(h), y: Math.log(Math.abs(last.q[0] - exact.q[0])) };
    });
    const order = slopeOf(printed);
    const four = (value: number) => Math.abs(value - 4) < 0.1;
    const show = ({ positionOrder, velocityOrder }: typeof runge) =>
      `${digits(positionOrder, 3)} and ${digits(velocityOrder, 3)}`;
    return {
      claims: [
        stated(
          "Figure 9",
          "N4C is of fourth order in position and velocity, plain Newmark of second",
          `orders ${show(compensated)}; ${show(newmarks)}`,
          four(compensated.positionOrder) &&
            four(compensated.velocityOrder) &&
            Math.abs(newmarks.positionOrder - 2) < 0.1,
          "With the load compensation corrected.",
        ),
        stated(
          "Figure 9",
          "N4C is more accurate than Runge–Kutta at the same small step",
          `errors of q at the finest step ${digits(compensated.positionErrors[5])} and ${digits(runge.positionErrors[5])}`,
          compensated.positionErrors[5] < runge.positionErrors[5],
        ),
        misprint(
          "(72), (75)",
          "printed: F̂ = F + Δt²/12 (CM⁻¹(CM⁻¹F − F') − KM⁻¹F + F'')",
          null,
          `order ${digits(order, 3)} as printed, ${digits(compensated.positionOrder, 3)} with what is added to F reversed`,
          Math.abs(order - 2) < 0.1 && four(compensated.positionOrder),
          "F̂ = F + Δt²/12 (KM⁻¹F − F'' − CM⁻¹(CM⁻¹F − F')): what is printed is the distortion (48), not its negative.",
        ),
      ],
      figures: [
        {
          name: "figure-9",
          figure: {
            panels: (["position", "velocity"] as const).flatMap((of) => {
              const errors = (study: typeof runge) => (of === "position" ? study.positionErrors : study.velocityErrors);
              return convergenceFigure(
                [
                  { method: "N4C", order: 4, steps: compensated.steps, errors: errors(compensated) },
                  { method: "Newmark", order: 2, steps: newmarks.steps, errors: errors(newmarks) },
                  { method: "RK4", steps: runge.steps, errors: errors(runge) },
                ],
                { title: of === "position" ? "Position at t = 0.4" : "Velocity at t = 0.4", error: "relative error" },
              ).panels;
            }),
          },
        },
      ],
    };
  },
};

const END = 140;

export function traces(problem: Problem): { exact: Trace; newmark: Trace; n4c: Trace; rk4: Trace } {
  const trace = (name: string, method: Method) => traced(name, problem, method, END);
  return {
    exact: trace("reference", reference()),
    newmark: trace("Newmark", plain),
    n4c: trace("N4C", n4c),
    rk4: trace("RK4", rk4()),
  };
}

const figure = (title: string, all: readonly Trace[], what: "q" | "energy"): Figure => ({
  panels: [
    {
      title,
      shape: "wide",
      x: { label: "t", scale: "linear" },
      y: { label: what === "q" ? "q₁" : "energy", scale: "linear" },
      series: seriesOf(all, what),
    },
  ],
});

const harmonicItem: Item = {
  id: "figures-10-11",
  title: "Fourth order for three damped masses under a harmonic load",
  reproduce() {
    const { exact, newmark: scheme, n4c: four, rk4: runge } = traces(threeMasses({ load: harmonic }));
    const all = [exact, scheme, four, runge];
    const energyOff = (trace: Trace) =>
      trace.energy.reduce((most, value, k) => Math.max(most, Math.abs(value - exact.energy[k])), 0);
    return {
      claims: [
        stated(
          "Figure 10",
          "N4C is closer to the reference than Runge–Kutta, and both than Newmark",
          `largest error of q₁ to t = 140: ${digits(apart(four, exact))}, ${digits(apart(runge, exact))}, ${digits(apart(scheme, exact))}`,
          apart(four, exact) < apart(runge, exact) && apart(runge, exact) < apart(scheme, exact),
        ),
        stated(
          "Figure 11",
          "N4C also has the closest energy",
          `largest errors ${digits(energyOff(four))}, ${digits(energyOff(runge))}, ${digits(energyOff(scheme))}`,
          energyOff(four) < energyOff(runge) && energyOff(four) < energyOff(scheme),
        ),
      ],
      figures: [
        { name: "figure-10", figure: figure("First coordinate, Δt = 0.7", all, "q") },
        { name: "figure-11", figure: figure("Energy, Δt = 0.7", all, "energy") },
      ],
    };
  },
};

export const freeRange = ({ t, energy }: Trace): { min: number; max: number } => {
  const free = energy.filter((_, k) => t[k] >= CUTOFF - 1e-9);
  return { min: Math.min(...free), max: Math.max(...free) };
};

const pulseItem: Item = {
  id: "figures-12-14",
  title: "Fourth order under a pulse",
  reproduce() {
    const { exact, newmark: scheme, n4c: four, rk4: runge } = traces(threeMasses({ damped: false, load: pulse }));
    const all = [exact, scheme, four, runge];
    const band = (trace: Trace) => {
      const { min, max } = freeRange(trace);
      return max - min;
    };
    const times = Array.from({ length: 281 }, (_, k) => (k * 20) / 280);
    return {
      claims: [
        stated(
          "Figure 13",
          "N4C reproduces the position most faithfully",
          `largest error of q₁ to t = 140: N4C ${digits(apart(four, exact))}, RK4 ${digits(apart(runge, exact))}, Newmark ${digits(apart(scheme, exact))}`,
          apart(four, exact) < Math.min(apart(runge, exact), apart(scheme, exact)),
          "The paper does not say where this motion starts; q = (0.1, 0, 0) as before.",
        ),
        stated(
          "Figure 14",
          "after the pulse N4C keeps the energy, like Newmark; Runge–Kutta loses it",
          `bands after t = 14: N4C ${digits(band(four))}, Newmark ${digits(band(scheme))}; RK4 ends at ${digits((100 * runge.energy[runge.energy.length - 1]) / exact.energy[exact.energy.length - 1], 3)} %`,
          band(four) < 0.01 * exact.energy[exact.energy.length - 1] && band(runge) > 3 * band(scheme),
          "The caption says damped, the text and the figure undamped.",
        ),
      ],
      figures: [
        {
          name: "figure-12",
          figure: {
            panels: [
              {
                title: "The pulse (80)",
                shape: "wide",
                x: { label: "t", scale: "linear" },
                y: { label: "F₁", scale: "linear" },
                series: [{ name: "F₁", x: times, y: times.map((t) => pulseAt(0, t)), style: "line", colour: 0 }],
              },
            ],
          },
        },
        { name: "figure-13", figure: figure("First coordinate, Δt = 0.7", all, "q") },
        { name: "figure-14", figure: figure("Energy, Δt = 0.7", all, "energy") },
      ],
    };
  },
};

const stability: Item = {
  id: "stability",
  title: "Where fourth-order compensation is stable",
  reproduce() {
    const limit = (method: FixedStepMethod, damping = 0) => stabilityLimit(method, damping);
    const paper = limit(n4c);
    const plainLimit = limit(plain);
    const sharp = Math.sqrt(6 * (Math.sqrt(5) - 1));
    return {
      claims: [
        beyond(
          "section 4.2",
          "N4C is stable only for ω Δt < √(6(√5 − 1)), Newmark with β = 1/6 for ω Δt < √12",
          `${digits(paper ?? Infinity, 5)} and ${digits(plainLimit ?? Infinity, 5)}`,
          Math.abs((paper ?? 0) - sharp) < 1e-4 && Math.abs((plainLimit ?? 0) - Math.sqrt(12)) < 1e-4,
          "Heavily damped modes are worse: damping ratio 5 limits the paper's form to ω Δt < 0.35. Here such a form gives way to a stable one.",
        ),
      ],
      figures: [],
    };
  },
};

export const fourthOrderItems: readonly Item[] = [figure9, harmonicItem, pulseItem, stability];
