/** A figure as plain data: what is to be seen, in the units of the data. Nothing here knows pixels; `svg.ts` draws it,
 *  and the studio may draw it otherwise. Typed arrays may stand for lists of numbers, so that long results are not copied;
 *  with lists the whole figure survives JSON. */

import type { Notice } from "../core/notice.js";

/** Wide panels stand one above the other and share the width of their plots; square ones and pictures stand to their right. */
export interface Figure {
  readonly title?: string;
  readonly panels: readonly Panel[];
  readonly pictures?: readonly Picture[];
  /** Small print under the panels: what was left out, where data comes from. */
  readonly note?: string;
  /** What a reader should know about the result, under the note: sentences, broken into lines where they are too long. */
  readonly notices?: readonly string[];
}

export interface Panel {
  readonly title: string;
  readonly shape: "wide" | "square";
  readonly x: Axis;
  readonly y: Axis;
  /** One unit of x is drawn as long as one of y: orbits. */
  readonly equal?: boolean;
  readonly series: readonly Series[];
  /** Between two curves, under the series. */
  readonly bands?: readonly Band[];
  /** Under everything else. A panel that has them is filled by them, and has their colours beside it. */
  readonly cells?: Cells;
  readonly annotations?: readonly Annotation[];
  readonly slopes?: readonly SlopeTriangle[];
}

export interface Axis {
  readonly label: string;
  readonly unit?: string;
  /** Values that a logarithmic axis cannot show (zero, negative) are gaps. */
  readonly scale: "linear" | "log";
  /** Of an axis of things that are no numbers: what 0, 1, 2, … are called. */
  readonly names?: readonly string[];
}

export interface Series {
  /** Beside the right end of the line, where there are several; "": not written. */
  readonly name: string;
  readonly x: Values;
  /** As long as x. */
  readonly y: Values;
  /** `steps` holds each value until the next; `marked` is a line through marked points; `dots` are small points, by the thousand. */
  readonly style: "line" | "steps" | "points" | "marked" | "dots";
  /** One of many that is there for the crowd; or the one that sums them up. */
  readonly weight?: "light" | "strong";
  readonly dash?: "dashed" | "dotted";
  /** The place in the palette; series that mean the same thing in several panels share it. */
  readonly colour: number;
}

/** An area; it is open where one of its three values is a gap. */
export interface Band {
  readonly x: Values;
  readonly low: Values;
  readonly high: Values;
  readonly colour: number;
}

/** Rectangles with a colour each. */
export interface Cells {
  /** The edges of columns and rows, ascending: one more than there are of them. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Row by row from the lowest, each from the left. What is no number is grey. */
  readonly values: Values;
  readonly scale: ColourScale;
}

/** What is not finite is a gap; so is null, by which JSON says NaN. */
export type Values = ArrayLike<number | null>;

export type Annotation =
  | { readonly kind: "text"; readonly x: number; readonly y: number; readonly text: string }
  | { readonly kind: "at-x"; readonly x: number; readonly text: string }
  | { readonly kind: "at-y"; readonly y: number; readonly text: string };

/** A triangle in a log–log panel whose long side rises with the order: from (x[0], y) to x[1]. */
export interface SlopeTriangle {
  readonly order: number;
  readonly x: readonly [number, number];
  readonly y: number;
}

/** What a body looks like: areas and lines in a plane, x to the right and y up, in one unit. */
export interface Picture {
  readonly title: string;
  /** In the order in which they cover one another. */
  readonly areas: readonly Area[];
  readonly lines: readonly Outline[];
  /** What the colours of the areas mean; null: nothing. */
  readonly scale: ColourScale | null;
}

export interface Area {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Between the ends of the scale; null: the edge alone. */
  readonly value: number | null;
  /** How much light falls on it, 0 to 1. */
  readonly light: number;
}

export interface Outline {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** `rest`: where the body was; `body`: an edge of it, or a member. */
  readonly style: "rest" | "body";
  /** Between the ends of the scale; null: without a colour of its own. */
  readonly value: number | null;
}

export interface ColourScale {
  readonly label: string;
  readonly unit?: string;
  readonly least: number;
  readonly most: number;
  /** Linear by default. */
  readonly spacing?: "linear" | "log";
}

/** The figure of a result with the notices that belong to it. */
export function withNotices(figure: Figure, notices: readonly Notice[]): Figure {
  return notices.length === 0 ? figure : { ...figure, notices: notices.map(({ message }) => message) };
}

/** The figure as JSON text, typed arrays as lists. */
export function figureJson(figure: Figure): string {
  return JSON.stringify(figure, (_key, value) =>
    ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
  );
}
