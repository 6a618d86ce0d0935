/** A measure over two quantities that vary, as colours. */
import { maxOf, minOf } from "../../../core/vec.js";
import { type Grid, type GridAxis, gridOf, type MapFigure, type StudyTable } from "../../../studies/index.js";
import type { Axis, ColourScale, Figure } from "../../figure.js";
import { axisOfColumn, columnOf, isLogarithmic } from "./axes.js";

export function heatMap(table: StudyTable, figure: MapFigure): Figure {
  const { x, y, value, kind, title } = figure;
  const grid = gridOf(table, figure);
  const [across, up] = [sideOf(axisOfColumn(table, x), grid.x), sideOf(axisOfColumn(table, y), grid.y)];
  return {
    panels: [
      {
        title: title ?? (kind === "lyapunov" ? "Regular and chaotic" : value),
        shape: "square",
        x: across.axis,
        y: up.axis,
        series: [],
        cells: { x: across.edges, y: up.edges, values: grid.values, scale: scaleOf(table, figure, grid) },
      },
    ],
    ...noteOf(figure, grid),
  };
}

function noteOf({ scale }: MapFigure, { values, missing }: Grid): Pick<Figure, "note"> {
  const below = scale === "log" ? values.filter((each) => each <= 0).length : 0;
  if (missing + below === 0) return {};
  const why = below === 0 ? "which have no value" : "which have no value, or none above 0";
  return { note: `Grey: ${missing + below} of ${values.length} cases, ${why}.` };
}

/** Edges half-way between the values, and as far beyond the outer ones. */
function sideOf(axis: Axis, side: GridAxis): { axis: Axis; edges: number[] } {
  if ("names" in side)
    return {
      axis: { ...axis, names: side.names },
      edges: Array.from({ length: side.names.length + 1 }, (_, k) => k - 0.5),
    };
  const values = side.numbers;
  if (values.length === 1) return { axis, edges: [values[0] - 0.5, values[0] + 0.5] };
  const isLog = isLogarithmic(values);
  const places = isLog ? values.map(Math.log) : values;
  const last = places.length - 1;
  const edges = [
    places[0] - (places[1] - places[0]) / 2,
    ...places.slice(1).map((place, k) => (place + places[k]) / 2),
    places[last] + (places[last] - places[last - 1]) / 2,
  ];
  return { axis: { ...axis, scale: isLog ? "log" : "linear" }, edges: isLog ? edges.map(Math.exp) : edges };
}

function scaleOf(table: StudyTable, { value, scale }: MapFigure, { values }: Grid): ColourScale {
  const shown = values.filter((each) => Number.isFinite(each) && (scale === "linear" || each > 0));
  const unit = columnOf(table, value)?.unit;
  const [least, most] = shown.length === 0 ? [0, 1] : [minOf(shown), maxOf(shown)];
  return { label: value, least, most, spacing: scale, ...(unit === undefined ? {} : { unit }) };
}
