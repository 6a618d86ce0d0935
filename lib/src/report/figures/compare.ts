/** One model under several methods: a coordinate, and how far the energy has strayed. The deviation is drawn as the largest
 *  so far, on a logarithmic axis: a line that levels off is bounded, a line that keeps rising drifts, and the zero crossings
 *  of the deviation do not tear the picture apart. */
import type { Figure, Panel } from "../figure.js";
import { axisOf, type Column, type Columns, ofRole, timeOf } from "./columns.js";

export interface ComparedRun {
  readonly method: string;
  readonly columns: Columns;
}

/** `coordinate`: the name of the one to show; by default the first. */
export function compareFigure(
  runs: readonly ComparedRun[],
  { coordinate, title }: { coordinate?: string; title?: string } = {},
): Figure {
  const panels = [motionOf(runs, coordinate), strayOf(runs)].filter((panel) => panel !== null);
  return title === undefined ? { panels } : { title, panels };
}

function motionOf(runs: readonly ComparedRun[], coordinate: string | undefined): Panel | null {
  const shown = runs.map(({ method, columns }) => {
    const positions = ofRole(columns, "position");
    return { method, time: timeOf(columns), column: positions.find(({ name }) => name === coordinate) ?? positions[0] };
  });
  const first = shown[0];
  if (first?.column === undefined) return null;
  return {
    title: "Motion",
    shape: "wide",
    x: axisOf(first.time),
    y: axisOf(first.column),
    series: shown.flatMap(({ method, time, column }, colour) =>
      column === undefined ? [] : [{ name: method, x: time.values, y: column.values, style: "line" as const, colour }],
    ),
  };
}

function strayOf(runs: readonly ComparedRun[]): Panel | null {
  const shown = runs.map(({ method, columns }) => ({
    method,
    time: timeOf(columns),
    energy: ofRole(columns, "energy")[0],
  }));
  const first = shown[0];
  if (first?.energy === undefined) return null;
  const { unit } = first.energy;
  return {
    title: "Energy",
    shape: "wide",
    x: axisOf(first.time),
    y: { label: "largest |E − E₀| so far", scale: "log", ...(unit === undefined ? {} : { unit }) },
    series: shown.flatMap(({ method, time, energy }, colour) =>
      energy === undefined
        ? []
        : [{ name: method, x: time.values, y: largestSoFar(energy), style: "line" as const, colour }],
    ),
  };
}

/** The first hundredth counts as one: in the first steps every deviation grows from nothing, which would set the scale. If
 *  there never is a deviation, a line at half a unit in the last place of the energy. */
function largestSoFar({ values }: Column): Float64Array {
  const start = values[0];
  const opening = Math.min(Math.ceil(values.length / 100), values.length - 1);
  let largest = 0;
  const running = values.map((value) => {
    if (Math.abs(value - start) > largest) largest = Math.abs(value - start);
    return largest === 0 ? Number.NaN : largest;
  });
  if (largest === 0) return running.fill(Math.max(Math.abs(start) * 2 ** -53, 2 ** -1022));
  return running.fill(running[opening], 0, opening);
}
