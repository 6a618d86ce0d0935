/** Curves over something else than time: enlarged and moved by mouse, wheel and keys, with a dot where each of them is at the time that is pointed at,
 *  or else at the time of the scene. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { time } from "../workbench/time.js";
import { type Axes, axesOf, type Window } from "./axes.js";
import { Chart } from "./chart.js";
import { type Curve, type Picture, placeAt } from "./curve.js";
import { between, enlarged, moved } from "./enlarge.js";
import { pointed, pointOn } from "./pointed.js";

/** Of a turn of the wheel, or a key. */
const FACTOR = 0.8;
/** Pixels that a key moves. */
const STEP = 24;
/** Pixels: what is smaller is a click. */
const LEAST = 6;
/** Pixels from a curve at which it is meant. */
const NEAR = 30;

export interface SpaceChartProps {
  readonly picture: Picture;
  readonly square: boolean;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

export function SpaceChart({ picture, square }: SpaceChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 400, height: 240 });
  const window = useSignal<Window | null>(null);
  /** Where a part is being chosen. */
  const chosen = useSignal<{ readonly from: Place; readonly to: Place } | null>(null);
  useEffect(() => {
    const at = place.current;
    if (at === null) return;
    const observer = new ResizeObserver(() => {
      if (at.clientWidth > 0) size.value = { width: at.clientWidth, height: at.clientHeight };
    });
    observer.observe(at);
    return () => observer.disconnect();
  }, []);
  // Other quantities have other axes.
  useEffect(() => {
    window.value = null;
  }, [picture.xLabel, picture.yLabel]);

  const axes = axesOf(picture, { ...size.value, square, window: window.value });
  const { x, y } = axes;
  const zoom = (factor: number, at?: Place) => {
    window.value = { x: enlarged(x, factor, at?.x), y: enlarged(y, factor, at?.y) };
  };
  const pan = (right: number, down: number) => {
    window.value = { x: moved(x, right), y: moved(y, down) };
  };
  const everything = () => {
    window.value = null;
  };
  const placeOf = ({ clientX, clientY }: MouseEvent): Place => {
    const box = place.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  // The page scrolls as usual unless a key says that the curves are meant; that has to be said to the browser.
  const wheel = useRef((_: WheelEvent) => {});
  wheel.current = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    const delta = event.deltaY || event.deltaX;
    if (event.shiftKey) pan(Math.sign(delta) * STEP, 0);
    else zoom(delta < 0 ? FACTOR : 1 / FACTOR, placeOf(event));
  };
  useEffect(() => {
    const turned = (event: WheelEvent) => wheel.current(event);
    place.current?.addEventListener("wheel", turned, { passive: false });
    return () => place.current?.removeEventListener("wheel", turned);
  }, []);
  const hover = (event: PointerEvent) => {
    const t = timeNear(picture.curves, axes, placeOf(event));
    pointed.value = t === null ? null : { t, byPlot: false };
  };
  const choose = () => {
    const area = chosen.value;
    chosen.value = null;
    if (area === null) return;
    const [left, right] = [Math.min(area.from.x, area.to.x), Math.max(area.from.x, area.to.x)];
    const [top, bottom] = [Math.min(area.from.y, area.to.y), Math.max(area.from.y, area.to.y)];
    if (right - left > LEAST && bottom - top > LEAST)
      window.value = { x: between(x, left, right), y: between(y, bottom, top) };
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys(event.shiftKey)[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const keys = (isShifted: boolean): Readonly<Record<string, () => void>> => ({
    "+": () => zoom(FACTOR),
    "=": () => zoom(FACTOR),
    "-": () => zoom(1 / FACTOR),
    "0": everything,
    Escape: everything,
    ArrowLeft: () => (isShifted ? pan(-STEP, 0) : pointOn(-1)),
    ArrowRight: () => (isShifted ? pan(STEP, 0) : pointOn(1)),
    ArrowUp: () => pan(0, -STEP),
    ArrowDown: () => pan(0, STEP),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture with keys of its own is no fieldset
    <div
      ref={place}
      class="plot-place space-chart"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and enlarged with keys
      tabIndex={0}
      aria-label={`${picture.title}. ${SPACE_KEYS}`}
      onKeyDown={press}
      onBlur={() => {
        pointed.value = null;
      }}
      onPointerDown={(event) => {
        if (event.button !== 0 || event.pointerType === "touch") return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = placeOf(event);
        chosen.value = { from: at, to: at };
      }}
      onPointerMove={(event) => {
        const area = chosen.value;
        if (area === null) hover(event);
        else if (event.shiftKey) {
          pan(-event.movementX, -event.movementY);
          chosen.value = { from: placeOf(event), to: placeOf(event) };
        } else chosen.value = { ...area, to: placeOf(event) };
      }}
      onPointerUp={choose}
      onPointerCancel={() => {
        chosen.value = null;
      }}
      onPointerLeave={() => {
        if (chosen.value === null) pointed.value = null;
      }}
      onDblClick={everything}
    >
      <Chart {...picture} {...size.value} square={square} window={window.value} />
      <Dots curves={picture.curves} axes={axes} />
      {chosen.value !== null && <div class="chosen-part" style={boxOf(chosen.value)} />}
    </div>
  );
}

const SPACE_KEYS =
  "Left and right arrow keys point at times, plus and minus zoom, shift and arrow keys move, 0 shows everything";

function boxOf({ from, to }: { readonly from: Place; readonly to: Place }) {
  return {
    left: `${Math.min(from.x, to.x)}px`,
    top: `${Math.min(from.y, to.y)}px`,
    width: `${Math.abs(to.x - from.x)}px`,
    height: `${Math.abs(to.y - from.y)}px`,
  };
}

/** When the curves come nearest to a place in the picture; null where none is near. */
function timeNear(curves: readonly Curve[], { x, y }: Axes, place: Place): number | null {
  let [least, found]: [number, number | null] = [NEAR * NEAR, null];
  for (const { times, x: xs, y: ys } of curves) {
    for (let i = 0; times !== undefined && i < times.length; i++) {
      const [dx, dy] = [x.at(xs[i] as number) - place.x, y.at(ys[i] as number) - place.y];
      const distance = dx * dx + dy * dy;
      if (distance < least) [least, found] = [distance, times[i] as number];
    }
  }
  return found;
}

/** Drawn many times a second, and therefore apart from the curves. */
function Dots({ curves, axes: { x, y } }: { readonly curves: readonly Curve[]; readonly axes: Axes }) {
  const t = pointed.value?.t ?? time.value;
  return (
    <svg class="chart-dots" aria-hidden="true">
      {curves.map(({ label, colour, times, x: xs, y: ys }) => {
        const i = times === undefined ? -1 : placeAt(times, t);
        const [px, py] = [x.at(xs[i] as number), y.at(ys[i] as number)];
        const isInside = px >= x.from && px <= x.to && py <= y.from && py >= y.to;
        return i >= 0 && isInside ? <circle key={label} cx={px} cy={py} r="4.5" fill={colour} /> : null;
      })}
    </svg>
  );
}
