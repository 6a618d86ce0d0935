/** Numbers and files as pictures show and save them. */

import { expect, test } from "vitest";
import { axesOf } from "../src/curves/axes.js";
import { axisFont } from "../src/curves/axis-font.js";
import { planeOf } from "../src/curves/columns.js";
import { extent, logTicks, placeAt, ticks } from "../src/curves/curve.js";
import { driftOf } from "../src/curves/drift.js";
import { enlarged, moved } from "../src/curves/enlarge.js";
import { measured, powerWords, short, tickWords } from "../src/curves/numbers.js";
import { peakOf } from "../src/curves/peak.js";
import { classesOf } from "../src/studies/step-classes.js";

test.each([
  [0, "0"],
  [0.25, "0.25"],
  [-1.23456, "−1.235"],
  [1234.5, "1235"],
  [1e-8, "10⁻⁸"],
  [-2.5e-15, "−2.5 × 10⁻¹⁵"],
  [3e8, "3 × 10⁸"],
  [Number.NaN, "–"],
  [Number.POSITIVE_INFINITY, "∞"],
])("%s is %s", (value, words) => {
  expect(short(value)).toBe(words);
});

test("neighbours on an axis can be told apart", () => {
  const words = tickWords([-10.4106, -10.4104, -10.4102, -10.41]);
  expect(new Set(words).size).toBe(4);
  expect(tickWords([0, 5, 10])).toEqual(["0", "5", "10"]);
  expect(tickWords([-0.2, 1e-17, 0.2])).toEqual(["−0.2", "0", "0.2"]);
});

test("ticks are round and within the axis", () => {
  expect(ticks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1].map((x) => expect.closeTo(x, 12)));
  expect(logTicks(1e-9, 1e-1, 10).at(0)).toBeCloseTo(1e-9, 15);
  for (const value of ticks(-3.7, 12.2, 6)) expect(value).toBeGreaterThanOrEqual(-3.7);
});

test("logarithmic axes have two ticks at least, however small their numbers", () => {
  expect(logTicks(3e-30, 2e-27, 8)).toEqual([1e-29, 1e-28, 1e-27].map((x) => expect.closeTo(x, 40)));
  expect(logTicks(0.15, 1.4, 8)).toEqual([0.2, 0.5, 1]);
  expect(logTicks(0.15, 0.7, 8)).toEqual([0.2, 0.5]);
  expect(logTicks(1.1, 1.2, 8)).toEqual([1.1, 1.2]);
});

test("an extent is of what can be drawn", () => {
  expect(extent([Number.NaN, 2, -1, Number.POSITIVE_INFINITY])).toEqual([-1, 2]);
  expect(extent([0, -1, 1e-3, 10], true)).toEqual([1e-3, 10]);
  const [low, high] = extent([3, 3]);
  expect(low).toBeLessThan(3);
  expect(high).toBeGreaterThan(3);
});

test("values that differ by roundings have an axis with few ticks", () => {
  const energy = 20 + Number.EPSILON * 32;
  const [low, high] = extent([20, energy]);
  expect(high - low).toBeGreaterThan(1e-9);
  expect(ticks(low, high, 5).length).toBeLessThan(20);
});

test.each([
  [80.4e6, "Pa", "80.4 MPa"],
  [243_210, "N m", "243 kN m"],
  [999_960, "J", "1 MJ"],
  [0, "Pa", "0 Pa"],
  [0.0667, "m", "0.0667 m"],
  [1234, "kg m/s", "1230 kg m/s"],
  [0.5, undefined, "0.5"],
])("%s %s is %s", (value, unit, words) => {
  expect(measured(value, unit)).toBe(words);
});

test("powers of ten on a logarithmic axis are written alike", () => {
  expect([1e-5, 1e-3, 0.1, 1, 100, 1000, 0.002].map(powerWords)).toEqual([
    ...["10⁻⁵", "10⁻³", "0.1", "1", "100", "10³", "0.002"],
  ]);
});

test("coordinates that belong to one point are a plane, others are none", () => {
  const frame = ["q.ux_4", "q.uy_4", "q.rz_4", "q.ux_5", "q.uy_5", "q.rz_5"];
  expect(frame.map((column) => planeOf(frame, column))).toEqual(["q.uy_4", null, null, "q.uy_5", null, null]);
  const planets = ["q.sun_x", "q.sun_y", "q.sun_z"];
  expect(planets.map((column) => planeOf(planets, column))).toEqual(["q.sun_y", "q.sun_z", null]);
  const storeys = ["q.u1", "q.u2", "q.u3"];
  expect(storeys.map((column) => planeOf(storeys, column))).toEqual([null, null, null]);
  expect(planeOf(["q.a", "q.b"], "q.a")).toBe("q.b");
});

test("the drift of what starts at zero but for rounding is relative to its terms", () => {
  const y = Float64Array.of(1e-16, 3e-15, -2e-15);
  const { y: drift } = driftOf({ y }, { sizes: { "invariant.linear-momentum-x": 4 } }, "invariant.linear-momentum-x");
  expect([...drift]).toEqual([Number.NaN, expect.closeTo(2.9e-15 / 4, 20), expect.closeTo(2.1e-15 / 4, 20)]);
  // A start of the size of its terms is what changes are compared with.
  const energy = driftOf({ y: Float64Array.of(-0.5, -0.501) }, { sizes: { energy: 2 } }, "energy");
  expect(energy.y[1]).toBeCloseTo(0.002, 12);
});

test("a peak is the value farthest from zero, also between the frames that are kept", () => {
  const beginning = { columns: ["t", "probe.roof"] };
  const frames = [Float64Array.of(0, 1, 2), Float64Array.of(0, 0.5, -0.7)];
  expect(peakOf(beginning, { frames, stride: 1, extremes: null }, "probe.roof")).toEqual({
    ...{ value: -0.7, time: 2, isExact: true },
  });
  const [times, values] = frames as [Float64Array, Float64Array];
  const extremes = { low: [times, Float64Array.of(0, -0.9, -0.7)], high: [times, values] };
  expect(peakOf(beginning, { frames, stride: 8, extremes }, "probe.roof")).toEqual({
    ...{ value: -0.9, time: 1, isExact: false },
  });
  expect(peakOf(beginning, { frames, stride: 1, extremes: null }, "probe.other")).toBeNull();
});

test("steps are sorted into classes by their length, and none is lost", () => {
  const sizes = Float64Array.from({ length: 103 }, (_, i) => 0.001 * (1 + ((37 * i) % 103)));
  const places = { x: sizes.map((_, i) => i), y: sizes, sizes };
  const classes = classesOf(places);
  expect(classes).toHaveLength(5);
  expect(classes.flatMap(({ x }) => [...x]).sort((a, b) => a - b)).toEqual([...places.x]);
  for (let k = 1; k < classes.length; k++)
    expect(Math.min(...(classes[k]?.y ?? []))).toBeGreaterThanOrEqual(Math.max(...(classes[k - 1]?.y ?? [])));
  // Steps of one length are one class.
  expect(classesOf({ x: sizes, y: sizes, sizes: sizes.map(() => 0.1) })).toHaveLength(1);
});

test("axes are written in the same size on screens of every density", () => {
  // What uPlot makes of a font on a screen with two pixels for one.
  const scaled = axisFont().replace(/(\d+)px/, (_, size) => `${Math.round(2 * Number(size))}px`);
  expect(scaled).toBe(axisFont(2));
});

test("a time is found on a curve at its nearest place, and nowhere where the curve does not get", () => {
  const times = Float64Array.of(0, 1, 2, 4);
  expect([0, 0.4, 0.6, 3.1, 4].map((t) => placeAt(times, t))).toEqual([0, 0, 1, 3, 3]);
  expect(placeAt(times, 9)).toBe(-1);
  expect(placeAt(new Float64Array(), 0)).toBe(-1);
});

test("a part of a picture is enlarged about a place, also on logarithmic axes, and not beyond what can be told apart", () => {
  const picture = {
    ...{ title: "", xLabel: "", yLabel: "", logY: true },
    curves: [{ label: "a", colour: "#000", x: Float64Array.of(0, 10), y: Float64Array.of(1, 1e4) }],
  };
  const place = { width: 400, height: 300 };
  const { x, y } = axesOf(picture, place);
  const window = { x: enlarged(x, 0.5), y: enlarged(y, 0.5) };
  expect(window.x[0]).toBeCloseTo(2.3, 10);
  expect(window.x[1]).toBeCloseTo(7.7, 10);
  // The middle of a logarithmic axis is the geometric one.
  expect(window.y[0] * window.y[1]).toBeCloseTo(1e4, 6);
  const near = axesOf(picture, { ...place, window });
  expect(near.x.value(near.x.from)).toBeCloseTo(2.3, 10);
  const about = enlarged(near.x, 0.5, near.x.at(3));
  expect((3 - about[0]) / (about[1] - about[0])).toBeCloseTo((3 - 2.3) / 5.4, 10);
  expect(moved(x, 0)).toEqual([x.value(x.from), x.value(x.to)]);
  expect(enlarged(x, 1e-30)).toEqual([x.value(x.from), x.value(x.to)]);
});
