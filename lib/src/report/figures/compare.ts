/** One model under several methods: a coordinate, and how far things have strayed: the energy from its start where the motion
 *  conserves it, otherwise the coordinate from that of the first method. Both are drawn as the largest so far, on a
 *  logarithmic axis: a line that levels off is bounded, a line that keeps rising drifts, and zero crossings do not tear the
 *  picture apart. */
import type { Axis, Figure, Panel, Series } from "../figure.js";
import { axisOf, type Column, type Columns, ofRole, peakOf, timeOf } from "./columns.js";

export interface ComparedRun {
  readonly method: string;
  readonly columns: Columns;
}

/** `coordinate`: the name of the one to show; by default the first. */
export function compareFigure(
  runs: readonly ComparedRun[],
  { coordinate, title }: { coordinate?: string; title?: string } = {},
): Figure {
  const motions = runs.flatMap(({ method, columns }, colour): Compared[] => {
    const positions = ofRole(columns, "position");
    const column = positions.find(({ name }) => name === coordinate) ?? positions[0];
    return column === undefined ? [] : [{ method, time: timeOf(columns), column, colour }];
  });
  const energies = runs.flatMap(({ method, columns }, colour): Compared[] => {
    const [column] = isConserving(columns) ? ofRole(columns, "energy") : [];
    return column === undefined ? [] : [{ method, time: timeOf(columns), column, colour }];
  });
  const panels: Panel[] = [];
  if (motions.length > 0) panels.push(motionOf(motions));
  if (energies.length > 0) panels.push(energyOf(energies));
  else if (motions.length > 1) panels.push(differenceOf(motions));
  return title === undefined ? { panels } : { title, panels };
}

interface Compared {
  readonly method: string;
  readonly time: Column;
  readonly column: Column;
  readonly colour: number;
}

function motionOf(motions: readonly Compared[]): Panel {
  return panelOf("Motion", axisOf(motions[0].column), motions, ({ values }) => values);
}

function energyOf(energies: readonly Compared[]): Panel {
  const { unit } = energies[0].column;
  const axis: Axis = { label: "largest |E − E₀| so far", scale: "log", ...(unit === undefined ? {} : { unit }) };
  return panelOf("Energy", axis, energies, ({ values }) =>
    largestSoFar(
      values.map((value) => value - values[0]),
      Math.abs(values[0]) * 2 ** -53,
    ),
  );
}

/** Where all have recorded the same times. */
function differenceOf(motions: readonly Compared[]): Panel {
  const [{ method, column: first }, ...others] = motions;
  const { name, unit } = first;
  const alike = others.filter(({ column }) => column.values.length === first.values.length);
  const axis: Axis = { label: `largest |Δ${name}| so far`, scale: "log", ...(unit === undefined ? {} : { unit }) };
  return panelOf(`Difference from ${method}`, axis, alike, ({ values }) =>
    largestSoFar(
      values.map((value, i) => value - first.values[i]),
      peakOf(first.values) * 2 ** -53,
    ),
  );
}

function panelOf(title: string, y: Axis, all: readonly Compared[], values: (column: Column) => Float64Array): Panel {
  const series = all.map(
    ({ method, time, column, colour }): Series => ({
      name: method,
      x: time.values,
      y: values(column),
      style: "line",
      colour,
    }),
  );
  return {
    title,
    shape: "wide",
    x: all.length === 0 ? { label: "t", scale: "linear" } : axisOf(all[0].time),
    y,
    series,
  };
}

/** No load has done work and no damper has taken any, as far as the ledger was kept. */
function isConserving(columns: Columns): boolean {
  const exchanged = ofRole(columns, "ledger").filter(({ name }) => name === "work" || name === "dissipation");
  return exchanged.every(({ values }) => peakOf(values) === 0);
}

/** The first hundredth counts as one: in the first steps every deviation grows from nothing, which would set the scale. If
 *  there never is a deviation, a line at `least`, half a unit in the last place of what deviates. */
function largestSoFar(deviations: Float64Array, least: number): Float64Array {
  const opening = Math.min(Math.ceil(deviations.length / 100), deviations.length - 1);
  let largest = 0;
  const running = deviations.map((deviation) => {
    if (Math.abs(deviation) > largest) largest = Math.abs(deviation);
    return largest === 0 ? Number.NaN : largest;
  });
  if (largest === 0) return running.fill(Math.max(least, 2 ** -1022));
  return running.fill(running[opening], 0, opening);
}
