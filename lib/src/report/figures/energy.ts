/** Where the energy went: its deviation from the start, and the parts of the ledger. */
import { maxOf } from "../../core/vec.js";
import type { Figure, Panel } from "../figure.js";
import { significant, typeset } from "../number.js";
import { axisOf, type Columns, commonUnit, linearAxis, ofRole, peakOf, timeOf, titled } from "./columns.js";

/** null when no energy was recorded. */
export function energyFigure(columns: Columns, title?: string): Figure | null {
  const panels = energyPanels(columns);
  return panels.length === 0 ? null : titled(title, panels, ledgerNote(columns));
}

/** As many of the two as the columns have data for. */
function energyPanels(columns: Columns): Panel[] {
  return [deviationPanel(columns), ledgerPanel(columns)].filter((panel) => panel !== null);
}

/** Parts below this share of the largest would only be a line at zero. */
const VISIBLE = 1e-3;

function visible(parts: Columns): Columns {
  const largest = maxOf(
    parts.map(({ values }) => peakOf(values)),
    0,
  );
  return parts.filter(({ values }) => peakOf(values) > VISIBLE * largest);
}

/** What the ledger panel leaves out, with its size: a small algorithmic part is a finding, not a gap. */
export function ledgerNote(columns: Columns): string | undefined {
  const parts = ofRole(columns, "ledger");
  const shown = new Set(visible(parts));
  const left = parts.filter((part) => !shown.has(part) && peakOf(part.values) > 0);
  if (left.length === 0) return undefined;
  const sizes = left.map(
    ({ name, values, unit }) =>
      `${name} (at most ${[typeset(significant(peakOf(values), 2)), unit].filter(Boolean).join(" ")})`,
  );
  return `Too small to be drawn: ${sizes.join(", ")}.`;
}

export function deviationPanel(columns: Columns): Panel | null {
  const [energy] = ofRole(columns, "energy");
  if (energy === undefined) return null;
  const time = timeOf(columns);
  const deviation = energy.values.map((value) => value - energy.values[0]);
  return {
    title: "Energy",
    shape: "wide",
    x: axisOf(time),
    y: linearAxis("E − E₀", energy.unit),
    series: [{ name: energy.name, x: time.values, y: deviation, style: "line", colour: 0 }],
  };
}

export function ledgerPanel(columns: Columns): Panel | null {
  const parts = visible(ofRole(columns, "ledger"));
  if (parts.length === 0) return null;
  const time = timeOf(columns);
  return {
    title: "Energy ledger",
    shape: "wide",
    x: axisOf(time),
    y: linearAxis("change since the start", commonUnit(parts)),
    series: parts.map(({ name, values }, colour) => ({ name, x: time.values, y: values, style: "line", colour })),
  };
}
