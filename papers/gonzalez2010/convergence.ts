/** Figures 12 and 13: how period, semi-axis and positions converge, as printed, with the energy matched, and for Newmark. */
import { forceStepping, newmark } from "noether";
import type { Figure } from "noether/report";
import { twoPlaces as digits, stated } from "../claim.js";
import type { Item } from "../reproduction.js";
import { type Errors, errorsOf } from "./accuracy.js";
import { size, slope } from "./slope.js";

interface Ladder {
  readonly eccentricity: number;
  readonly grids: readonly number[];
  /** The average step is this part of the spacing. */
  readonly share: number;
  /** Between two looks. */
  readonly interval: number;
}

const MODERATE: Ladder = {
  eccentricity: 0.85,
  grids: [0.022, 0.011, 0.0055, 0.00275],
  share: 0.0125 / 0.022,
  interval: 0.01,
};
const STRONG: Ladder = {
  eccentricity: 0.99,
  grids: [0.000494, 0.000247, 0.0001235, 0.00006175],
  share: 0.000175 / 0.000247,
  interval: 0.002,
};

/** Single runs scatter: errors are root mean squares over grids laid differently. */
const PLACES = [0.13, 0.37, 0.59, 0.83];
const END = 5.2 * Math.PI;

interface Series {
  readonly period: readonly number[];
  readonly axis: readonly number[];
  readonly pointwise: readonly number[];
}

const gathered = (rows: readonly (readonly Errors[])[]): Series => {
  const of = (key: keyof Errors) => rows.map((runs) => size(runs.map((errors) => errors[key])));
  return { period: of("period"), axis: of("axis"), pointwise: of("pointwise") };
};

function climb({ eccentricity, grids, share, interval }: Ladder) {
  const ours = (matchEnergy: boolean) =>
    gathered(
      grids.map((grid) =>
        PLACES.map((place) => {
          const origin = [place * grid, ((place * 7) % 1) * grid];
          return errorsOf(forceStepping({ grid, origin, matchEnergy }), { eccentricity, end: END, interval });
        }),
      ),
    );
  const steps = grids.map((grid) => share * grid);
  const verlet = gathered(
    steps.map((step) => [errorsOf(newmark({ beta: 0, gamma: 1 / 2 }), { eccentricity, end: END, interval: step })]),
  );
  return { grids, steps, plain: ours(false), matched: ours(true), verlet };
}

const list = (errors: readonly number[]) => errors.map((e) => (Number.isNaN(e) ? "–" : e.toExponential(1))).join(", ");

function figureOf(
  title: string,
  what: keyof Series,
  { steps, plain, matched, verlet }: ReturnType<typeof climb>,
): Figure {
  return {
    panels: [
      {
        title,
        shape: "wide",
        x: { label: "average step", scale: "log" },
        y: { label: "error", scale: "log" },
        series: [
          { name: "Newmark", x: steps, y: verlet[what], style: "marked", colour: 1 },
          { name: "force-stepping", x: steps, y: plain[what], style: "marked", colour: 0 },
          { name: "force-stepping, energy matched", x: steps, y: matched[what], style: "marked", colour: 3 },
        ],
      },
    ],
  };
}

const moderate: Item = {
  id: "convergence",
  title: "Kepler problem, e = 0.85: period, semi-axis and positions over the spacing of the grid",
  reproduce() {
    const ladder = climb(MODERATE);
    const { grids, steps, plain, matched, verlet } = ladder;
    const rates = (what: keyof Series) => [slope(grids, plain[what]), slope(steps, verlet[what])] as const;
    const same = (what: "period" | "axis", says: string, remark: string) => {
      const [ours, newmarks] = rates(what);
      return stated(
        "Figure 12",
        says,
        `${ours.toFixed(2)}; Newmark ${newmarks.toFixed(2)}`,
        Math.abs(ours - 2) < 0.35 && Math.abs(newmarks - 2) < 0.35,
        remark,
      );
    };
    const [pointwise, newmarks] = rates("pointwise");
    return {
      claims: [
        same(
          "period",
          "the period converges with the same order as Newmark's, two",
          "Nearly all of this error is the shift V_h(q₀) − V(q₀) of the energy.",
        ),
        same("axis", "so does the semi-axis", "That of the ellipse that osculates at the farthest point."),
        stated(
          "Figure 13",
          "so do positions, and both methods are nearly equally exact",
          `orders ${pointwise.toFixed(2)} and ${newmarks.toFixed(2)}; errors ${list(plain.pointwise)}, Newmark ${list(verlet.pointwise)}`,
          Math.abs(pointwise - newmarks) < 0.5 && plain.pointwise.every((e, i) => e < 3 * verlet.pointwise[i]),
        ),
        stated(
          "beyond the paper",
          "with the energy matched at the start the period is better by orders of magnitude",
          `${list(matched.period)} instead of ${list(plain.period)}`,
          matched.period.every((e, i) => e < plain.period[i] / 10),
        ),
        stated(
          "beyond the paper",
          "and positions over a revolution are better as well",
          `${list(matched.pointwise)}, order ${slope(grids, matched.pointwise).toFixed(2)}`,
          matched.pointwise.every((e, i) => e < plain.pointwise[i] / 2),
        ),
      ],
      figures: [
        { name: "figure-12", figure: figureOf("Error of the period, e = 0.85", "period", ladder) },
        { name: "figure-12-axis", figure: figureOf("Error of the semi-axis, e = 0.85", "axis", ladder) },
        { name: "figure-13", figure: figureOf("Greatest error of a position, e = 0.85", "pointwise", ladder) },
      ],
    };
  },
};

const strong: Item = {
  id: "convergence-99",
  title: "Kepler problem, e = 0.99: period, semi-axis and positions over the spacing of the grid",
  reproduce() {
    const ladder = climb(STRONG);
    const { grids, plain, matched, verlet } = ladder;
    const ratio = (what: keyof Series) => verlet[what][3] / plain[what][3];
    return {
      claims: [
        stated(
          "Figure 12",
          "at e = 0.99 period and semi-axis are better than Newmark's by an order of magnitude",
          `by factors ${digits(ratio("period"), 2)} and ${digits(ratio("axis"), 2)} at an average step of 4.4e-5; orders ${slope(grids, plain.period).toFixed(2)} and ${slope(grids, plain.axis).toFixed(2)}`,
          ratio("period") > 5 && ratio("axis") > 5,
          `Newmark's period: ${list(verlet.period)} (– where the motion is not periodic); here ${list(plain.period)}.`,
        ),
        stated(
          "Figure 13",
          "so are positions",
          `${list(plain.pointwise)}; Newmark ${list(verlet.pointwise)}`,
          ratio("pointwise") > 3,
        ),
        stated(
          "beyond the paper",
          "the energy matched at the start makes positions better by two orders of magnitude",
          `${list(matched.pointwise)}, order ${slope(grids, matched.pointwise).toFixed(2)}`,
          matched.pointwise[3] < plain.pointwise[3] / 30,
        ),
      ],
      figures: [
        { name: "figure-12-99", figure: figureOf("Error of the period, e = 0.99", "period", ladder) },
        { name: "figure-12-axis-99", figure: figureOf("Error of the semi-axis, e = 0.99", "axis", ladder) },
        { name: "figure-13-99", figure: figureOf("Greatest error of a position, e = 0.99", "pointwise", ladder) },
      ],
    };
  },
};

export const convergenceItems: readonly Item[] = [moderate, strong];
