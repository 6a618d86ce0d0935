/** Schemes side by side: spectral radius, algorithmic damping and period error against the step in periods of the mode. */
import type { SchemeCurves } from "../../analysis/scheme-curves.js";
import type { Axis, Figure, Panel, Series } from "../figure.js";

export interface NamedCurves {
  readonly method: string;
  readonly curves: SchemeCurves;
}

export function schemesFigure(schemes: readonly NamedCurves[], title?: string): Figure {
  const short = (curves: SchemeCurves) => curves.steps.findIndex((step) => step > 0.4);
  const panel = (
    name: string,
    y: Axis,
    values: (curves: SchemeCurves) => readonly number[],
    whole: boolean,
  ): Panel => ({
    title: name,
    shape: "wide",
    x: { label: "step / period", scale: whole ? "log" : "linear" },
    y,
    series: schemes.map(({ method, curves }, colour): Series => {
      const end = whole ? curves.steps.length : short(curves);
      return { name: method, x: curves.steps.slice(0, end), y: values(curves).slice(0, end), style: "line", colour };
    }),
  });
  const panels = [
    panel("Spectral radius", { label: "ρ", scale: "linear" }, (c) => c.spectralRadius.map(within), true),
    panel("Damping ratio", { label: "ξ̄", scale: "linear" }, (c) => c.damping, false),
    panel("Period error", { label: "T̄/T − 1", scale: "linear" }, (c) => c.periodError, false),
  ];
  return title === undefined ? { panels } : { title, panels };
}

/** Where a scheme explodes, how much is of no interest. */
const within = (radius: number) => (radius <= 1.5 ? radius : Number.NaN);
