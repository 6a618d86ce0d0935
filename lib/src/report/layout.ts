/** Where the panels of a figure stand. Plots have fixed sizes and everything around them takes the room its texts need,
 *  so that no label is ever cut off; plots that stand above one another are aligned at both sides. */
import { maxOf } from "../core/vec.js";
import { type DrawnAxis, drawnAxis, type Extent, extentOf } from "./axis.js";
import type { Axis, Figure, Panel, Picture } from "./figure.js";
import { textWidth, theme } from "./theme.js";

/** A panel with its axes, and its plot's rectangle in the figure. */
export interface PlacedPanel {
  readonly panel: Panel;
  readonly x: DrawnAxis;
  readonly y: DrawnAxis;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Is the label of the x axis written, or does the panel below have the same? */
  readonly labelsX: boolean;
}

/** A picture, and where it is drawn, its colour scale beside it. */
export interface PlacedPicture {
  readonly picture: Picture;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly panels: readonly PlacedPanel[];
  readonly pictures: readonly PlacedPicture[];
  /** Notices, a line each, and where the first stands. */
  readonly lines: readonly string[];
  readonly linesTop: number;
}

const WIDE = { width: 560, height: 168 };
const SQUARE = { least: 320, most: 400 };
/** Heights, and the greatest width. */
const PICTURE = { least: 300, most: 460, widest: 640 };
/** The room for what colours mean. */
const COLOURS = 84;
const BORDER = 16;
/** Above a plot: its title. Below: tick labels, and the label of the axis. */
const TITLE = 28;
const TICKS = 20;
const LABEL = 16;
/** Between a title and the label beside it. */
export const BESIDE_TITLE = 10;
/** Between a plot and its tick labels or line labels; between columns of panels. */
const LINE = theme.textSize + 4;
const GAP = 8;
const GUTTER = 28;

export function layoutOf(figure: Figure): Layout {
  const top = BORDER + (figure.title === undefined ? 0 : theme.titleSize + 12);
  const stack = stacked(
    figure.panels.filter((panel) => panel.shape === "wide"),
    BORDER,
    top,
  );
  const row = inRow(
    figure.panels.filter((panel) => panel.shape === "square"),
    stack.panels.length === 0 ? BORDER : stack.right + GUTTER,
    top,
    Math.min(Math.max(stack.bottom - LABEL - TICKS - TITLE - top, SQUARE.least), SQUARE.most),
  );
  const panels = [...stack.panels, ...row.panels];
  const gallery = hung(
    figure.pictures ?? [],
    panels.length === 0 ? BORDER : Math.max(stack.right, row.right) + GUTTER,
    top,
    Math.min(Math.max(stack.bottom - LABEL - TITLE - top, PICTURE.least), PICTURE.most),
  );
  const note = figure.note === undefined ? 0 : theme.textSize + 10;
  const words = Math.max(textWidth(figure.title ?? "", theme.titleSize), textWidth(figure.note ?? ""));
  const first = panels[0]?.left ?? gallery.pictures[0]?.left ?? 0;
  const right = Math.max(stack.right, row.right, gallery.right, first + words);
  const lines = (figure.notices ?? []).flatMap((notice) => broken(notice, right - first));
  const bottom = Math.max(stack.bottom, row.bottom, gallery.bottom) + note;
  return {
    width: Math.ceil(right + BORDER),
    height: Math.ceil(bottom + lines.length * LINE + BORDER),
    panels,
    pictures: gallery.pictures,
    lines,
    linesTop: Math.ceil(bottom + BORDER) - BORDER + LINE,
  };
}

/** A sentence in lines that are no wider than so much. */
function broken(sentence: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of sentence.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Pictures side by side, each as wide as its content asks for at the common height. */
function hung(pictures: readonly Picture[], left: number, top: number, height: number) {
  const placed: PlacedPicture[] = [];
  let right = 0;
  for (const picture of pictures) {
    const { x, y } = extentOfPicture(picture);
    const ratio = (x.max - x.min) / Math.max(y.max - y.min, 1e-300);
    const width = Math.min(Math.max(height * ratio, PICTURE.least), PICTURE.widest);
    const from = placed.length === 0 ? left : right + GUTTER;
    placed.push({ picture, left: from, top: top + TITLE, width, height });
    right = from + Math.max(width + (picture.scale === null ? 0 : COLOURS), textWidth(picture.title));
  }
  return { pictures: placed, right, bottom: placed.length === 0 ? top : top + TITLE + height };
}

/** From where to where a picture reaches. */
export function extentOfPicture({ areas, lines }: Picture): { x: Span; y: Span } {
  const x = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  const y = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  const grow = (span: Span, values: readonly number[]) => {
    for (const value of values) {
      if (value < span.min) span.min = value;
      if (value > span.max) span.max = value;
    }
  };
  for (const part of [...areas, ...lines]) {
    grow(x, part.x);
    grow(y, part.y);
  }
  return { x, y };
}

interface Span {
  min: number;
  max: number;
}

interface Group {
  readonly panels: readonly PlacedPanel[];
  readonly right: number;
  readonly bottom: number;
}

function stacked(panels: readonly Panel[], left: number, top: number): Group {
  const drawn = panels.map((panel) => ({ panel, ...axesOf(panel, WIDE.width, WIDE.height) }));
  const before = maxOf(
    drawn.map(({ y }) => roomForTicks(y)),
    0,
  );
  const after = maxOf(panels.map(roomForNames), 0);
  const placed: PlacedPanel[] = [];
  let bottom = top;
  for (const [i, one] of drawn.entries()) {
    const below = drawn[i + 1];
    const labelsX = below === undefined || below.x.label !== one.x.label;
    placed.push({ ...one, ...WIDE, left: left + before, top: bottom + TITLE, labelsX });
    bottom += TITLE + WIDE.height + TICKS + (labelsX ? LABEL : 0) + (below === undefined ? 0 : GAP);
  }
  const right = left + before + Math.max(WIDE.width + after, maxOf(drawn.map(roomForTitle), 0));
  return { panels: placed, right: panels.length === 0 ? left : right, bottom };
}

function inRow(panels: readonly Panel[], left: number, top: number, side: number): Group {
  const placed: PlacedPanel[] = [];
  let right = left;
  for (const panel of panels) {
    const axes = axesOf(panel, side, side);
    const from = (placed.length === 0 ? left : right + GUTTER) + roomForTicks(axes.y);
    placed.push({ panel, ...axes, left: from, top: top + TITLE, width: side, height: side, labelsX: true });
    right = from + Math.max(side + roomForNames(panel), roomForTitle({ panel, y: axes.y }));
  }
  return { panels: placed, right, bottom: panels.length === 0 ? top : top + TITLE + side + TICKS + LABEL };
}

function axesOf(panel: Panel, width: number, height: number): { x: DrawnAxis; y: DrawnAxis } {
  const { bands = [], cells } = panel;
  const alongX = [...panel.series, ...bands].map(({ x }) => x);
  const alongY = [...panel.series.map(({ y }) => y), ...bands.flatMap(({ low, high }) => [low, high])];
  if (cells !== undefined) {
    alongX.push(cells.x);
    alongY.push(cells.y);
  }
  let x = extentOf(alongX, panel.x.scale);
  let y = extentOf(alongY, panel.y.scale);
  for (const triangle of panel.slopes ?? []) {
    y = including(y, triangle.y);
  }
  if (panel.equal && x !== null && y !== null) {
    const span = Math.max(x.max - x.min, y.max - y.min);
    x = widened(x, span);
    y = widened(y, span);
  }
  // Time fills the width; what is drawn in the plane keeps clear of the frame.
  const isFull = cells !== undefined;
  const roomX = isFull || (panel.shape === "wide" && panel.x.scale === "linear") ? 0 : 0.06;
  const roomY = isFull ? 0 : 0.06;
  return {
    x: drawnAxis(panel.x, x, { room: roomX, ticks: ticksIn(width, panel.x, panel.shape === "wide" ? 70 : 56) }),
    y: drawnAxis(panel.y, y, { room: roomY, ticks: ticksIn(height, panel.y, panel.shape === "wide" ? 28 : 56) }),
  };
}

function ticksIn(length: number, { scale }: Axis, spacing: number): number {
  return Math.max(3, Math.floor(length / (scale === "log" ? 0.7 * spacing : spacing)));
}

function including(extent: Extent | null, value: number): Extent {
  if (extent === null) return { min: value, max: value, first: value };
  return { ...extent, min: Math.min(extent.min, value), max: Math.max(extent.max, value) };
}

function widened({ min, max, first }: Extent, span: number): Extent {
  const free = (span - (max - min)) / 2;
  return { min: min - free, max: max + free, first };
}

function roomForTicks(y: DrawnAxis): number {
  return (
    GAP +
    maxOf(
      y.ticks.map(({ text }) => textWidth(text)),
      0,
    )
  );
}

/** Beside the title stands what the y axis shows. */
function roomForTitle({ panel, y }: { readonly panel: Panel; readonly y: DrawnAxis }): number {
  return textWidth(panel.title, theme.panelTitleSize) + BESIDE_TITLE + textWidth(y.label) + GAP;
}

/** One series needs no name beside it: the label of the axis says what it is. */
function roomForNames({ series, cells }: Panel): number {
  if (cells !== undefined) return COLOURS + GAP;
  const names = series.length < 2 ? [] : series.map(({ name }) => name).filter((name) => name !== "");
  return names.length === 0 ? GAP : 2 * GAP + maxOf(names.map((name) => textWidth(name)));
}
