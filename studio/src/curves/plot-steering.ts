/** Plots over time are enlarged by wheel and keys, and their cursors follow what is pointed at elsewhere. With ctrl the wheel zooms about the pointer,
 *  with shift it moves along; a double click shows everything again. */
import type uPlot from "uplot";
import { pointed, pointOn } from "./pointed.js";

const FACTOR = 0.8;
/** Of what is shown, by a key or a turn of the wheel. */
const SHIFT = 0.1;

export const PLOT_KEYS =
  "Left and right arrow keys point at times, plus and minus zoom, shift and arrow keys move along, 0 shows everything";

export function wheelZoom(): uPlot.Plugin {
  return {
    hooks: {
      ready: (plot) => {
        plot.over.addEventListener(
          "wheel",
          (event) => {
            // The page scrolls as usual unless a key says that the curves are meant.
            if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
            event.preventDefault();
            const delta = event.deltaY || event.deltaX;
            if (event.shiftKey) shift(plot, Math.sign(delta));
            else zoom(plot, delta < 0 ? FACTOR : 1 / FACTOR, plot.posToVal(plot.cursor.left ?? 0, "x"));
          },
          { passive: false },
        );
      },
    },
  };
}

/** What a key does; the time that is pointed at stays where it is when a plot is enlarged. */
export function pressed(plot: uPlot, { key, shiftKey }: KeyboardEvent, whole: readonly [number, number]): boolean {
  const everything = () => plot.setScale("x", { min: whole[0], max: whole[1] });
  const along = (direction: 1 | -1) => (shiftKey ? shift(plot, direction) : pointOn(direction));
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => zoom(plot, FACTOR, pointed.peek()?.t),
    "=": () => zoom(plot, FACTOR, pointed.peek()?.t),
    "-": () => zoom(plot, 1 / FACTOR, pointed.peek()?.t),
    "0": everything,
    Escape: everything,
    ArrowLeft: () => along(-1),
    ArrowRight: () => along(1),
  };
  keys[key]?.();
  return key in keys;
}

function zoom(plot: uPlot, factor: number, about?: number): void {
  const { min, max } = plot.scales["x"] ?? {};
  if (min == null || max == null) return;
  const isSeen = about !== undefined && about >= min && about <= max;
  const at = isSeen ? about : (min + max) / 2;
  plot.setScale("x", { min: at - (at - min) * factor, max: at + (max - at) * factor });
}

function shift(plot: uPlot, direction: number): void {
  const { min, max } = plot.scales["x"] ?? {};
  if (min == null || max == null) return;
  const by = direction * SHIFT * (max - min);
  plot.setScale("x", { min: min + by, max: max + by });
}

/** Plots tell one another where the pointer is; what another picture, or a key, points at is shown by all of them. */
export function followPointed(plot: uPlot): () => void {
  return pointed.subscribe((now) => {
    if (now?.byPlot === true) return;
    const left = now === null ? -10 : plot.valToPos(now.t, "x");
    const top = now === null ? -10 : plot.bbox.height / devicePixelRatio / 2;
    plot.setCursor({ left, top }, false);
  });
}

/** The time under the pointer, where it is over a plot. */
export function tellPointed({ cursor: { idx }, data: [times] }: uPlot): void {
  const t = idx == null ? null : times[idx];
  if (t != null) pointed.value = { t, byPlot: true };
  else if (pointed.peek()?.byPlot === true) pointed.value = null;
}
