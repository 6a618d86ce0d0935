/** Figures 12 and 13: how the period converges, as printed, with the energy matched, and for Newmark. */
import { forceStepping, type Method, newmark } from "noether";
import type { Item } from "../reproduction.js";
import { stated } from "./claim.js";
import { orbitOf } from "./orbit.js";

const GRIDS = [0.022, 0.011, 0.0055, 0.00275];
/** Single runs scatter: errors are root mean squares over grids laid differently. */
const PLACES = [0.13, 0.37, 0.59, 0.83];

const periodError = (method: Method, interval: number) =>
  Math.abs(orbitOf(method, { eccentricity: 0.85, end: 5.2 * Math.PI, interval }).period - 2 * Math.PI);

const mean = (errors: readonly number[]) => Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length);

/** Slope of log error over log size, by least squares. */
function slope(sizes: readonly number[], errors: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = errors.map(Math.log);
  const [mx, my] = [x, y].map((values) => values.reduce((sum, value) => sum + value, 0) / values.length);
  const top = x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0);
  return top / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}

export const convergence: Item = {
  id: "convergence",
  title: "Period of the Kepler problem, e = 0.85, over the spacing of the grid",
  reproduce() {
    const errors = (matchEnergy: boolean) =>
      GRIDS.map((grid) =>
        mean(
          PLACES.map((place) =>
            periodError(forceStepping({ grid, origin: [place * grid, ((place * 7) % 1) * grid], matchEnergy }), 0.01),
          ),
        ),
      );
    const plain = errors(false);
    const matched = errors(true);
    // The average step is about 0.57 of the spacing here.
    const steps = GRIDS.map((grid) => 0.0125 * (grid / 0.022));
    const verlet = steps.map((step) => periodError(newmark({ beta: 0, gamma: 1 / 2 }), step));
    const order = slope(GRIDS, plain);
    return {
      claims: [
        stated(
          "Figure 12",
          "the period converges with the same order as Newmark's, two",
          `${order.toFixed(2)}; Newmark ${slope(steps, verlet).toFixed(2)}`,
          Math.abs(order - 2) < 0.35,
          "Nearly all of this error is the shift V_h(q₀) − V(q₀) of the energy.",
        ),
        stated(
          "beyond the paper",
          "with the energy matched at the start the period is better by orders of magnitude",
          `${matched.map((e) => e.toExponential(1)).join(", ")} instead of ${plain.map((e) => e.toExponential(1)).join(", ")}`,
          matched.every((e, i) => e < plain[i] / 10),
        ),
      ],
      figures: [
        {
          name: "figure-12",
          figure: {
            panels: [
              {
                title: "Error of the period, e = 0.85",
                shape: "wide",
                x: { label: "average step", scale: "log" },
                y: { label: "error", scale: "log" },
                series: [
                  { name: "Newmark", x: steps, y: verlet, style: "marked", colour: 1 },
                  { name: "force-stepping", x: steps, y: plain, style: "marked", colour: 0 },
                  { name: "force-stepping, energy matched", x: steps, y: matched, style: "marked", colour: 3 },
                ],
              },
            ],
          },
        },
      ],
    };
  },
};
