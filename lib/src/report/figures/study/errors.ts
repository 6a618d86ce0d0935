/** Errors against steps with the orders that were fitted, and errors against what they cost. */
import { type ErrorFigure, type ErrorLine, errorLines, type StudyTable } from "../../../studies/index.js";
import type { Figure, Series, SlopeTriangle } from "../../figure.js";
import { convergenceFigure } from "../convergence.js";
import { axisOfColumn, columnOf } from "./axes.js";

export function studyConvergence(table: StudyTable, figure: ErrorFigure): Figure {
  const lines = errorLines(table, figure);
  const { unit: errorUnit } = columnOf(table, figure.error) ?? {};
  const { unit: timeUnit } = columnOf(table, figure.across) ?? {};
  const drawn = convergenceFigure(
    lines.map(({ name, across, errors, fit }) => ({
      method: Number.isNaN(fit.order) ? name : [name, fit.order.toFixed(2)].filter((part) => part !== "").join(": "),
      steps: across,
      errors,
      ...(Number.isNaN(fit.order) ? {} : { order: nearby(fit.order) }),
    })),
    {
      title: figure.title ?? "Convergence",
      error: figure.error,
      ...(errorUnit === undefined ? {} : { errorUnit }),
      ...(timeUnit === undefined ? {} : { timeUnit }),
    },
  );
  const panels = drawn.panels.map((panel) => ({
    ...panel,
    slopes: (panel.slopes ?? []).filter((triangle) => !lines.some((line) => crosses(line, triangle))),
  }));
  const none = lines.filter(({ fit }) => Number.isNaN(fit.order)).length;
  const note = `Beside a line: the slope of its longest straight part${none === 0 ? "" : "; a line without one has no three errors on a straight part"}.`;
  return { ...drawn, panels, note };
}

/** A triangle shows the whole number that an order is close to. */
const nearby = (order: number) =>
  Math.abs(order - Math.round(order)) < 0.15 ? Math.round(order) : Math.round(10 * order) / 10;

/** Does a line go through the triangle or the number beside it? */
function crosses({ across: steps, errors }: ErrorLine, { order, x: [x0, x1], y }: SlopeTriangle): boolean {
  const top = y * (x1 / x0) ** order;
  const beside = x1 * (x1 / x0) ** 0.4;
  return errors.slice(1).some((_, i) => {
    // Along the line between two neighbours, at eleven places.
    return Array.from({ length: 11 }, (_, k) => k / 10).some((part) => {
      const at = (values: readonly number[]) => values[i] * (values[i + 1] / values[i]) ** part;
      const [step, error] = [at(steps), at(errors)];
      const edge = step > x1 ? top : y * (step / x0) ** order;
      return step > x0 && step < beside && error > y && error < edge;
    });
  });
}

export function workPrecision(table: StudyTable, figure: ErrorFigure): Figure {
  const { across, error, title } = figure;
  return {
    panels: [
      {
        title: title ?? "Work and precision",
        shape: "square",
        x: axisOfColumn(table, across, "log"),
        y: axisOfColumn(table, error, "log"),
        series: errorLines(table, figure).map(
          (line, colour): Series => ({ name: line.name, x: line.across, y: line.errors, style: "marked", colour }),
        ),
      },
    ],
  };
}
