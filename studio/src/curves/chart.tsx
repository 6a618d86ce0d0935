/** A picture as SVG: on the page for curves over something else than time, and as a file for all. */
import type { ComponentChildren } from "preact";
import { type Axes, type Axis, axesOf, type ChartPlace, ROOM } from "./axes.js";
import type { Curve, Picture } from "./curve.js";
import { powerWords, tickWords } from "./numbers.js";

export interface ChartProps extends Picture, ChartPlace {}

export function Chart({ width, height, isFile = false, square = false, window = null, ...picture }: ChartProps) {
  const { title, xLabel, yLabel, curves, logX = false, logY = false } = picture;
  const { x, y } = axesOf(picture, { width, height, isFile, square, window });
  const [x0, x1, y0, y1] = [x.from, x.to, y.from, y.to];
  const words = (values: readonly number[], log: boolean) => (log ? values.map(powerWords) : tickWords(values));
  const [xWords, yWords] = [words(x.ticks, logX), words(y.ticks, logY)];
  const marks = curves.map((curve) => <CurveMarks key={curve.label} curve={curve} x={x} y={y} />);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      font-family="Inter, Helvetica, Arial, sans-serif"
      font-size="11.5"
    >
      <title>{title}</title>
      {isFile && <FileHead title={title} curves={curves} />}
      {y.ticks.map((value, i) => (
        <g key={value}>
          <line x1={x0} x2={x1} y1={y.at(value)} y2={y.at(value)} stroke="var(--grid, #e9ecef)" />
          <text x={x0 - 7} y={y.at(value) + 4} text-anchor="end" fill="var(--muted, #5b646c)">
            {yWords[i]}
          </text>
        </g>
      ))}
      {x.ticks.map((value, i) => (
        <g key={value}>
          <line x1={x.at(value)} x2={x.at(value)} y1={y0} y2={y1} stroke="var(--grid, #e9ecef)" />
          <text x={x.at(value)} y={y0 + 16} text-anchor="middle" fill="var(--muted, #5b646c)">
            {xWords[i]}
          </text>
        </g>
      ))}
      {window === null ? marks : <Clipped within={{ x, y }}>{marks}</Clipped>}
      <text x={(x0 + x1) / 2} y={height - 5} text-anchor="middle" fill="var(--muted, #5b646c)">
        {xLabel}
      </text>
      <text transform={`translate(13 ${(y0 + y1) / 2}) rotate(-90)`} text-anchor="middle" fill="var(--muted, #5b646c)">
        {yLabel}
      </text>
    </svg>
  );
}

/** What is enlarged ends at the axes. */
function Clipped({ within: { x, y }, children }: { readonly within: Axes; readonly children: ComponentChildren }) {
  const [left, top, width, height] = [x.from, y.to, x.to - x.from, y.from - y.to];
  return (
    <svg
      aria-hidden="true"
      x={left}
      y={top}
      width={width}
      height={height}
      viewBox={`${left} ${top} ${width} ${height}`}
      overflow="hidden"
    >
      {children}
    </svg>
  );
}

function FileHead({ title, curves }: { readonly title: string; readonly curves: readonly Curve[] }) {
  return (
    <>
      <text x={ROOM.left} y={20} font-size="14" font-weight="600" fill="var(--ink, #1c2126)">
        {title}
      </text>
      {curves.map(({ label, colour, dash }, i) => (
        <g key={label}>
          <line
            x1={ROOM.left}
            x2={ROOM.left + 22}
            y1={34 + 16 * i}
            y2={34 + 16 * i}
            stroke={colour}
            stroke-width="2"
            stroke-dasharray={dash?.join(" ")}
          />
          <text x={ROOM.left + 30} y={38 + 16 * i} fill="var(--ink, #1c2126)">
            {label}
          </text>
        </g>
      ))}
    </>
  );
}

function CurveMarks({ curve, x, y }: { readonly curve: Curve; readonly x: Axis; readonly y: Axis }) {
  const { colour, dash, style = "line" } = curve;
  if (style === "line")
    return (
      <>
        {curve.band !== undefined && <path d={bandPath(curve, x, y)} fill={colour} opacity="0.3" />}
        <path
          d={pathOf(curve, x, y)}
          fill="none"
          stroke={colour}
          stroke-width="1.5"
          stroke-linejoin="round"
          stroke-dasharray={dash?.join(" ")}
        />
      </>
    );
  return <path d={dotsOf(curve, x, y)} fill="none" stroke={colour} stroke-width="3.6" stroke-linecap="round" />;
}

const round = (value: number) => Math.round(value * 10) / 10;

function pathOf({ x: xs, y: ys }: Curve, x: Axis, y: Axis): string {
  let [text, isOpen] = ["", false];
  for (let i = 0; i < xs.length; i++) {
    const [px, py] = [x.at(xs[i] as number), y.at(ys[i] as number)];
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      isOpen = false;
      continue;
    }
    text += `${isOpen ? "L" : "M"}${round(px)} ${round(py)}`;
    isOpen = true;
  }
  return text;
}

/** Lines of no length, whose round ends are dots: one element, however many there are. */
function dotsOf({ x: xs, y: ys }: Curve, x: Axis, y: Axis): string {
  let text = "";
  for (let i = 0; i < xs.length; i++) {
    const [px, py] = [x.at(xs[i] as number), y.at(ys[i] as number)];
    if (Number.isFinite(px) && Number.isFinite(py)) text += `M${round(px)} ${round(py)}h0`;
  }
  return text;
}

/** What the values between two places lie in. */
function bandPath({ x: xs, band }: Curve, x: Axis, y: Axis): string {
  let text = "";
  for (let i = 0; i + 1 < xs.length; i++) {
    const [low, high] = [y.at(band?.low[i] as number), y.at(band?.high[i] as number)];
    if (Number.isFinite(low) && Number.isFinite(high) && low > high)
      text += `M${round(x.at(xs[i] as number))} ${round(low)}V${round(high)}H${round(x.at(xs[i + 1] as number))}V${round(low)}z`;
  }
  return text;
}
