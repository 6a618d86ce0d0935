/** Which pictures there are, and what each draws of the runs. */
import { colour, methodColour } from "../design/colours.js";
import type { Beginning, Sizes, Steps, Thinned } from "../engine/messages.js";
import { named, planeOf, spoken } from "./columns.js";
import { type Curve, extent, type Picture } from "./curve.js";
import { driftOf, type Values } from "./drift.js";

/** A run as pictures see it. */
export interface Shown extends Thinned {
  readonly name: string;
  /** A place in the palette. */
  readonly colour: number;
  readonly beginning: Beginning;
  readonly steps: Steps | null;
  readonly sizes: Sizes;
  /** Computes a part of it again, to show all of its frames; null where that is not known, or nothing is missing. */
  readonly closer: ((span: readonly [number, number]) => Closer) | null;
}

export interface Closer {
  readonly frames: Promise<Thinned | null>;
  cancel(): void;
}

/** What was chosen in a panel's menu. */
export interface Choice {
  /** A coordinate, a probe, an invariant; empty: the first there is. */
  readonly column: string;
  /** The run, where a picture shows one only. */
  readonly run: string;
}

export interface Panel {
  readonly id: string;
  readonly title: string;
  /** Over time, with the shared cursor; or a picture of its own. */
  readonly over: "time" | "space";
  readonly picture: (runs: readonly Shown[], choice: Choice) => Picture;
  /** What can be chosen. */
  readonly columns?: (run: Shown) => readonly string[];
  readonly choosesRun?: boolean;
  readonly square?: boolean;
  /** Is there anything to be seen in it? */
  readonly applies: (run: Shown) => boolean;
}

const columnOf = ({ beginning, frames }: Shown, name: string): Float64Array | null => {
  const at = beginning.columns.indexOf(name);
  return at < 0 ? null : (frames[at] ?? null);
};
/** Least and greatest values between the frames. */
const bandOf = ({ beginning, extremes }: Shown, name: string): Pick<Curve, "band"> => {
  const at = beginning.columns.indexOf(name);
  const [low, high] = [extremes?.low[at], extremes?.high[at]];
  return low === undefined || high === undefined ? {} : { band: { low, high } };
};
/** Of a path whose frames lie far apart only the places are known. */
const FAR_APART = 8;
export const pathStyle = ({ stride }: Shown): Pick<Curve, "style"> => (stride < FAR_APART ? {} : { style: "points" });
const timesOf = ({ frames }: Shown): Float64Array => frames[0] ?? new Float64Array();
const withPrefix = ({ beginning }: Shown, prefix: string) =>
  beginning.columns.filter((name) => name.startsWith(prefix));
const timeLabel = ([run]: readonly Shown[]) => withUnit("t", run?.beginning.units["time"]);
export const withUnit = (name: string, unit: string | undefined) => (unit === undefined ? name : `${name} (${unit})`);
/** What a column is called on an axis, with its unit where that is known. */
export const axisName = (run: Shown | undefined, column: string) =>
  withUnit(named(column), run?.beginning.columnUnits[column]);
const unitOf = ([run]: readonly Shown[], quantity: string) => run?.beginning.units[quantity];
/** Of up to eight quantities, from most to least ink. */
const DASHES = [undefined, [8, 4], [2, 3], [8, 3, 2, 3], [14, 4], [4, 2], [8, 3, 2, 3, 2, 3], [1, 5]] as const;

function over(runs: readonly Shown[], column: string, label = column): Curve[] {
  return runs.flatMap((run) => {
    const y = columnOf(run, column);
    return y === null
      ? []
      : [
          {
            ...{ label: runs.length === 1 ? label : run.name, colour: methodColour(run.colour) },
            ...{ x: timesOf(run), y, ...bandOf(run, column) },
          },
        ];
  });
}

/** One curve for each run and column: the colour is the run's, the dashes are the column's. */
function many(
  runs: readonly Shown[],
  columns: readonly string[],
  changed: (curve: Values, run: Shown, column: string) => Values = (curve) => curve,
): Curve[] {
  return runs.flatMap((run) =>
    columns.flatMap((column, k) => {
      const y = columnOf(run, column);
      if (y === null) return [];
      const dash = DASHES[k % DASHES.length];
      const name = spoken(column);
      const label = runs.length === 1 ? name : columns.length === 1 ? run.name : `${name}, ${run.name}`;
      return [
        {
          label,
          colour: methodColour(run.colour),
          x: timesOf(run),
          ...changed({ y, ...bandOf(run, column) }, run, column),
          ...(dash === undefined ? {} : { dash }),
        },
      ];
    }),
  );
}

const isMomentum = (name: string) => /momentum/.test(name);
const isConserved = (name: string) => name === "energy" || name.startsWith("invariant.");

const ENERGY_SPAN = 1e-5;

const energy: Panel = {
  id: "energy",
  title: "Energy",
  over: "time",
  applies: (run) => columnOf(run, "energy") !== null || columnOf(run, "ledger.kinetic") !== null,
  picture: (runs) => {
    const absolute = runs.every((run) => columnOf(run, "energy") !== null);
    const curves = absolute ? over(runs, "energy") : runs.flatMap(energyChange);
    return {
      title: "Energy",
      xLabel: timeLabel(runs),
      yLabel: withUnit(absolute ? "energy" : "change of energy", unitOf(runs, "energy")),
      curves,
      // What is smaller is in the picture of the drift.
      leastSpan: ENERGY_SPAN,
    };
  },
};

function energyChange(run: Shown): Curve[] {
  const [kinetic, potential] = [columnOf(run, "ledger.kinetic"), columnOf(run, "ledger.potential")];
  if (kinetic === null || potential === null) return [];
  const y = kinetic.map((value, i) => value + (potential[i] as number));
  return [{ label: run.name, colour: methodColour(run.colour), x: timesOf(run), y }];
}

/** What is left of the energy, what the structure took and what the scheme took, one above the other: together what was there and supplied. */
const ledger: Panel = {
  id: "ledger",
  title: "Whose damping is this?",
  over: "time",
  choosesRun: true,
  applies: (run) => columnOf(run, "ledger.kinetic") !== null,
  picture: (runs, choice) => {
    const run = runs.find(({ name }) => name === choice.run) ?? runs[0];
    const title = "Whose damping is this?";
    const known = run === undefined ? null : columnOf(run, "energy");
    const yLabel = withUnit(known === null ? "change of energy" : "energy", unitOf(runs, "energy"));
    const labels = { title, xLabel: timeLabel(runs), yLabel, leastSpan: 0.1 };
    if (run === undefined) return { ...labels, curves: [] };
    const part = (name: string) => columnOf(run, `ledger.${name}`) ?? new Float64Array(timesOf(run).length);
    const start = known?.[0] ?? 0;
    const x = timesOf(run);
    const [kinetic, potential, dissipation, algorithmic] = [
      part("kinetic"),
      part("potential"),
      part("dissipation"),
      part("algorithmic"),
    ];
    const motion = x.map((_, i) => start + (kinetic[i] as number) + (potential[i] as number));
    const damped = motion.map((value, i) => value + (dissipation[i] as number));
    const taken = damped.map((value, i) => value + (algorithmic[i] as number));
    const curves: Curve[] = [
      {
        label: known === null ? "change in the motion" : "still in the motion",
        colour: colour("ledger-potential"),
        x,
        y: motion,
        filled: true,
      },
      { label: "taken by the structure", colour: colour("ledger-dissipation"), x, y: damped, filled: true },
      { label: "taken by the scheme", colour: colour("ledger-algorithmic"), x, y: taken, filled: true },
    ];
    return { ...labels, curves };
  },
};

const drift: Panel = {
  id: "drift",
  title: "Drift of what is conserved",
  over: "time",
  applies: (run) => run.beginning.columns.some(isConserved),
  picture: (runs) => {
    const columns = [...new Set(runs.flatMap(({ beginning }) => beginning.columns.filter(isConserved)))];
    const curves = many(runs, columns, driftOf);
    return {
      title: "Drift of what is conserved",
      xLabel: timeLabel(runs),
      yLabel: "relative change",
      curves,
      logY: true,
    };
  },
};

/** With a unit where all of them have the same. */
function momentaName([run]: readonly Shown[], columns: readonly string[]): string {
  const units = new Set(columns.map((column) => run?.beginning.columnUnits[column]));
  return withUnit("momentum", units.size === 1 ? [...units][0] : undefined);
}

const momenta: Panel = {
  id: "momenta",
  title: "Momenta",
  over: "time",
  applies: (run) => withPrefix(run, "invariant.").some(isMomentum),
  picture: (runs) => {
    const columns = [...new Set(runs.flatMap((run) => withPrefix(run, "invariant.").filter(isMomentum)))];
    return {
      title: "Momenta",
      xLabel: timeLabel(runs),
      yLabel: momentaName(runs, columns),
      curves: many(runs, columns),
    };
  },
};

/** What was asked for comes first. */
const motionColumns = (run: Shown) => [...withPrefix(run, "probe."), ...withPrefix(run, "q.")];
const coordinates = (run: Shown) => withPrefix(run, "q.");

const motion: Panel = {
  id: "motion",
  title: "Motion",
  over: "time",
  applies: (run) => motionColumns(run).length > 0,
  columns: motionColumns,
  picture: (runs, choice) => {
    const column = chosen(runs, choice, motionColumns);
    return {
      title: "Motion",
      xLabel: timeLabel(runs),
      yLabel: axisName(runs[0], column),
      curves: over(runs, column, spoken(column)),
    };
  },
};

const phase: Panel = {
  id: "phase",
  title: "Phase portrait",
  over: "space",
  applies: (run) => coordinates(run).length > 0,
  columns: coordinates,
  picture: (runs, choice) => {
    const column = chosen(runs, choice, coordinates);
    const label = column.slice(2);
    const curves = runs.flatMap((run) => {
      const [x, y] = [columnOf(run, column), columnOf(run, `v.${label}`)];
      return x === null || y === null
        ? []
        : [{ label: run.name, colour: methodColour(run.colour), x, y, times: timesOf(run), ...pathStyle(run) }];
    });
    const [xLabel, yLabel] = [axisName(runs[0], column), axisName(runs[0], `v.${label}`)];
    return { title: "Phase portrait", xLabel, yLabel, curves };
  },
};

export const planeStarts = (run: Shown) =>
  coordinates(run).filter((column) => planeOf(coordinates(run), column) !== null);

const path: Panel = {
  id: "path",
  title: "Path in the plane",
  over: "space",
  square: true,
  applies: (run) => planeStarts(run).length > 0,
  columns: planeStarts,
  picture: (runs, choice) => {
    const column = chosen(runs, choice, planeStarts);
    const next = (runs[0] === undefined ? null : planeOf(coordinates(runs[0]), column)) ?? column;
    const curves = runs.flatMap((run) => {
      const [x, y] = [columnOf(run, column), columnOf(run, next)];
      return x === null || y === null
        ? []
        : [{ label: run.name, colour: methodColour(run.colour), x, y, times: timesOf(run), ...pathStyle(run) }];
    });
    const [xLabel, yLabel] = [axisName(runs[0], column), axisName(runs[0], next)];
    return { title: "Path in the plane", xLabel, yLabel, curves };
  },
};

const steps: Panel = {
  id: "steps",
  title: "Step sizes",
  over: "time",
  applies: ({ steps: own }) => own !== null,
  picture: (runs) => {
    const curves = runs.flatMap((run): Curve[] =>
      run.steps === null
        ? []
        : [
            {
              label: run.name,
              colour: methodColour(run.colour),
              x: run.steps.times,
              y: run.steps.sizes,
              style: "points",
            },
          ],
    );
    return {
      title: "Step sizes",
      xLabel: timeLabel(runs),
      yLabel: withUnit("step", unitOf(runs, "time")),
      curves,
      logY: true,
    };
  },
};

const BINS = 40;

/** How often a method chose which step. */
const stepHistogram: Panel = {
  id: "step-histogram",
  title: "Histogram of steps",
  over: "space",
  applies: ({ steps: own }) => own !== null && own.sizes.length > 1,
  picture: (runs) => ({
    title: "Histogram of steps",
    xLabel: withUnit("step", runs[0]?.beginning.units["time"]),
    yLabel: "share of the steps",
    logX: true,
    curves: runs.flatMap((run) => (run.steps === null ? [] : [stairs(run, run.steps.sizes)])),
  }),
};

/** The outline of a histogram over the logarithm of the size. */
function stairs({ name, colour: own }: Shown, all: Float64Array): Curve {
  const sizes = all.filter((size) => size > 0);
  const [least, most] = extent(sizes, true);
  const width = Math.log(most / least) / BINS;
  const counts = new Float64Array(BINS);
  for (const size of sizes) {
    const bin = Math.min(BINS - 1, Math.floor(Math.log(size / least) / width));
    counts[bin] = (counts[bin] as number) + 1 / sizes.length;
  }
  const edge = (k: number) => least * Math.exp(k * width);
  const x = Float64Array.from({ length: 2 * BINS + 2 }, (_, i) => edge(Math.floor(i / 2)));
  const y = x.map((_, i) => (i === 0 || i === x.length - 1 ? 0 : (counts[Math.floor((i - 1) / 2)] as number)));
  return { label: name, colour: methodColour(own), x, y };
}

function chosen(runs: readonly Shown[], { column }: Choice, of: (run: Shown) => readonly string[]): string {
  const [first] = runs;
  const columns = first === undefined ? [] : of(first);
  return columns.includes(column) ? column : (columns[0] ?? "");
}

export const PANELS: readonly Panel[] = [motion, ledger, drift, energy, phase, path, momenta, steps, stepHistogram];
