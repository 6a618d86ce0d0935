/** What the page and the worker that draws a scene say to each other. All of it is plain data. */
import type { Scene, SceneFrames } from "noether/scene";
import type { Move } from "./moves.js";
import type { Palette } from "./surroundings.js";

export interface ViewRun {
  readonly name: string;
  readonly colour: string;
  readonly frames: SceneFrames;
}

/** What is drawn: the same data for many looks, and much of it. */
export interface Cast {
  readonly scene: Scene;
  readonly runs: readonly ViewRun[];
}

/** How it is drawn. */
export interface Look {
  readonly palette: Palette;
  /** Displacements are drawn so many times as large; null: as is easy to see. */
  readonly factor: number | null;
  readonly field: number | null;
  readonly trails: boolean;
  readonly vectors: boolean;
  readonly edges: boolean;
  readonly arrangement: "overlaid" | "row";
  /** Points whose places in the picture are wanted. */
  readonly named: readonly number[];
}

export type ToView =
  /** The first message. */
  | { readonly kind: "open"; readonly canvas: OffscreenCanvas }
  /** Without a cast: the one before. */
  | { readonly kind: "show"; readonly look: Look; readonly cast: Cast | null }
  | { readonly kind: "at"; readonly t: number }
  | { readonly kind: "move"; readonly move: Move }
  | { readonly kind: "resize"; readonly width: number; readonly height: number; readonly pixelRatio: number }
  /** Which point is drawn near to a place on the canvas? Questions are answered in their order. */
  | { readonly kind: "point at"; readonly x: number; readonly y: number }
  /** Where is a point drawn, in the first run? */
  | { readonly kind: "place of"; readonly point: number };

/** What is written beside the picture. */
export interface Legend {
  readonly factor: number;
  /** Ends of the colours. */
  readonly scale: readonly [number, number] | null;
}

/** Where x, y and z point to, and lengths in a pixel. */
export interface Orientation {
  readonly axes: readonly (readonly [number, number])[];
  readonly perPixel: number;
}

export interface Drawn {
  /** How many pictures there have been. */
  readonly count: number;
  /** How many messages that change the picture it takes into account. */
  readonly heard: number;
  readonly legend: Legend;
  readonly orientation: Orientation;
  /** Of the points named, in the first run: two numbers each. */
  readonly places: Float32Array;
}

export interface Seen {
  readonly run: number;
  readonly point: number;
  /** On the canvas. */
  readonly x: number;
  readonly y: number;
}

export type FromView =
  | { readonly kind: "drawn"; readonly drawn: Drawn }
  | { readonly kind: "seen"; readonly seen: Seen | null }
  /** Nothing can be drawn here. */
  | { readonly kind: "failed"; readonly reason: string };
