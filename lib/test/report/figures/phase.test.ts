import { expect, it } from "vitest";
import { phaseFigure } from "../../../src/report/figures/phase.js";
import { orbit, sampled, time } from "./sample.js";

it("draws two coordinates to one scale", () => {
  expect(phaseFigure(orbit)?.panels[0]).toMatchObject({
    title: "Orbit",
    shape: "square",
    equal: true,
    x: { label: "x" },
    y: { label: "y" },
  });
});

it("stretches an orbit that would only be a line", () => {
  const thin = [time, sampled("x", "position", Math.cos), sampled("y", "position", (t) => 0.01 * Math.sin(t))];
  expect(phaseFigure(thin)?.panels[0].equal).toBe(false);
});

it("draws position and velocity of a single coordinate", () => {
  const single = [time, sampled("x", "position", Math.cos), sampled("vx", "velocity", Math.sin)];
  expect(phaseFigure(single)?.panels[0]).toMatchObject({ title: "Phase", equal: false, y: { label: "vx" } });
});

it("draws nothing for three coordinates", () => {
  expect(phaseFigure([...orbit, sampled("z", "position", Math.cos)])).toBeNull();
});
