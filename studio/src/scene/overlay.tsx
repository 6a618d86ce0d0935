/** What is written with the picture: over it where the axes point and how long a length is; below it how often displacements are magnified and
 *  what colours mean. */
import { colourAt } from "noether/scene";
import { measured } from "../curves/numbers.js";
import type { Orientation } from "./messages.js";

/** Would they be written in the same way? */
export const isSameOrientation = (a: Orientation | null, b: Orientation): boolean =>
  a !== null && a.perPixel === b.perPixel && a.axes.join() === b.axes.join();

const ARM = 24;

export function Axes({
  names,
  directions,
}: {
  readonly names: readonly string[];
  readonly directions: readonly (readonly [number, number])[];
}) {
  return (
    <svg class="scene-axes" width="150" height="84" viewBox="-42 -42 150 84" aria-hidden="true">
      {names.map((direction, c) => {
        // Where −x is drawn upwards, x points down.
        const [name, sign] = direction.startsWith("−") ? [direction.slice(1), -1] : [direction, 1];
        const [x, y] = directions[c].map((each) => sign * each);
        const length = Math.hypot(x, y);
        // Towards the eye there is nothing to see.
        if (length < 0.12) return null;
        return (
          <g key={name} class={`axis-${c}`}>
            <line x1="0" y1="0" x2={ARM * x} y2={-ARM * y} />
            <text
              x={(ARM * x * (length + 0.3)) / length}
              y={(-ARM * y * (length + 0.42)) / length}
              text-anchor={x > 0.3 ? "start" : x < -0.3 ? "end" : "middle"}
              dominant-baseline="central"
            >
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

export function ScaleBar({ perPixel, unit }: { readonly perPixel: number; readonly unit: string }) {
  // The longest of 1, 2, 5 and zeros that is at most 120 pixels long.
  const most = 120 * perPixel;
  const decade = 10 ** Math.floor(Math.log10(most));
  const length = ([5, 2, 1].find((digit) => digit * decade <= most) ?? 1) * decade;
  return (
    <div class="scene-bar numbers" style={{ width: `${length / perPixel}px` }}>
      {`${Number(length.toPrecision(1))} ${unit}`}
    </div>
  );
}

export function Factor({ factor }: { readonly factor: number }) {
  return factor === 1 ? null : <span class="scene-factor">displacements × {factor.toLocaleString("en")}</span>;
}

const STOPS = Array.from({ length: 11 }, (_, k) => `${colourAt(k / 10)} ${10 * k}%`).join(", ");

export interface ColourLegendProps {
  readonly title: string;
  readonly unit: string | undefined;
  readonly ends: readonly [number, number];
}

export function ColourLegend({ title, unit, ends }: ColourLegendProps) {
  return (
    <span class="scene-legend">
      <span class="scene-legend-title">{title}</span>
      <span>{measured(ends[0], unit)}</span>
      <span class="scene-legend-bar" style={{ background: `linear-gradient(to right, ${STOPS})` }} />
      <span>{measured(ends[1], unit)}</span>
    </span>
  );
}
