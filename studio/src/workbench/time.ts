/** The time that scene and curves show, and its playing. */
import { computed, effect, signal } from "@preact/signals";
import { onOpen } from "./model.js";
import { runs } from "./runs.js";

export const time = signal(0);
export const isPlaying = signal(false);

/** How fast the whole of a run is shown. */
export const speed = signal(1);
const SECONDS = 10;

/** Of all runs together. */
export const span = computed<readonly [number, number]>(() => {
  const spans = runs.value.flatMap(({ state }) => (state.value.beginning === null ? [] : [state.value.beginning.span]));
  if (spans.length === 0) return [0, 1];
  return [Math.min(...spans.map(([start]) => start)), Math.max(...spans.map(([, end]) => end))];
});

effect(() => {
  const [start, end] = span.value;
  const at = time.peek();
  if (at < start || at > end) time.value = start;
});

let before = 0;
let isOnce = false;

/** Who has asked the system for less motion starts it by hand. */
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** A model that is opened is seen to move: once, as soon as its run has ended. */
let isAwaited = false;
onOpen(() => {
  pause();
  time.value = span.peek()[0];
  isAwaited = !isStill.matches;
});
effect(() => {
  const statuses = runs.value.map(({ state }) => state.value.status);
  const hasEnded = statuses.every((status) => status === "done" || status === "refused") && statuses.includes("done");
  if (!isAwaited || !hasEnded) return;
  isAwaited = false;
  play({ once: true });
});

function advance(now: number): void {
  if (!isPlaying.peek()) return;
  const [start, end] = span.peek();
  const seconds = Math.min(0.1, (now - before) / 1000);
  before = now;
  const next = time.peek() + (speed.peek() * seconds * (end - start)) / SECONDS;
  if (next > end && isOnce) {
    time.value = end;
    isPlaying.value = false;
    return;
  }
  time.value = next > end ? start : next;
  requestAnimationFrame(advance);
}

/** `once`: to the end, and no further; else over and over. */
export function play({ once = false }: { readonly once?: boolean } = {}): void {
  isOnce = once;
  if (isPlaying.peek()) return;
  const [start, end] = span.peek();
  if (time.peek() >= end) time.value = start;
  isPlaying.value = true;
  before = performance.now();
  requestAnimationFrame(advance);
}

export function pause(): void {
  isPlaying.value = false;
}

/** To the next recorded frame of the first run, or the one before. */
export function stepFrame(direction: 1 | -1): void {
  pause();
  const times = runs.peek()[0]?.state.peek().kept.frames[0];
  if (times === undefined || times.length === 0) return;
  const now = time.peek();
  const at = times.findIndex((t) => t > now);
  const next = at < 0 ? times.length : at;
  const isOn = times[next - 1] === now;
  const target = direction === 1 ? next : next - (isOn ? 2 : 1);
  time.value = times[Math.max(0, Math.min(times.length - 1, target))] as number;
}
