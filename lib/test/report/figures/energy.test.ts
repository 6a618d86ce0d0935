import { expect, it } from "vitest";
import { energyFigure } from "../../../src/report/figures/energy.js";
import { orbit, time } from "./sample.js";

it("draws the deviation from the start, and the parts of the ledger that can be seen", () => {
  const [deviation, ledger] = energyFigure(orbit)?.panels ?? [];
  expect(deviation.y).toEqual({ label: "E − E₀", unit: "J", scale: "linear" });
  expect(deviation.series[0].y[0]).toBe(0);
  expect(ledger.series.map(({ name }) => name)).toEqual(["kinetic"]);
});

it("says how small the parts are that it leaves out", () => {
  expect(energyFigure(orbit)?.note).toBe("Too small to be drawn: residual (at most 1·10⁻¹⁶ J).");
});

it("draws nothing it has no data for", () => {
  expect(energyFigure([time])).toBeNull();
});
