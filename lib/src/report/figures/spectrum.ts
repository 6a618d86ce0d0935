/** Response spectra: acceleration, velocity and displacement over the period, one line a damping. */
import type { ResponseSpectrum } from "../../analysis/response-spectrum.js";
import type { Figure, Panel, Series } from "../figure.js";
import { significant } from "../number.js";

export function spectrumFigure(spectra: readonly ResponseSpectrum[], title?: string): Figure {
  const panel = (name: string, label: string, values: (spectrum: ResponseSpectrum) => Float64Array): Panel => ({
    title: name,
    shape: "wide",
    x: { label: "period", scale: "log" },
    y: { label, scale: "linear" },
    series: spectra.map(
      (spectrum, colour): Series => ({
        name: `ζ = ${significant(spectrum.damping)}`,
        x: spectrum.periods,
        y: values(spectrum),
        style: "line",
        colour,
      }),
    ),
  });
  const panels = [
    panel("Pseudo-acceleration", "ω² Sd", ({ pseudoAcceleration }) => pseudoAcceleration),
    panel("Pseudo-velocity", "ω Sd", ({ pseudoVelocity }) => pseudoVelocity),
    panel("Displacement", "Sd", ({ displacement }) => displacement),
  ];
  return title === undefined ? { panels } : { title, panels };
}
