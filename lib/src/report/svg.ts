/** A figure as an SVG document: self-contained, drawn without a browser by Observable Plot on a small stand-in for the
 *  DOM. Both take a third of a second to load, so they are loaded when the first figure is drawn. */
import type { DrawnAxis } from "./axis.js";
import { cellsSvg } from "./cells-svg.js";
import { coloursSvg } from "./colours-svg.js";
import { apart } from "./end-labels.js";
import type { Annotation, Band, Figure, Panel, Series, SlopeTriangle, Values } from "./figure.js";
import { BESIDE_TITLE, layoutOf, type PlacedPanel } from "./layout.js";
import { escaped, short, text } from "./lettering.js";
import { significant } from "./number.js";
import { pictureSvg } from "./picture-svg.js";
import { lineStroke, pointStroke, type Stroke } from "./stroke.js";
import { penOf, theme } from "./theme.js";

export interface SvgOptions {
  readonly background?: "white" | "transparent";
}

export async function svgOf(figure: Figure, { background = "white" }: SvgOptions = {}): Promise<string> {
  const [Plot, { parseHTML }] = await Promise.all([import("@observablehq/plot"), import("linkedom")]);
  const { document } = parseHTML("<html></html>");
  const { width, height, panels, pictures, lines, linesTop } = layoutOf(figure);
  const left = panels[0]?.left ?? pictures[0]?.left ?? 0;
  const parts = [...panels.map((placed) => panelSvg(Plot, document, placed)), ...pictures.map(pictureSvg)];
  const titles = [...panels.map(({ panel }) => panel.title), ...pictures.map(({ picture }) => picture.title)];
  if (background === "white") parts.unshift(`<rect width="${width}" height="${height}" fill="white"/>`);
  if (figure.title !== undefined) {
    parts.push(text(left, 14 + theme.titleSize, figure.title, { size: theme.titleSize, weight: 600 }));
  }
  if (figure.note !== undefined) {
    parts.push(text(left, linesTop - theme.textSize - 4, figure.note, { fill: theme.muted }));
  }
  parts.push(...lines.map((line, k) => text(left, linesTop + k * (theme.textSize + 4), line, { fill: theme.muted })));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="${theme.font}" font-size="${theme.textSize}" fill="${theme.ink}" role="img">\n`,
    `<title>${escaped(figure.title ?? titles.join(", "))}</title>\n`,
    ...parts.map((part) => `${part}\n`),
    "</svg>\n",
  ].join("");
}

type Plotting = typeof import("@observablehq/plot");
type Page = ReturnType<typeof import("linkedom").parseHTML>["document"];
/** The little that is asked of an element; the library itself knows no DOM. */
type Drawn = { readonly children: Iterable<{ readonly tagName: string; readonly outerHTML: string }> };

function panelSvg(Plot: Plotting, document: Page, placed: PlacedPanel): string {
  const { panel, x, y, left, top, width, height } = placed;
  const paper = paperOf(placed);
  const ticksX = x.ticks.map(({ at }) => width * at);
  const ticksY = y.ticks.map(({ at }) => height * (1 - at));
  const strokes = panel.series.map((series) => strokeOf(series, placed));
  const drawing: Drawn = Plot.plot({
    document,
    width,
    height,
    margin: 0,
    // Everything is placed by the axes of the figure, so Plot's own scales leave pixels as they are.
    x: { domain: [0, width] },
    y: { domain: [height, 0] },
    marks: [
      Plot.gridX(panel.cells === undefined ? ticksX : [], { stroke: theme.grid, strokeOpacity: 1 }),
      Plot.gridY(panel.cells === undefined ? ticksY : [], { stroke: theme.grid, strokeOpacity: 1 }),
      Plot.ruleY(
        ticksY.filter((_, i) => panel.cells === undefined && y.ticks[i].isZero && y.ticks.length > 1),
        { stroke: theme.rule },
      ),
      Plot.axisX(ticksX, { ...AXIS, tickFormat: (_: number, i: number) => x.ticks[i].text }),
      Plot.axisY(ticksY, { ...AXIS, tickFormat: (_: number, i: number) => y.ticks[i].text }),
      ...(panel.bands ?? []).map((band) => bandMarks(Plot, paper, band)),
      ...(panel.slopes ?? []).map((triangle) => slopeMarks(Plot, paper, triangle)),
      ...panel.series.map((series, i) => seriesMarks(Plot, series, strokes[i])),
      ...(panel.annotations ?? []).map((annotation) => annotationMarks(Plot, paper, annotation)),
    ],
  });
  const marks = [...drawing.children]
    .filter((child) => child.tagName.toLowerCase() !== "style")
    .map((child) => child.outerHTML);
  return [
    `<g transform="translate(${short(left)},${short(top)})">`,
    titleOf(panel, y),
    panel.cells === undefined ? "" : cellsSvg(panel.cells, paper),
    `<g text-anchor="middle">${shortened(marks.join(""))}</g>`,
    ...panel.series.map((series, i) => (series.style === "dots" ? dotsSvg(series, strokes[i]) : "")),
    placed.labelsX ? text(width, height + 32, x.label, { fill: theme.muted, anchor: "end" }) : "",
    ...namesOf(panel.series, strokes, placed),
    panel.cells === undefined ? "" : coloursSvg(panel.cells.scale, width, height),
    panel.cells === undefined && strokes.every(({ x }) => x.length === 0)
      ? text(width / 2, height / 2, "no data", { fill: theme.muted, anchor: "middle" })
      : "",
    "</g>",
  ].join("");
}

/** Values of the data to pixels of the plot, which count from the top. */
function paperOf({ x, y, width, height }: PlacedPanel) {
  return {
    across: (values: Values) => x.positions(values, 0, width),
    up: (values: Values) => y.positions(values, height, 0),
  };
}

type Paper = ReturnType<typeof paperOf>;

const AXIS = { label: null, tickSize: 0, tickPadding: 7, color: theme.muted, fontSize: theme.textSize } as const;

function strokeOf({ x, y, style }: Series, placed: PlacedPanel): Stroke {
  const paper = paperOf(placed);
  const pixels = { x: paper.across(x), y: paper.up(y), width: placed.width, height: placed.height };
  return style === "points" || style === "dots" ? pointStroke(pixels) : lineStroke(pixels);
}

function seriesMarks(Plot: Plotting, series: Series, stroke: Stroke) {
  const pen = penOf(series.colour, series.dash);
  const line = Plot.line(stroke.x, {
    x: stroke.x,
    y: stroke.y,
    stroke: pen.line,
    strokeWidth: theme.lineWidth[series.weight ?? stroke.texture],
    strokeOpacity: series.weight === "light" ? theme.lightOpacity : stroke.texture === "band" ? 0.6 : 1,
    strokeDasharray: stroke.texture === "band" ? "none" : pen.dash,
    curve: series.style === "steps" ? "step-after" : "linear",
  });
  const points = { x: stroke.x, y: stroke.y, fill: pen.line, r: theme.dotRadius, stroke: "white", strokeWidth: 0.6 };
  if (series.style === "points") return Plot.dot(stroke.x, points);
  if (series.style === "dots") return null;
  // A line through a single point would not be seen.
  return series.style === "marked" || stroke.x.length === 1 ? [line, Plot.dot(stroke.x, points)] : line;
}

/** Thousands of points as one path: lines of no length with round ends. */
function dotsSvg({ colour }: Series, { x, y }: Stroke): string {
  const path = x.map((at, i) => `M${short(at)},${short(y[i])}h0`).join("");
  const size = 2 * theme.smallDotRadius;
  return `<path d="${path}" stroke="${penOf(colour, undefined).line}" stroke-width="${size}" stroke-linecap="round"/>`;
}

function bandMarks(Plot: Plotting, { across, up }: Paper, { x, low, high, colour }: Band) {
  const ends = { x: across(x), y1: up(low), y2: up(high) };
  return Plot.areaY(ends.x, { ...ends, fill: penOf(colour, undefined).line, fillOpacity: 0.16 });
}

/** The triangle lies under its series: run along the bottom, rise at the right, the order beside the rise. */
function slopeMarks(Plot: Plotting, { across, up }: Paper, { order, x: [x0, x1], y }: SlopeTriangle) {
  const rise = (part: number) => y * (x1 / x0) ** (part * order);
  const corners = { x: across([x0, x1, x1, x0]), y: up([y, y, rise(1), y]) };
  const beside = { x: across([x1]), y: up([rise(0.5)]) };
  return [
    Plot.line(corners.x, { ...corners, stroke: theme.faint, strokeWidth: 0.8, fill: theme.grid, fillOpacity: 0.6 }),
    Plot.text([order], { ...beside, text: [significant(order, 2)], dx: 5, textAnchor: "start", fill: theme.muted }),
  ];
}

function annotationMarks(Plot: Plotting, { across, up }: Paper, annotation: Annotation) {
  const words = { text: [annotation.text], fill: theme.muted };
  const line = { stroke: theme.faint, strokeDasharray: "2 3" };
  switch (annotation.kind) {
    case "text":
      return Plot.text([0], { ...words, x: across([annotation.x]), y: up([annotation.y]) });
    case "at-x": {
      const x = across([annotation.x]);
      const label = Plot.text([0], { ...words, x, frameAnchor: "top", textAnchor: "start", dx: 4, dy: 3 });
      return [Plot.ruleX(x, line), label];
    }
    case "at-y": {
      const y = up([annotation.y]);
      const label = Plot.text([0], { ...words, y, frameAnchor: "right", textAnchor: "end", dx: -4, dy: -7 });
      return [Plot.ruleY(y, line), label];
    }
  }
}

/** The title and, beside it, what the y axis shows. It starts where the tick labels do. */
function titleOf({ title }: Panel, y: DrawnAxis): string {
  const label = `<tspan dx="${BESIDE_TITLE}" font-weight="400" font-size="${theme.textSize}" fill="${theme.muted}">${escaped(y.label)}</tspan>`;
  return `<text y="-11" font-size="${theme.panelTitleSize}" font-weight="600">${escaped(title)}${label}</text>`;
}

/** Names where the lines end at the right, with a hair line to where a name had to move. */
function namesOf(all: readonly Series[], strokes: readonly Stroke[], { width, height }: PlacedPanel): string[] {
  if (all.length < 2) return [];
  const named = all.flatMap((series, k) => {
    const end = rightEnd(strokes[k]);
    return end === null || series.name === "" ? [] : [{ series, end }];
  });
  const places = apart(
    named.map(({ end }) => end.y),
    theme.textSize + 3,
    0,
    height,
  );
  return named.map(({ series, end }, k) => {
    const pen = penOf(series.colour, series.dash);
    const hair = `M${short(end.x + 3)},${short(end.y)}L${short(width + 10)},${short(places[k])}`;
    return (
      `<path d="${hair}" stroke="${pen.line}" stroke-width="0.6" stroke-opacity="0.7"/>` +
      text(width + 13, places[k] + 0.35 * theme.textSize, series.name, { fill: pen.text })
    );
  });
}

function rightEnd({ x, y }: Stroke): { x: number; y: number } | null {
  let right: { x: number; y: number } | null = null;
  for (let i = 0; i < x.length; i++) {
    if (!Number.isNaN(x[i]) && (right === null || x[i] >= right.x)) right = { x: x[i], y: y[i] };
  }
  return right;
}

/** Hundredths of a pixel are enough. Only attributes that hold places are touched. */
function shortened(marks: string): string {
  const long = /-?\d+\.\d{3,}(?:e[+-]?\d+)?/g;
  return marks.replace(/ (?:d|transform|[xy][12]?|c[xy])="[^"]*"/g, (place) =>
    place.replace(long, (number) => short(Number(number))),
  );
}
