/** Coordinates over time. More than fit into one panel: the ones that move most, and a note that says so. */
import type { Figure, Panel } from "../figure.js";
import { axisOf, type Columns, commonUnit, linearAxis, ofRole, timeOf, titled } from "./columns.js";

const MOST = 6;

/** null when there are no coordinates. */
export function motionFigure(columns: Columns, title?: string): Figure | null {
  const panel = motionPanel(columns);
  return panel === null ? null : titled(title, [panel], motionNote(columns));
}

export function motionPanel(columns: Columns): Panel | null {
  const shown = mostMoved(ofRole(columns, "position"));
  if (shown.length === 0) return null;
  const time = timeOf(columns);
  const names = shown.map(({ name }) => name).join(", ");
  return {
    title: "Motion",
    shape: "wide",
    x: axisOf(time),
    y: linearAxis(names.length <= 24 ? names : "coordinates", commonUnit(shown)),
    series: shown.map(({ name, values }, colour) => ({ name, x: time.values, y: values, style: "line", colour })),
  };
}

/** What the motion panel leaves out. */
export function motionNote(columns: Columns): string | undefined {
  const { length } = ofRole(columns, "position");
  return length <= MOST ? undefined : `Shown: the ${MOST} of ${length} coordinates that move most.`;
}

/** At most six, in the order in which they were given. */
function mostMoved(coordinates: Columns): Columns {
  if (coordinates.length <= MOST) return coordinates;
  const byTravel = coordinates.map((column, i) => ({ i, travel: travelOf(column.values) }));
  byTravel.sort((a, b) => b.travel - a.travel || a.i - b.i);
  const chosen = new Set(byTravel.slice(0, MOST).map(({ i }) => i));
  return coordinates.filter((_, i) => chosen.has(i));
}

function travelOf(values: Float64Array): number {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? max - min : 0;
}
