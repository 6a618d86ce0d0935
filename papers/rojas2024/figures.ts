/** Figures 2 to 8: motion, phase portraits, energy, the form φ, convergence. */
import { type Invariant, newmark, orThrow, probe, rk4, run, simpson } from "noether";
import { slopeOf } from "noether/analysis";
import { convergenceFigure, type Figure, type Panel, type Series } from "noether/report";
import { digits, stated } from "../claim.js";
import type { Claim, Item, Setting } from "../reproduction.js";
import { errors, exact, type Motion, momentum, motion, pendulum, SCHEMES } from "./pendulum.js";

const STEP = 0.1;
const short = (value: number) => digits(value, 3);

/** The exact motion as a line of points close to one another. */
function exactMotion(periods: number): Motion {
  const { system } = pendulum();
  const t = Float64Array.from({ length: 100 * periods + 1 }, (_, k) => k / 100);
  const states = Array.from(t, exact);
  return {
    t,
    q: states.map(({ q }) => Float64Array.from(q)),
    p: states.map(({ v }) => momentum(system, Float64Array.from(v))),
  };
}

interface Named {
  readonly name: string;
  readonly all: Motion;
}

const motions = (periods: number, step = STEP): Named[] => [
  { name: "exact", all: exactMotion(periods) },
  ...SCHEMES.map(({ name, method }) => ({ name, all: motion(method, step, Math.round(periods / step)) })),
];

const stepSetting: Setting = { label: "step h", least: 0.01, most: 0.2, value: STEP };

const overTime = (runs: readonly Named[], of: "q" | "p", i: number): Panel => ({
  title: i === 0 ? "upper rod" : "lower rod",
  shape: "wide",
  x: { label: "time", unit: "s", scale: "linear" },
  y: { label: `${of}${i + 1}`, unit: of === "q" ? "rad" : "kg m²/s", scale: "linear" },
  series: runs.map(
    ({ name, all }, colour): Series => ({
      name,
      x: all.t,
      y: all[of].map((value) => value[i] ?? Number.NaN),
      style: name === "exact" ? "line" : "points",
      colour,
    }),
  ),
});

function motionItem(id: string, title: string, of: "q" | "p", periods: number): Item {
  const where = `Figure ${id.slice(-1)}`;
  const figure = (runs: readonly Named[]): Figure => ({ panels: [overTime(runs, of, 0), overTime(runs, of, 1)] });
  return {
    id,
    title,
    vary: { settings: [stepSetting], figure: (step) => figure(motions(periods, step)) },
    reproduce() {
      const runs = motions(periods);
      const [newmarkError, rk4Error, simpsonError] = SCHEMES.map(
        ({ method }) => errors(method, STEP, Math.round(periods / STEP))[of],
      ) as [number, number, number];
      const ours = `largest errors: Simpson ${short(simpsonError)}, RK4 ${short(rk4Error)}, Newmark ${short(newmarkError)}`;
      return {
        claims: [
          stated(
            where,
            "Simpson follows the exact motion more closely than Newmark and Runge–Kutta",
            ours,
            10 * simpsonError < rk4Error && 10 * simpsonError < newmarkError,
          ),
        ],
        figures: [{ name: id, figure: figure(runs) }],
      };
    },
  };
}

const figure5: Item = {
  id: "figure-5",
  title: "Phase portraits over three periods",
  reproduce() {
    const runs = motions(3);
    const portrait = (i: number): Panel => ({
      title: i === 0 ? "upper rod" : "lower rod",
      shape: "square",
      x: { label: `q${i + 1}`, unit: "rad", scale: "linear" },
      y: { label: `p${i + 1}`, unit: "kg m²/s", scale: "linear" },
      series: runs
        .filter(({ name }) => name !== "RK4")
        .map(
          ({ name, all }, colour): Series => ({
            name,
            x: all.q.map((q) => q[i] ?? Number.NaN),
            y: all.p.map((p) => p[i] ?? Number.NaN),
            style: name === "exact" ? "line" : "marked",
            colour,
          }),
        ),
    });
    const [ofNewmark, ofSimpson] = [newmark(), simpson()].map((method) => errors(method, STEP, 30));
    const far = (e: { p: number; q: number } | undefined) =>
      e === undefined ? "" : `${short(e.q)} in q, ${short(e.p)} in p`;
    return {
      claims: [
        stated(
          "Figure 5",
          "Simpson's portrait follows the exact one, Newmark's visibly leaves it",
          `largest distances: Simpson ${far(ofSimpson)}; Newmark ${far(ofNewmark)}`,
          (ofSimpson?.q ?? 1) < 0.02 && (ofNewmark?.q ?? 0) > 0.2,
        ),
      ],
      figures: [{ name: "figure-5", figure: { panels: [portrait(0), portrait(1)] } }],
    };
  },
};

/** A conserved quantity along a run, as the difference from its start. */
function deviation(method: ReturnType<typeof simpson>, step: number, name: string) {
  const { problem } = pendulum();
  const named = (invariants: readonly Invariant[]) => {
    const found = invariants.find((each) => each.name === name);
    if (found === undefined) throw new Error(`nothing here is called ${name}`);
    return { value: probe((s) => found.value(s.t, s.q, s.v)) };
  };
  const time = { step, steps: Math.round(10 / step) };
  const { t, values } = orThrow(run(problem, method, { time, observe: named })).observed.value;
  const start = values[0] ?? Number.NaN;
  const differences = values.map((value) => Math.abs(value - start));
  return { t, start, differences, largest: Math.max(...differences) };
}

const figure6: Item = {
  id: "figure-6",
  title: "Energy over ten periods",
  reproduce() {
    const relative = (method: ReturnType<typeof simpson>, step: number) => {
      const { t, start, differences, largest } = deviation(method, step, "energy");
      return { t, values: differences.map((value) => value / start), largest: largest / start };
    };
    const runs = [0.1, 0.01].map((step) => ({
      step,
      kept: relative(newmark(), step),
      lost: relative(rk4(), step),
      bounded: relative(simpson(), step),
    }));
    const figure: Figure = {
      panels: runs.map(({ step, kept, lost, bounded }) => ({
        title: `relative error of the energy, h = ${step} s`,
        shape: "wide",
        x: { label: "time", unit: "s", scale: "linear" },
        y: { label: "|H − H₀|/H₀", scale: "log" },
        series: [kept, lost, bounded].map(
          (each, colour): Series => ({
            name: SCHEMES[colour]?.name ?? "",
            x: each.t,
            y: each.values,
            style: "line",
            colour: colour + 1,
          }),
        ),
      })),
    };
    const [coarse, fine] = runs;
    if (coarse === undefined || fine === undefined) throw new Error("two steps were asked for");
    const early = Math.max(...coarse.bounded.values.slice(0, 51));
    return {
      claims: [
        stated(
          "Figure 6",
          "Newmark keeps the energy exactly",
          `to ${short(coarse.kept.largest)}`,
          coarse.kept.largest < 1e-12,
        ),
        {
          where: "Figure 6",
          says: "Simpson's relative error at h = 0.1 is of the order of",
          paper: "10⁻³",
          ours: short(coarse.bounded.largest),
          verdict: coarse.bounded.largest > 1e-3 && coarse.bounded.largest < 1e-2 ? "reproduced" : "differs",
          remark: "",
        },
        stated(
          "Figure 6",
          "it oscillates and does not grow",
          `largest in five periods ${short(early)}, in ten ${short(coarse.bounded.largest)}`,
          coarse.bounded.largest < 1.2 * early,
        ),
        stated(
          "Figure 6",
          "it drops by four orders of magnitude when the step is divided by ten",
          `from ${short(coarse.bounded.largest)} to ${short(fine.bounded.largest)}`,
          Math.abs(Math.log10(coarse.bounded.largest / fine.bounded.largest) - 4) < 0.3,
        ),
        stated(
          "Figure 6",
          "Runge–Kutta loses energy, more and more",
          `${short(100 * coarse.lost.largest)} % in ten periods`,
          coarse.lost.largest > 0.4,
        ),
      ],
      figures: [{ name: "figure-6", figure }],
    };
  },
};

const figure7: Item = {
  id: "figure-7",
  title: "The conserved quadratic form φ",
  reproduce() {
    const runs = [0.1, 0.01].map((step) => ({ step, ...deviation(simpson(), step, "simpson-form") }));
    const largest = Math.max(...runs.map((each) => each.largest));
    return {
      claims: [
        {
          where: "Figure 7, Proposition 7",
          says: "the absolute error of φ is rounding, of the order of",
          paper: "10⁻¹⁵",
          ours: runs.map((each) => `${short(each.largest)} at h = ${each.step}`).join(", "),
          verdict: largest < 1e-14 ? "reproduced" : "differs",
          remark: `φ itself is ${runs.map((each) => short(each.start)).join(" and ")}: it is h/2 times nearly the energy.`,
        },
      ],
      figures: [
        {
          name: "figure-7",
          figure: {
            panels: [
              {
                title: "absolute error of φ",
                shape: "wide",
                x: { label: "time", unit: "s", scale: "linear" },
                y: { label: "|φ − φ₀|", unit: "J s", scale: "linear" },
                series: runs.map(
                  ({ step, t, differences }, colour): Series => ({
                    name: `h = ${step} s`,
                    x: t,
                    y: differences,
                    style: "line",
                    colour,
                  }),
                ),
              },
            ],
          },
        },
      ],
    };
  },
};

const figure8: Item = {
  id: "figure-8",
  title: "Convergence over one period",
  reproduce() {
    const counts = [10, 20, 50, 100, 200, 500, 1000];
    const orders = [2, 4, 4];
    const studies = SCHEMES.flatMap(({ name, method }, k) => {
      const found = counts.map((count) => errors(method, 1 / count, count));
      const study = (of: "p" | "q") => ({
        method: `${name}, ${of}`,
        order: orders[k] ?? 0,
        steps: counts.map((count) => 1 / count),
        errors: found.map((each) => each[of]),
      });
      return [study("q"), study("p")];
    });
    return {
      claims: studies.map(({ method, order, steps, errors: found }): Claim => {
        // The coarsest steps are not yet asymptotic, the finest of fourth order meet rounding below 1e-12.
        const points = steps
          .map((h, k) => ({ x: Math.log(h), y: Math.log(found[k] ?? 0), error: found[k] ?? 0 }))
          .filter(({ error, x }) => error > 1e-12 && x < Math.log(0.09));
        const slope = slopeOf(points);
        return {
          where: "Figure 8",
          says: `order of ${method}`,
          paper: order,
          ours: Number(slope.toFixed(2)),
          verdict: Math.abs(slope - order) < 0.1 ? "reproduced" : "differs",
          remark: "",
        };
      }),
      figures: [
        {
          name: "figure-8",
          figure: convergenceFigure(studies, { title: "T = 1 s", error: "largest error", timeUnit: "s" }),
        },
      ],
    };
  },
};

export const figures: readonly Item[] = [
  motionItem("figure-2", "Positions over one period", "q", 1),
  motionItem("figure-3", "Positions over ten periods", "q", 10),
  motionItem("figure-4", "Momenta over ten periods", "p", 10),
  figure5,
  figure6,
  figure7,
  figure8,
];
