/** A figure as a small drawing without words: the curves of its first panel. The classes get their colours from the page. */
import type { Figure, Panel, Values } from "noether/report";
import { HEIGHT, WIDTH } from "./picture.js";

const ROOM = 14;

export function thumbnailOf({ panels }: Figure): string {
  const [panel] = panels;
  const series = panel === undefined ? [] : panel.series.map((one) => ({ ...one, ...placed(one.x, one.y, panel) }));
  const paper = paperFor(
    series.flatMap(({ places }) => places),
    panel?.equal ?? false,
  );
  const drawn = series.map(({ style, colour, dash, places }) => {
    const kind = `p-series p-series-${colour % 7}${dash === undefined ? "" : " p-dash"}`;
    if (style === "points" || places.length === 1) {
      return thinned(places, 120)
        .map((at) => `<circle class="${kind} p-dot" cx="${paper.x(at)}" cy="${paper.y(at)}" r="1.6"/>`)
        .join("");
    }
    const d = thinned(places, 500)
      .map((at, i) => `${i === 0 ? "M" : "L"}${paper.x(at)},${paper.y(at)}`)
      .join("");
    return `<path class="${kind}" d="${d}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${drawn.reverse().join("")}</svg>`;
}

type Place = readonly [number, number];

function placed(x: Values, y: Values, panel: Panel): { places: Place[] } {
  const on = (scale: Panel["x"]["scale"], value: number | null) =>
    value === null ? Number.NaN : scale === "log" ? Math.log10(value) : value;
  const places = Array.from(
    { length: x.length },
    (_, i): Place => [on(panel.x.scale, x[i] ?? null), on(panel.y.scale, y[i] ?? null)],
  );
  return { places: places.filter((at) => at.every(Number.isFinite)) };
}

function paperFor(places: readonly Place[], equal: boolean) {
  const ends = ([0, 1] as const).map((c) => {
    const [low, high] = places.reduce(
      ([low, high], at) => [Math.min(low, at[c]), Math.max(high, at[c])],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    return { middle: (low + high) / 2, span: high - low || 1 };
  }) as [{ middle: number; span: number }, { middle: number; span: number }];
  const fits = [(WIDTH - 2 * ROOM) / ends[0].span, (HEIGHT - 2 * ROOM) / ends[1].span] as const;
  const [across, up] = equal ? [Math.min(...fits), Math.min(...fits)] : fits;
  const tenth = (x: number) => Math.round(10 * x) / 10;
  return {
    x: (at: Place) => tenth(WIDTH / 2 + across * (at[0] - ends[0].middle)),
    y: (at: Place) => tenth(HEIGHT / 2 - up * (at[1] - ends[1].middle)),
  };
}

function thinned(places: readonly Place[], most: number): Place[] {
  const every = Math.ceil(places.length / most);
  return places.filter((_, i) => i % every === 0 || i === places.length - 1);
}
