/** Curves over time: uPlot with the colours of the design, the size of its place, and a cursor that all plots share. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { colour, scheme } from "../design/colours.js";
import { time } from "../workbench/time.js";
import { axisFont } from "./axis-font.js";
import { type Curve, LEAST_SPAN, logTicks, type Picture } from "./curve.js";
import { powerWords, tickWords } from "./numbers.js";
import { followPointed, PLOT_KEYS, pressed, tellPointed, wheelZoom } from "./plot-steering.js";
import { pointed } from "./pointed.js";

export interface PlotProps extends Picture {
  /** Labels of curves that are not shown. */
  readonly hidden: ReadonlySet<string>;
  /** What is shown enlarged; null: everything. */
  readonly zoom: (window: readonly [number, number] | null) => void;
  /** Start and end of the axis, wherever the curves have got to. */
  readonly span: readonly [number, number];
}

export function Plot(props: PlotProps) {
  const { xLabel, yLabel, curves, logY = false, hidden, span } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const isZoomed = useSignal(false);
  const latest = useRef(props);
  latest.current = props;
  const theme = scheme.value;
  const shape = JSON.stringify([
    xLabel,
    yLabel,
    logY,
    span,
    curves.map(({ label, dash, filled, colour: own }) => [label, dash, filled, own]),
  ]);

  // Another set of curves is another plot; new numbers are not.
  useEffect(() => {
    const at = place.current;
    if (at === null) return;
    const made = new uPlot(optionsOf(latest, at, isZoomed), dataOf(curves), at);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: at.clientWidth, height: at.clientHeight }));
    observer.observe(at);
    const stops = [followTime(made, at), followPointed(made)];
    return () => {
      for (const stop of stops) stop();
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape, theme]);

  useEffect(() => {
    plot.current?.setData(dataOf(curves), !isZoomed.peek());
    if (isZoomed.peek()) plot.current?.redraw(true, true);
  }, [curves]);

  useEffect(() => {
    curves.forEach(({ label }, i) => {
      plot.current?.setSeries(i + 1, { show: !hidden.has(label) });
    });
  }, [hidden, shape]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture with keys of its own is no fieldset
    <div
      ref={place}
      class="plot-place"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and enlarged with keys
      tabIndex={0}
      aria-label={`${props.title}. ${PLOT_KEYS}`}
      onKeyDown={(event) => {
        const isOther = event.ctrlKey || event.metaKey || event.altKey || plot.current === null;
        if (!isOther && pressed(plot.current as uPlot, event, span)) event.preventDefault();
      }}
      onBlur={() => {
        pointed.value = null;
      }}
    />
  );
}

/** A line where the time bar stands; moving it draws nothing anew. */
function followTime(plot: uPlot, at: HTMLElement): () => void {
  const line = document.createElement("div");
  line.className = "time-line";
  at.append(line);
  return time.subscribe((t) => {
    const { left, top, width, height } = plot.bbox;
    const ratio = devicePixelRatio;
    const x = plot.valToPos(t, "x");
    line.style.transform = `translate(${left / ratio + x}px, ${top / ratio}px)`;
    line.style.height = `${height / ratio}px`;
    line.style.opacity = x >= 0 && x <= width / ratio ? "1" : "0";
  });
}

function dataOf(curves: readonly Curve[]): uPlot.AlignedData {
  const [first] = curves;
  if (first === undefined) return [[]];
  if (curves.every(({ x }) => x === first.x)) return [first.x, ...curves.map(({ y }) => y)];
  return uPlot.join(curves.map(({ x, y }) => [x, y]));
}

function optionsOf(
  latest: { readonly current: PlotProps },
  at: HTMLElement,
  isZoomed: { value: boolean },
): uPlot.Options {
  const { xLabel, yLabel, curves, logY = false, span, leastSpan = LEAST_SPAN } = latest.current;
  const [muted, grid] = [colour("muted"), colour("grid")];
  const axis: uPlot.Axis = {
    stroke: muted,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    font: axisFont(),
    labelFont: axisFont(),
  };
  const values: uPlot.Axis.DynamicValues = logY
    ? (_, splits) => splits.map(powerWords)
    : (_, splits) => tickWords(splits);
  return {
    width: at.clientWidth,
    height: at.clientHeight,
    scales: {
      x: { time: false, range: (plot, low, high) => withinSpan(plot, low, high, span) },
      y: logY
        ? { distr: 3, range: (plot, low, high) => spread(reach(plot, latest.current, low, high)) }
        : { range: (plot, low, high) => roomy(...reach(plot, latest.current, low, high), leastSpan) },
    },
    series: [
      { label: xLabel },
      ...curves.map(
        ({ label, colour: stroke, dash, filled, style }): uPlot.Series => ({
          label,
          stroke,
          width: filled === true ? 1 : 1.5,
          points: { show: style === "points", size: 3 },
          ...(style === "points" ? { paths: () => null } : {}),
          spanGaps: true,
          ...(dash === undefined ? {} : { dash: [...dash] }),
        }),
      ),
    ],
    axes: [
      {
        ...axis,
        label: xLabel,
        labelSize: 18,
        size: 26,
        values: (_, splits) => tickWords(splits),
      },
      {
        ...axis,
        label: yLabel,
        labelSize: 18,
        size: roomFor,
        values,
        ...(logY ? { splits: logSplits, filter: allOf, grid: { ...axis.grid, filter: allOf } } : {}),
      },
    ],
    legend: { show: false },
    cursor: {
      sync: { key: "time", setSeries: false },
      points: { size: 5 },
      drag: { x: true, y: false },
    },
    plugins: [wheelZoom()],
    hooks: {
      drawAxes: [
        (plot) => {
          fillBetween(plot, curves);
          fillBands(plot, latest.current);
        },
      ],
      setCursor: [tellPointed],
      setScale: [
        (plot, key) => {
          if (key !== "x") return;
          const { min, max } = plot.scales["x"] ?? {};
          isZoomed.value = min !== span[0] || max !== span[1];
          latest.current.zoom(isZoomed.value && min != null && max != null ? [min, max] : null);
        },
      ],
    },
  };
}

/** All data are shown on the whole axis, wherever they have got to; a part of them is shown as it was chosen. */
function withinSpan(
  { data: [xs] }: uPlot,
  low: number,
  high: number,
  span: readonly [number, number],
): [number, number] {
  const isAll = low == null || high == null || (low <= (xs[0] as number) && high >= (xs[xs.length - 1] as number));
  return isAll ? [span[0], span[1]] : [Math.max(low, span[0]), Math.min(high, span[1])];
}

/** Least and greatest of the curves and of what lies between their places, as far as they are shown. */
function reach(
  plot: uPlot,
  { curves, hidden, logY = false }: PlotProps,
  low: number | null,
  high: number | null,
): [number | null, number | null] {
  const { min, max } = plot.scales["x"] ?? {};
  if (min == null || max == null) return [low, high];
  let [least, most] = [low ?? Number.POSITIVE_INFINITY, high ?? Number.NEGATIVE_INFINITY];
  for (const { label, x, band } of curves) {
    if (band === undefined || hidden.has(label)) continue;
    for (let i = 0; i < x.length; i++) {
      const t = x[i] as number;
      if (t < min || t > max) continue;
      const [a, b] = [band.low[i] as number, band.high[i] as number];
      if (a < least && (!logY || a > 0)) least = a;
      if (b > most) most = b;
    }
  }
  return least > most ? [low, high] : [least, most];
}

/** A factor of two above and below, on a logarithmic axis. */
const spread = ([low, high]: [number | null, number | null]): [number, number] =>
  low === null || high === null ? [0.1, 1] : [low / 2, high * 2];

/** A little room above and below; a range that is small beside the values themselves is not blown up. */
function roomy(low: number | null, high: number | null, leastSpan: number): [number, number] {
  if (low === null || high === null) return [0, 1];
  const least = leastSpan * Math.max(Math.abs(low), Math.abs(high)) || (low === high ? 1 : 0);
  const missing = Math.max(0, least - (high - low)) / 2;
  const room = 0.06 * (high - low) + missing;
  return [low - room, high + room];
}

/** What lies between a curve and the one before it, above or below; of the first, all that is below. */
function fillBetween(plot: uPlot, curves: readonly Curve[]): void {
  const { ctx, bbox } = plot;
  const bottom = bbox.top + bbox.height;
  const [xs] = plot.data;
  const at = (series: number, i: number) => {
    const value = plot.data[series]?.[i];
    return value == null ? null : plot.valToPos(value, "y", true);
  };
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  curves.forEach(({ filled, colour: own }, k) => {
    if (filled !== true || plot.series[k + 1]?.show === false) return;
    ctx.beginPath();
    for (let i = 0; i < xs.length; i++) ctx.lineTo(plot.valToPos(xs[i] as number, "x", true), at(k + 1, i) ?? bottom);
    for (let i = xs.length - 1; i >= 0; i--) {
      ctx.lineTo(plot.valToPos(xs[i] as number, "x", true), k === 0 ? bottom : (at(k, i) ?? bottom));
    }
    ctx.fillStyle = `${own}${k === 0 ? "2e" : "8c"}`;
    ctx.fill();
  });
  ctx.restore();
}

/** What the values between two places lie in. */
function fillBands(plot: uPlot, { curves, hidden, logY = false }: PlotProps): void {
  const { ctx, bbox } = plot;
  const { min = 0, max = 0 } = plot.scales["x"] ?? {};
  const bottom = plot.scales["y"]?.min ?? 0;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { label, colour: own, x, band } of curves) {
    if (band === undefined || hidden.has(label)) continue;
    ctx.fillStyle = `${own}4d`;
    for (let i = 0; i < x.length; i++) {
      const [t, end] = [x[i] as number, x[i + 1] ?? (x[i] as number)];
      const [low, high] = [band.low[i] as number, band.high[i] as number];
      if (end < (min ?? 0) || t > (max ?? 0) || !(high > low)) continue;
      const [left, right] = [plot.valToPos(t, "x", true), plot.valToPos(end, "x", true)];
      const top = plot.valToPos(high, "y", true);
      const height = plot.valToPos(logY ? Math.max(low, bottom) : low, "y", true) - top;
      ctx.fillRect(left, top, Math.max(1, right - left), height);
    }
  }
  ctx.restore();
}

/** Pixels beside the plot: the same for most plots, so that their times stand above one another. */
function roomFor(plot: uPlot, words: string[] | null): number {
  const { ctx } = plot;
  ctx.save();
  ctx.font = axisFont(devicePixelRatio);
  const widest = Math.max(0, ...(words ?? []).map((each) => ctx.measureText(each ?? "").width));
  ctx.restore();
  return Math.max(58, Math.ceil(widest / devicePixelRatio) + 14);
}

/** Pixels from one number to the next. */
const BETWEEN_NUMBERS = 20;

/** uPlot's own would not end for numbers below 10⁻²⁴. */
const logSplits: uPlot.Axis.Splits = (plot, _axis, low, high) =>
  logTicks(low, high, Math.max(2, plot.bbox.height / devicePixelRatio / BETWEEN_NUMBERS));
const allOf: uPlot.Axis.Filter = (_plot, splits) => splits;
