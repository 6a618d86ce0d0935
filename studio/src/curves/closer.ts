/** The part of the runs that a picture shows enlarged, in full: computed again in the workers, and put among the thinned frames. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Frames, Thinned } from "../engine/messages.js";
import type { Shown } from "./panels.js";

type Span = readonly [number, number];

interface Part {
  readonly span: Span;
  /** By the names of the runs. */
  readonly found: ReadonlyMap<string, Thinned>;
}

/** Milliseconds after the last turn of the wheel. */
const AFTER_ZOOMING = 150;
/** Of the window, on both sides: a little may be moved without computing again. */
const MARGIN = 0.1;

const isWithin = ([a, b]: Span, [low, high]: Span) => a >= low && b <= high;

/** The runs with all frames in the window, as soon as they are known. */
export function useCloser(runs: readonly Shown[], window: Span | null): readonly Shown[] {
  const part = useSignal<Part | null>(null);
  const of = runs.map(({ frames }) => frames);
  useEffect(() => {
    part.value = null;
  }, of);
  useEffect(() => {
    if (window === null) {
      part.value = null;
      return;
    }
    const known = part.peek();
    const isWhole = [...(known?.found.values() ?? [])].every(({ stride }) => stride === 1);
    if (known !== null && isWhole && isWithin(window, known.span)) return;
    const margin = MARGIN * (window[1] - window[0]);
    const span: Span = [window[0] - margin, window[1] + margin];
    let cancel = () => {};
    const timer = setTimeout(async () => {
      const asked = runs.flatMap(({ name, closer }) => (closer === null ? [] : [{ name, ...closer(span) }]));
      let isCancelled = false;
      cancel = () => {
        isCancelled = true;
        for (const each of asked) each.cancel();
      };
      const found = await Promise.all(asked.map(async ({ name, frames }) => [name, await frames] as const));
      if (isCancelled) return;
      const answered = found.flatMap(([name, frames]) => (frames === null ? [] : [[name, frames] as const]));
      if (answered.length > 0) part.value = { span, found: new Map(answered) };
    }, AFTER_ZOOMING);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [window?.[0], window?.[1], ...runs.map(({ closer }) => closer === null), ...of]);
  const own = part.value;
  return useMemo(
    () =>
      runs.map((run) => {
        const found = own?.found.get(run.name);
        return own === null || found === undefined ? run : withPart(run, found, own.span);
      }),
    [own, ...runs],
  );
}

/** What is thinned outside a span, and what is known in it. */
function withPart(run: Shown, part: Thinned, [start, end]: Span): Shown {
  const times = run.frames[0] ?? new Float64Array();
  const first = times.findIndex((t) => t >= start);
  const before = first < 0 ? times.length : first;
  const next = times.findIndex((t) => t > end);
  const after = next < 0 ? times.length : next;
  const joined = (all: Frames, own: Frames) =>
    all.map((column, j) => {
      const [inner, rest] = [own[j] ?? new Float64Array(), column.subarray(after)];
      const whole = new Float64Array(before + inner.length + rest.length);
      whole.set(column.subarray(0, before));
      whole.set(inner, before);
      whole.set(rest, before + inner.length);
      return whole;
    });
  const { low, high } = run.extremes ?? { low: run.frames, high: run.frames };
  const ends = part.extremes ?? { low: part.frames, high: part.frames };
  return {
    ...run,
    frames: joined(run.frames, part.frames),
    extremes: { low: joined(low, ends.low), high: joined(high, ends.high) },
  };
}
