/** Where steps of which size are taken: the right-hand sides of Figures 5, 8 and 10. */
import { type Method, orThrow, type Problem, run, type State } from "noether";
import type { Panel } from "noether/report";

export interface SpacedSteps {
  readonly panel: Panel;
  /** Average step within the inner and the outer half of the way between least and greatest distance. */
  readonly inner: number;
  readonly outer: number;
  /** Of the ranks of step and distance: 1 if the step always grows with the distance. */
  readonly correlation: number;
}

const CLASSES = 4;
/** More points than this are not told apart. */
const SHOWN = 3000;

export function stepsInSpace(problem: Problem, method: Method, end: number): SpacedSteps {
  const points: { readonly x: number; readonly y: number; readonly r: number; readonly step: number }[] = [];
  let last = 0;
  const watch = {
    on: "steps" as const,
    observe({ t, q }: Readonly<State>) {
      const [x, y = 0] = q;
      if (t > last) points.push({ x, y, r: Math.hypot(x, y), step: t - last });
      last = t;
    },
    finish: () => null,
  };
  orThrow(run(problem, method, { time: { end, interval: end }, observe: { watch } }));
  const [nearest, farthest] = points.reduce(
    ([least, most], { r }) => [Math.min(least, r), Math.max(most, r)],
    [Number.POSITIVE_INFINITY, 0],
  );
  const middle = (nearest + farthest) / 2;
  const average = (chosen: typeof points) => chosen.reduce((sum, { step }) => sum + step, 0) / chosen.length;
  const bySize = [...points].sort((a, b) => a.step - b.step);
  const quarter = (n: number) => bySize.slice((n * bySize.length) / CLASSES, ((n + 1) * bySize.length) / CLASSES);
  const every = Math.ceil(points.length / SHOWN);
  return {
    inner: average(points.filter(({ r }) => r < middle)),
    outer: average(points.filter(({ r }) => r >= middle)),
    correlation: rankCorrelation(
      points.map(({ step }) => step),
      points.map(({ r }) => r),
    ),
    panel: {
      title: "Where steps of which size are taken",
      shape: "square",
      equal: true,
      x: { label: "x", scale: "linear" },
      y: { label: "y", scale: "linear" },
      series: Array.from({ length: CLASSES }, (_, n) => {
        const shown = quarter(n).filter((_, i) => i % every === 0);
        return {
          name: `${quarter(n)[0].step.toExponential(0)} and longer`,
          x: shown.map(({ x }) => x),
          y: shown.map(({ y }) => y),
          style: "points" as const,
          colour: n,
        };
      }),
    },
  };
}

/** Spearman's: the correlation of the places that values have when sorted. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [ra, rb] = [a, b].map((values) => {
    const order = values.map((_, i) => i).sort((i, j) => values[i] - values[j]);
    const ranks = new Float64Array(values.length);
    order.forEach((i, rank) => {
      ranks[i] = rank;
    });
    return ranks;
  });
  const middle = (a.length - 1) / 2;
  let [top, bottom] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    top += (ra[i] - middle) * (rb[i] - middle);
    bottom += (ra[i] - middle) ** 2;
  }
  return top / bottom;
}
