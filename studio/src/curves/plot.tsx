/** One picture of curves: uPlot, with the colours of the design and the size of its place. */
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { colour, scheme } from "../design/colours.js";
import "./plot.css";

export interface Curve {
  readonly label: string;
  readonly colour: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export interface PlotProps {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly curves: readonly Curve[];
}

export function Plot({ title, xLabel, yLabel, curves }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = scheme.value;
  const labels = curves.map(({ label, colour }) => `${label} ${colour}`).join("\n");

  // Another set of curves is another plot; new numbers are not.
  useEffect(() => {
    const at = place.current;
    if (at === null) return;
    const made = new uPlot(optionsOf({ title, xLabel, yLabel, curves }, at), dataOf(curves), at);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: at.clientWidth, height: at.clientHeight }));
    observer.observe(at);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [title, xLabel, yLabel, labels, theme]);

  useEffect(() => {
    plot.current?.setData(dataOf(curves));
  }, [curves]);

  return (
    <figure class="plot" aria-label={`${title}: ${curves.map(({ label }) => label).join(", ")}`}>
      <figcaption>{title}</figcaption>
      <div class="plot-place" ref={place} />
    </figure>
  );
}

function dataOf(curves: readonly Curve[]): uPlot.AlignedData {
  if (curves.length === 0) return [[]];
  return uPlot.join(curves.map(({ x, y }) => [x, y]));
}

function optionsOf({ xLabel, yLabel, curves }: PlotProps, at: HTMLElement): uPlot.Options {
  const [muted, grid] = [colour("muted"), colour("grid")];
  const axis = { stroke: muted, grid: { stroke: grid, width: 1 }, ticks: { show: false }, font: "11.5px sans-serif" };
  return {
    width: at.clientWidth,
    height: at.clientHeight,
    scales: { x: { time: false } },
    series: [
      { label: xLabel },
      ...curves.map(({ label, colour }) => ({
        label,
        stroke: colour,
        width: 1.5,
        points: { show: false },
        spanGaps: true,
      })),
    ],
    axes: [
      { ...axis, label: xLabel, labelSize: 20, size: 30 },
      { ...axis, label: yLabel, labelSize: 20, size: 62 },
    ],
    legend: { show: false },
    cursor: { points: { size: 5 } },
  };
}
