/** Two quantities against each other: the orbit of two coordinates, or position and velocity of a single one. */
import type { Figure, Panel } from "../figure.js";
import { axisOf, type Column, type Columns, ofRole, peakOf, titled } from "./columns.js";

/** null when there is no pair that stands out: neither two coordinates nor one with its velocity. */
export function phaseFigure(columns: Columns, title?: string): Figure | null {
  const panel = phasePanel(columns);
  return panel === null ? null : titled(title, [panel]);
}

export function phasePanel(columns: Columns): Panel | null {
  const positions = ofRole(columns, "position");
  const velocities = ofRole(columns, "velocity");
  if (positions.length === 2) return planePanel("Orbit", positions[0], positions[1]);
  if (positions.length === 1 && velocities.length === 1) return planePanel("Phase", positions[0], velocities[0]);
  return null;
}

function planePanel(title: string, x: Column, y: Column): Panel {
  return {
    title,
    shape: "square",
    x: axisOf(x),
    y: axisOf(y),
    equal: areComparable(x, y),
    series: [{ name: `${x.name}, ${y.name}`, x: x.values, y: y.values, style: "line", colour: 0 }],
  };
}

/** Lengths of similar size are drawn to one scale; a long, thin orbit would only be a line. */
function areComparable(x: Column, y: Column): boolean {
  const ratio = peakOf(x.values) / peakOf(y.values);
  return x.role === y.role && x.unit === y.unit && ratio > 1 / 4 && ratio < 4;
}
