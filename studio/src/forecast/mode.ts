/** The mode that is shown in the place of the runs. */
import { signal } from "@preact/signals";
import { short } from "../curves/numbers.js";
import { type Asked, ask } from "../engine/engine.js";
import type { ModeMotion } from "../engine/messages.js";
import { onOpen, onRight, source } from "../workbench/model.js";

export interface ModeShown {
  /** Counted from 0. */
  readonly place: number;
  readonly motion: ModeMotion;
}

export const modeShown = signal<ModeShown | null>(null);
export const modeComplaint = signal<string | null>(null);

/** ω, and the period where there is one: 32.18 rad/s, T = 0.195 s. */
export function frequencyWords(frequency: number, digits: number, unit: string | undefined): string {
  const [per, suffix] = unit === undefined ? ["", ""] : [`/${unit}`, ` ${unit}`];
  const omega = `${short(frequency, digits)} rad${per}`;
  return frequency > 0 ? `${omega}, T = ${short((2 * Math.PI) / frequency, 3)}${suffix}` : omega;
}

let asked: Asked<"mode"> | null = null;

export async function showMode(place: number): Promise<void> {
  asked?.cancel();
  const own = ask<"mode">({ kind: "mode", source: source.value, mode: place });
  asked = own;
  const found = await own.answer;
  if (found === null || asked !== own) return;
  modeComplaint.value = "complaint" in found ? found.complaint.reason : null;
  modeShown.value = "answer" in found ? { place, motion: found.answer } : null;
}

export function hideMode(): void {
  asked?.cancel();
  asked = null;
  modeShown.value = null;
  modeComplaint.value = null;
}

// Another model has other modes; a slider changes those of this one.
onOpen(hideMode);
onRight(() => {
  if (modeShown.value !== null) showMode(modeShown.value.place);
});
