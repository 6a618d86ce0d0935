/** A figure of the report as curves on the page: one chart a panel, as wide as its place. */
import type { Figure, Panel, Series } from "noether/report";
import { useEffect, useRef, useState } from "preact/hooks";
import { Chart } from "../curves/chart.js";
import type { Curve } from "../curves/curve.js";
import { METHOD_COLOURS } from "../design/colours.js";

export function FigureView({ figure }: { readonly figure: Figure }) {
  return (
    <div class="figure-view">
      {figure.panels.map((panel) => (
        <PanelView key={panel.title} panel={panel} />
      ))}
      {figure.note !== undefined && <p class="figure-note">{figure.note}</p>}
    </div>
  );
}

const colourOf = (place: number) => `var(--method-${place % METHOD_COLOURS})`;

function PanelView({ panel }: { readonly panel: Panel }) {
  const named = panel.series.map(({ name, colour, dash }) => ({
    label: name,
    colour: colourOf(colour),
    isDashed: dash !== undefined,
  }));
  return (
    <CurvesView
      title={panel.title}
      xLabel={labelOf(panel.x)}
      yLabel={labelOf(panel.y)}
      logX={panel.x.scale === "log"}
      logY={panel.y.scale === "log"}
      square={panel.equal ?? false}
      tall={panel.shape === "square"}
      legend={named}
      curves={[...panel.series.flatMap(curvesOf), ...slopesOf(panel)]}
    />
  );
}

const labelOf = ({ label, unit }: Panel["x"]) => (unit === undefined ? label : `${label}, ${unit}`);

const numbers = (values: Series["x"]) => Float64Array.from(values, (value) => value ?? Number.NaN);

function curvesOf({ name, x, y, style, dash, colour }: Series): Curve[] {
  const [xs, ys] = style === "steps" ? stairs(numbers(x), numbers(y)) : [numbers(x), numbers(y)];
  const dashes = dash === undefined ? {} : { dash: dash === "dashed" ? [5, 4] : [1.5, 3] };
  const curve: Curve = { label: name, colour: colourOf(colour), x: xs, y: ys, ...dashes };
  if (style === "points") return [{ ...curve, style: "points" }];
  return style === "marked" ? [curve, { ...curve, label: `${name}: points`, style: "points" }] : [curve];
}

/** Each value holds until the next. */
function stairs(x: Float64Array, y: Float64Array): [Float64Array, Float64Array] {
  const at = (i: number) => Math.floor(i / 2);
  const count = Math.max(0, 2 * x.length - 1);
  return [
    Float64Array.from({ length: count }, (_, i) => x[at(i + 1)] as number),
    Float64Array.from({ length: count }, (_, i) => y[at(i)] as number),
  ];
}

/** Lines that rise with an order, to compare with. */
function slopesOf({ slopes = [] }: Panel): Curve[] {
  return slopes.map(({ order, x: [from, to], y }) => ({
    label: `order ${order}`,
    colour: "var(--faint)",
    dash: [3, 3],
    x: Float64Array.of(from, to),
    y: Float64Array.of(y, y * (to / from) ** order),
  }));
}

export interface CurvesViewProps {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly curves: readonly Curve[];
  readonly legend: readonly { readonly label: string; readonly colour: string; readonly isDashed?: boolean }[];
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** The same unit on both axes. */
  readonly square?: boolean;
  /** Higher than curves over time. */
  readonly tall?: boolean;
}

export function CurvesView({ legend, square = false, tall = false, ...picture }: CurvesViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const at = place.current;
    if (at === null) return;
    const observer = new ResizeObserver(() => setWidth(at.clientWidth));
    observer.observe(at);
    return () => observer.disconnect();
  }, []);
  const isHigh = square || tall;
  const wide = isHigh ? Math.min(width, 460) : width;
  const height = isHigh
    ? Math.round(Math.min(360, Math.max(240, 0.8 * wide)))
    : Math.round(Math.min(260, Math.max(200, 0.36 * wide)));
  return (
    <figure class="curves-view">
      <figcaption>
        <span class="curves-title">{picture.title}</span>
        {legend.length > 1 && (
          <ul class="legend" aria-label="Curves">
            {legend.map(({ label, colour, isDashed = false }) => (
              <li key={label}>
                <svg width="18" height="8" aria-hidden="true">
                  <line
                    x1="0"
                    x2="18"
                    y1="4"
                    y2="4"
                    stroke={colour}
                    stroke-width="2"
                    stroke-dasharray={isDashed ? "4 3" : undefined}
                  />
                </svg>
                {label}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div class={isHigh ? "curves-place high" : "curves-place"} ref={place}>
        {width > 0 && <Chart {...picture} width={wide} height={height} square={square} />}
      </div>
    </figure>
  );
}
