/** Coordinates over time. More than fit into one panel: the ones that move most, and a note that says so. */
import type { Figure, Panel } from "../figure.js";
import { axisOf, type Columns, commonUnit, linearAxis, ofRole, timeOf } from "./columns.js";

const MOST = 6;

export function motionFigure(columns: Columns): Figure {
  const { panel, note } = motionPanel(columns);
  return note === undefined ? { panels: [panel] } : { panels: [panel], note };
}

export function motionPanel(columns: Columns): { panel: Panel; note?: string } {
  const time = timeOf(columns);
  const coordinates = ofRole(columns, "position");
  const shown = mostMoved(coordinates);
  const names = shown.map(({ name }) => name).join(", ");
  const panel: Panel = {
    title: "Motion",
    shape: "wide",
    x: axisOf(time),
    y: linearAxis(names.length <= 24 ? names : "coordinates", commonUnit(shown)),
    series: shown.map(({ name, values }, colour) => ({ name, x: time.values, y: values, style: "line", colour })),
  };
  if (shown.length === coordinates.length) return { panel };
  return { panel, note: `Shown: the ${MOST} of ${coordinates.length} coordinates that move most.` };
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
