/** Section 6.1: the Kepler problem, in the plane and reduced. */
import { forceStepping, kepler, labuddeGreenspan, type Method, newmark, orThrow, run } from "noether";
import type { Figure, Series } from "noether/report";
import { twoPlaces as digits, printedWithin, stated } from "../claim.js";
import type { Item } from "../reproduction.js";
import { type Orbit, orbitOf } from "./orbit.js";
import { overTime, TIME } from "./over-time.js";
import { allSteps, histogramOf } from "./steps.js";
import { type SpacedSteps, stepsInSpace } from "./steps-in-space.js";

export const explicit = newmark({ beta: 0, gamma: 1 / 2 });
/** As the paper: the grid's origin in the sun, the start as given. */
export const asPrinted = (grid: number) => forceStepping({ grid, origin: 0, matchEnergy: false });
export const EXACT = 1e-12;

/** Steps grow with the distance, that is where the motion is slow. */
export const ranked = ({ inner, outer, correlation }: SpacedSteps) =>
  `${digits(outer / inner, 2)} times longer in the outer half; ranks of step and distance correlate with ${digits(correlation, 2)}`;

const pathOf = (name: string, { path }: Orbit, colour: number, last = path.x.length): Series => ({
  name,
  x: path.x.slice(0, last),
  y: path.y.slice(0, last),
  style: "line",
  colour,
});

export const orbits = (title: string, series: Series[]): Figure => ({
  panels: [
    {
      title,
      shape: "square",
      equal: true,
      x: { label: "x", scale: "linear" },
      y: { label: "y", scale: "linear" },
      series,
    },
  ],
});

/** The orbit that is meant, with the sun in the origin. */
export function ellipse(e: number): Series {
  const angles = Array.from({ length: 361 }, (_, i) => (i * Math.PI) / 180);
  return {
    name: "exact",
    x: angles.map((E) => Math.cos(E) - e),
    y: angles.map((E) => Math.sqrt(1 - e * e) * Math.sin(E)),
    style: "line",
    dash: "dashed",
    colour: 3,
  };
}

const NAMES = ["force-stepping", "Newmark", "LaBudde–Greenspan"];

/** Figures 6 and 11: energy, that which each method is about, and angular momentum. */
const conserved = (orbits: readonly Orbit[]): Figure => ({
  panels: (["energy", "momentum"] as const).map((what) =>
    overTime(
      what === "energy" ? "Energy" : "Angular momentum",
      what === "energy" ? "E" : "L",
      orbits.map(({ courses }, n) => ({ name: NAMES[n], t: courses.t, values: courses[what], colour: n })),
      TIME,
    ),
  ),
});

/** Where an orbit is too slender to see anything in. */
const stretched = (figure: Figure, note: string): Figure => ({
  note,
  panels: figure.panels.map((panel) => ({ ...panel, equal: false })),
});

/** What is left of x is not drawn. */
const cut = (series: Series, x: number): Series => ({
  ...series,
  y: Array.from(series.y, (y, i) => ((series.x[i] ?? x) < x ? Number.NaN : y)),
  x: Array.from(series.x, (at) => Math.max(at ?? x, x)),
});

const plane: Item = {
  id: "kepler-85",
  title: "Kepler problem, e = 0.85: force-stepping, explicit Newmark, LaBudde–Greenspan",
  reproduce() {
    const sight = { eccentricity: 0.85, end: 64 * Math.PI, interval: 0.0125 };
    const ours = orbitOf(asPrinted(0.022), sight);
    const verlet = orbitOf(explicit, sight);
    const central = orbitOf(labuddeGreenspan(), sight);
    const matched = orbitOf(forceStepping({ grid: 0.022, origin: 0, matchEnergy: true }), sight);
    const spaced = stepsInSpace(kepler({ eccentricity: 0.85 }), asPrinted(0.022), sight.end);
    // Not with the origin in the sun, where a corner of the grid is hit before long.
    const long = orbitOf(forceStepping({ grid: 0.022 }), { ...sight, end: 6000 * Math.PI, interval: 2 });
    const round = Math.round((2 * Math.PI * 4) / sight.interval);
    const period = 2 * Math.PI;
    return {
      claims: [
        printedWithin("section 6.1.1", "average step of force-stepping, h = 0.022, over 64π", {
          paper: 0.0125,
          ours: ours.step.mean,
          within: 0.01,
          remark: "The origin of the grid and the triangulation are not given; origin 0 and Kuhn's give this.",
        }),
        stated(
          "Figure 6",
          "force-stepping conserves the energy exactly",
          `varies by ${digits(ours.energy.relative)}, V_h located anew at every step`,
          ours.energy.relative < EXACT,
          `But it is ${digits(ours.energy.initial, 6)}, not −0.5: V_h(q₀) is not V(q₀). This shift is most of the error of the period.`,
        ),
        stated(
          "Figure 6",
          "angular momentum is nearly conserved and does not drift",
          `${digits(ours.momentum.min)} … ${digits(ours.momentum.max)} around 0.5268, in 32 periods`,
          ours.momentum.min > 0.45 && ours.momentum.max < 0.6,
        ),
        stated(
          "sections 1, 4 and 7",
          "momentum maps remain nearly constant for all times",
          `${digits(long.momentum.min)} … ${digits(long.momentum.max)} in 3,000 periods`,
          long.momentum.min > 0.45 && long.momentum.max < 0.6,
          "It wanders: on this grid the planet has turned round before the end.",
        ),
        stated(
          "Figure 6",
          "Newmark conserves the momentum, and not the energy",
          `momentum to ${digits(verlet.momentum.relative)}, energy varies by ${digits(verlet.energy.relative)} of itself`,
          verlet.momentum.relative < EXACT && verlet.energy.relative > 1e-3,
        ),
        stated(
          "Figure 6",
          "the energy–momentum method conserves both",
          `energy to ${digits(central.energy.relative)}, momentum to ${digits(central.momentum.relative)}`,
          central.energy.relative < 1e-10 && central.momentum.relative < 1e-10,
        ),
        stated(
          "Figure 5",
          "a precession is characteristic of all three",
          `rad a revolution, mean and root mean square: ${[ours, verlet, central].map(({ precession, swing }) => `${digits(precession)} and ${digits(swing)}`).join("; ")}`,
          [ours, verlet, central].every(({ swing }) => swing > 1e-3),
          "Force-stepping's swings to and fro: its mean is the least, and single revolutions turn more than those of the other two.",
        ),
        stated(
          "Figures 5 and 7",
          "steps are short where the motion is fast, and of many sizes",
          ranked(spaced),
          spaced.outer > 2 * spaced.inner && spaced.correlation > 0.5,
        ),
        stated(
          "beyond the paper",
          "a start with its energy matched has the right period",
          `period off by ${digits(matched.period - period)}; as printed ${digits(ours.period - period)}, Newmark ${digits(verlet.period - period)}`,
          Math.abs(matched.period - period) < 0.1 * Math.abs(ours.period - period),
        ),
      ],
      figures: [
        {
          name: "figure-5",
          figure: orbits("Four revolutions, e = 0.85", [
            pathOf("force-stepping", ours, 0, round),
            pathOf("Newmark", verlet, 1, round),
            pathOf("LaBudde–Greenspan", central, 2, round),
            ellipse(0.85),
          ]),
        },
        { name: "figure-6", figure: conserved([ours, verlet, central]) },
        { name: "figure-5-right", figure: { panels: [spaced.panel] } },
        { name: "figure-7", figure: stepsOf(asPrinted(0.022), 0.85, 64 * Math.PI) },
      ],
    };
  },
  vary: {
    settings: [
      { label: "eccentricity", least: 0.1, most: 0.9, value: 0.85 },
      { label: "grid h", least: 0.01, most: 0.2, value: 0.022 },
    ],
    figure(eccentricity, grid) {
      const sight = { eccentricity, end: 8 * Math.PI, interval: 0.0125 };
      // Not with the origin in the sun, where some orbits hit a corner of the grid.
      const [ours, verlet, central] = [forceStepping({ grid }), explicit, labuddeGreenspan()].map((method) =>
        orbitOf(method, sight),
      );
      return orbits(`Four revolutions, e = ${digits(eccentricity)}, h = ${digits(grid)}`, [
        pathOf(NAMES[0], ours, 0),
        pathOf(NAMES[1], verlet, 1),
        pathOf(NAMES[2], central, 2),
        ellipse(eccentricity),
      ]);
    },
  },
};

/** Figure 7: how often steps of each size are taken. */
function stepsOf(method: Method, eccentricity: number, end: number): Figure {
  const { observed } = orThrow(
    run(kepler({ eccentricity }), method, { time: { end, interval: end }, observe: { sizes: allSteps() } }),
  );
  return histogramOf("Steps that force-stepping chooses", observed.sizes);
}

const strong: Item = {
  id: "kepler-99",
  title: "Kepler problem, e = 0.99",
  reproduce() {
    const sight = { eccentricity: 0.99, end: 16 * Math.PI, interval: 0.000175 };
    const ours = orbitOf(asPrinted(0.000247), { ...sight, interval: 0.005 });
    const verlet = orbitOf(explicit, sight);
    const central = orbitOf(labuddeGreenspan(), sight);
    const spaced = stepsInSpace(kepler({ eccentricity: 0.99 }), asPrinted(0.000247), 2 * Math.PI);
    return {
      claims: [
        printedWithin("section 6.1.2", "average step, h = 0.000247, over 16π", {
          paper: 0.000175,
          ours: ours.step.mean,
          within: 0.01,
        }),
        stated(
          "Figure 11",
          "near-conservation of momentum",
          `${digits(ours.momentum.min)} … ${digits(ours.momentum.max)} around ${digits(ours.momentum.initial)}, in 8 periods`,
          ours.momentum.min > 0.8 * ours.momentum.initial && ours.momentum.max < 1.2 * ours.momentum.initial,
        ),
        stated("Figure 11", "energy exact", `varies by ${digits(ours.energy.relative)}`, ours.energy.relative < 1e-11),
        stated(
          "Figure 10",
          "Newmark is not even periodic",
          `${verlet.passages} passages of the farthest point in 8 periods, energy varies by ${digits(verlet.energy.relative)} of itself`,
          verlet.passages <= 2,
        ),
        stated(
          "Figure 10",
          "the energy–momentum method precesses more",
          `${digits(central.precession)} rad a revolution against ${digits(ours.precession)}`,
          Math.abs(central.precession) > 3 * Math.abs(ours.precession),
        ),
        stated(
          "Figure 10",
          "the sizes of the steps follow the nonlinearity of the problem",
          ranked(spaced),
          spaced.outer > 2 * spaced.inner && spaced.correlation > 0.5,
        ),
      ],
      figures: [
        {
          name: "figure-10",
          figure: stretched(
            orbits("Eight revolutions, e = 0.99", [
              pathOf("force-stepping", ours, 0),
              cut(pathOf("Newmark", thinned(verlet, 30), 1), -2.3),
              pathOf("LaBudde–Greenspan", thinned(central, 30), 2),
              ellipse(0.99),
            ]),
            "y is drawn larger than x. Newmark leaves the picture on the left.",
          ),
        },
        { name: "figure-11", figure: conserved([ours, verlet, central]) },
        { name: "figure-10-right", figure: { panels: [spaced.panel] } },
      ],
    };
  },
};

const thinned = (orbit: Orbit, every: number): Orbit => ({
  ...orbit,
  path: {
    x: orbit.path.x.filter((_, i) => i % every === 0),
    y: orbit.path.y.filter((_, i) => i % every === 0),
  },
});

export const keplerItems: readonly Item[] = [plane, strong];
