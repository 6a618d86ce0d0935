/** The sizes of the steps that a method chooses, and how often each is taken: Figures 7, 15 and 16. */
import type { Observer } from "noether";
import type { Figure } from "noether/report";

/** The size of every step. */
export function allSteps(): Observer<readonly number[]> {
  const sizes: number[] = [];
  let last = Number.NaN;
  return {
    on: "times",
    observe({ t }) {
      if (t >= last) sizes.push(t - last);
      last = t;
    },
    finish: () => sizes,
  };
}

/** How many steps fall into each tenth of a decade. */
export function histogramOf(title: string, sizes: readonly number[], unit?: string): Figure {
  const counts = new Map<number, number>();
  for (const size of sizes) {
    if (!(size > 0)) continue;
    const bin = Math.floor(10 * Math.log10(size));
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  const bins = [...counts.keys()].sort((a, b) => a - b);
  const x = bins.map((bin) => 10 ** ((bin + 0.5) / 10));
  const y = bins.map((bin) => counts.get(bin) ?? 0);
  return {
    panels: [
      {
        title,
        shape: "wide",
        x: { label: "step", scale: "log", ...(unit !== undefined && { unit }) },
        y: { label: "how many", scale: "linear" },
        series: [{ name: "steps in a tenth of a decade", x, y, style: "steps", colour: 0 }],
      },
    ],
  };
}
