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
  readonly annotations?: readonly Annotation[];
  readonly slopes?: readonly SlopeTriangle[];
}

export interface Axis {
  readonly label: string;
  readonly unit?: string;
  /** Values that a logarithmic axis cannot show (zero, negative) are gaps. */
  readonly scale: "linear" | "log";
}

export interface Series {
  readonly name: string;
  readonly x: Values;
  /** As long as x. */
  readonly y: Values;
  /** `steps` holds each value until the next; `marked` is a line through marked points. */
  readonly style: "line" | "steps" | "points" | "marked";
  readonly dash?: "dashed" | "dotted";
  /** The place in the palette; series that mean the same thing in several panels share it. */
  readonly colour: number;
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
