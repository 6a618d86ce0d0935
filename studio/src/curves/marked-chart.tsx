/** A chart with a marker across its horizontal axis: dragged, or moved with the arrow keys. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { axesOf } from "./axes.js";
import { Chart } from "./chart.js";
import type { Picture } from "./curve.js";
import { short } from "./numbers.js";
import "./marked-chart.css";

export interface MarkedChartProps {
  readonly picture: Picture;
  readonly value: number;
  /** Between them it can be moved. */
  readonly span: readonly [number, number];
  readonly label: string;
  /** Told while it is dragged. */
  readonly set: (value: number) => void;
  /** What an arrow key makes of the value. */
  readonly next: (value: number, direction: 1 | -1) => number;
  readonly hold?: (isHeld: boolean) => void;
  readonly height: number;
}

export function MarkedChart({ picture, value, span: [least, most], label, set, next, hold, height }: MarkedChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useSignal(480);
  const isHeld = useSignal(false);
  useEffect(() => {
    const at = place.current;
    if (at === null) return;
    const observer = new ResizeObserver(() => {
      if (at.clientWidth > 0) width.value = at.clientWidth;
    });
    observer.observe(at);
    return () => observer.disconnect();
  }, []);
  const { x: axis } = axesOf(picture, { width: width.value, height });
  const within = (wanted: number) => set(Math.min(most, Math.max(least, wanted)));
  const drag = (event: PointerEvent) => {
    const box = place.current?.getBoundingClientRect();
    if (box !== undefined) within(axis.value(event.clientX - box.left));
  };
  const held = (now: boolean) => {
    isHeld.value = now;
    hold?.(now);
  };
  return (
    <div
      ref={place}
      class="marked-chart"
      style={{ height: `${height}px` }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={short(value, 4)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held(true);
        drag(event);
      }}
      onPointerMove={(event) => {
        if (isHeld.value) drag(event);
      }}
      onPointerUp={() => held(false)}
      onPointerCancel={() => held(false)}
      onKeyDown={({ key }) => {
        if (key === "ArrowLeft" || key === "ArrowDown") within(next(value, -1));
        if (key === "ArrowRight" || key === "ArrowUp") within(next(value, 1));
      }}
    >
      <Chart {...picture} width={width.value} height={height} />
      <div class="marker" style={{ transform: `translateX(${axis.at(value)}px)` }}>
        <span class="numbers">{short(value, 3)}</span>
      </div>
    </div>
  );
}
