/** What was measured of rounding errors, as a figure and as a table. */
import { type Figure, markdownTable, type Panel, type Series } from "noether/report";
import type { Measurement } from "./experiment.js";

export function measurementsFrom(text: string): Measurement[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Measurement);
}

export const isPlain = ({ method }: Measurement): boolean => method.includes("summation=plain");

/** The method's name, without how it sums. */
export function nameOf({ method }: Measurement): string {
  return method
    .replace(/,? *summation=\w+/, "")
    .replace(/\(, */, "(")
    .replace("()", "");
}

const PANELS = [
  ["kepler", "energy", "Ellipses: energy"],
  ["kepler", "angular-momentum", "Ellipses: angular momentum"],
  ["outer-solar-system", "angular-momentum", "Outer solar system: angular momentum"],
] as const;

export function brouwerFigure(measurements: readonly Measurement[]): Figure {
  const longest = measurements.filter((one) => !measurements.some((other) => isLonger(other, one)));
  const names = [...new Set(longest.map(nameOf))];
  return {
    panels: PANELS.map(([problem, quantity, title]): Panel => {
      const shown = longest.filter((one) => one.problem === problem && one.growth[quantity] !== undefined);
      const lowest = Math.min(...shown.map(({ growth }) => growth[quantity]?.rms[0] ?? Number.POSITIVE_INFINITY));
      const from = Math.min(...shown.map(({ sampled }) => sampled[0] ?? 1));
      return {
        title,
        shape: "wide",
        x: { label: "steps", scale: "log" },
        y: { label: "relative error, rms of 16 starts", scale: "log" },
        series: shown.map((one): Series => {
          const dash = isPlain(one) ? ({ dash: "dashed" } as const) : {};
          return {
            name: nameOf(one) + (isPlain(one) ? ", plain" : ""),
            x: one.sampled,
            y: one.growth[quantity]?.rms ?? [],
            style: "line",
            colour: names.indexOf(nameOf(one)),
            ...dash,
          };
        }),
        slopes: [{ order: 0.5, x: [10 * from, 100 * from], y: lowest / 2 }],
      };
    }),
    note: "Dashed: plain sums. The triangle rises like the square root of the number of steps.",
  };
}

/** Was the same measured over more steps? */
function isLonger(one: Measurement, other: Measurement): boolean {
  return one.method === other.method && one.problem === other.problem && one.steps > other.steps;
}

const QUANTITIES = ["energy", "angular-momentum", "linear-momentum"] as const;

export function brouwerTable(measurements: readonly Measurement[]): string {
  const inOrder = [...measurements].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
  return markdownTable({
    columns: [
      { head: "problem" },
      { head: "method" },
      { head: "sums" },
      { head: "steps" },
      ...QUANTITIES.flatMap((name) => [{ head: name.replace("-", " ") }, { head: "at the end" }]),
    ],
    rows: inOrder.map((one) => [
      one.problem + (one.problem !== "kepler" && one.step !== 50 ? ` (h = ${one.step})` : ""),
      nameOf(one),
      isPlain(one) ? "plain" : "compensated",
      one.steps.toExponential().replace("+", ""),
      ...QUANTITIES.flatMap((name) => {
        const growth = one.growth[name];
        if (growth === undefined) return [null, null];
        const last = growth.rms.at(-1) ?? Number.NaN;
        return [`${growth.exponent.toFixed(2)} ± ${growth.standard_error.toFixed(2)}`, last.toExponential(1)];
      }),
    ]),
  });
}

const keyOf = (one: Measurement): string => `${one.problem} ${nameOf(one)} ${one.steps} ${isPlain(one) ? 1 : 0}`;
