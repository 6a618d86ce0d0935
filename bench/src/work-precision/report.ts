/** The figure and the tables of the study. */
import { type Figure, markdownTable, type Panel } from "noether/report";
import { type Study, TOLERANCES } from "./study.js";

const SHOWN = TOLERANCES.map((tolerance) => `${Number((100 * tolerance).toPrecision(1))} %`);

export function workPrecisionFigure(studies: readonly Study[]): Figure {
  const names = [...new Set(studies.flatMap(({ curves }) => curves.map(({ name }) => name)))];
  return {
    panels: studies.map(
      ({ title, curves }): Panel => ({
        title,
        shape: "wide",
        x: { label: "steps for 10 s", scale: "log" },
        y: { label: "largest error of a displacement", scale: "log" },
        series: curves.map(({ name, steps, errors }) => ({
          name,
          x: steps,
          y: errors,
          style: "marked",
          colour: names.indexOf(name),
        })),
        annotations: TOLERANCES.map((y, k) => ({ kind: "at-y", y, text: SHOWN[k] ?? "" })),
      }),
    ),
    note: "Relative to the largest displacement, over all storeys and 100 instants. Steps that a method refuses or fails at are left out.",
  };
}

/** With how many times as many steps Newmark's method with β = 1/4, the first of the curves, is as good. */
export function workPrecisionTable({ curves }: Study): string {
  const [newmark] = curves;
  const orders = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(1));
  return markdownTable({
    columns: [
      { head: "method" },
      { head: "order in q, v" },
      ...SHOWN.flatMap((tolerance) => [{ head: `steps for ${tolerance}` }, { head: "Newmark's to these" }]),
    ],
    rows: curves.map(({ name, order, needed }) => [
      name,
      `${orders(order.position)}, ${orders(order.velocity)}`,
      ...needed.flatMap((steps, k) => {
        const plain = newmark?.needed[k] ?? null;
        if (steps === null) return ["more than were tried", "–"];
        return [twoDigits(steps), plain === null ? "–" : String(Number((plain / steps).toPrecision(2)))];
      }),
    ]),
  });
}

const twoDigits = (value: number) => String(Number(value.toPrecision(2)));
