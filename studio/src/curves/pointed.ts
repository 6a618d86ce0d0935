/** The time at which somebody points, in whichever picture: all of them show their values there. */
import { signal } from "@preact/signals";
import { span, time } from "../workbench/time.js";

export interface Pointed {
  readonly t: number;
  /** Plots over time tell one another. */
  readonly byPlot: boolean;
}

export const pointed = signal<Pointed | null>(null);

/** Presses of a key from the start of a run to its end. */
const KEYS = 200;

/** With keys, along the run. */
export function pointOn(direction: 1 | -1): void {
  const [start, end] = span.peek();
  const from = pointed.peek()?.t ?? time.peek();
  const t = Math.min(end, Math.max(start, from + (direction * (end - start)) / KEYS));
  pointed.value = { t, byPlot: false };
}
