import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineStroke, pointStroke } from "../../src/report/stroke.js";

const size = { width: 560, height: 168 };
const pixels = (count: number, x: (i: number) => number, y: (i: number) => number) => ({
  x: Float64Array.from({ length: count }, (_, i) => x(i)),
  y: Float64Array.from({ length: count }, (_, i) => y(i)),
  ...size,
});
const points = ({ x, y }: { x: readonly number[]; y: readonly number[] }) => x.map((px, i) => [px, y[i]]);

describe("a line over time", () => {
  it("is drawn as it is while it is short", () => {
    const series = pixels(
      500,
      (i) => i,
      (i) => i % 7,
    );
    expect(points(lineStroke(series))).toEqual(Array.from(series.x, (x, i) => [x, series.y[i]]));
  });

  it("keeps every peak and every end", () => {
    const count = 50_000;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: count - 1 }), fc.integer({ min: 0, max: count - 1 }), (up, down) => {
        fc.pre(up !== down);
        const wave = (i: number) => (i === up ? 160 : i === down ? 2 : 80 + 20 * Math.sin(i));
        const series = pixels(count, (i) => (i * size.width) / count, wave);
        const stroke = lineStroke(series);
        expect(Math.max(...stroke.y)).toBe(160);
        expect(Math.min(...stroke.y)).toBe(2);
        expect([stroke.x[0], stroke.x.at(-1)]).toEqual([series.x[0], series.x[count - 1]]);
        expect(stroke.x.length).toBeLessThanOrEqual(4 * size.width + 4);
      }),
      { seed: 3, numRuns: 12 },
    );
  });

  it("never goes back in time", () => {
    const stroke = lineStroke(
      pixels(
        50_000,
        (i) => i / 100,
        (i) => 80 + 50 * Math.cos(i * i),
      ),
    );
    for (let i = 1; i < stroke.x.length; i++) expect(stroke.x[i]).toBeGreaterThanOrEqual(stroke.x[i - 1]);
  });

  it("lifts the pen at gaps, once each", () => {
    for (const count of [100, 50_000]) {
      const stroke = lineStroke(
        pixels(
          count,
          (i) => (i * size.width) / count,
          (i) => (i % 50 < 5 ? Number.NaN : i % 11),
        ),
      );
      const isGap = stroke.x.map(Number.isNaN);
      expect(isGap).toContain(true);
      expect(isGap.some((gap, i) => gap && isGap[i + 1])).toBe(false);
      expect(stroke.y.map(Number.isNaN)).toEqual(isGap);
    }
  });

  it("tells a band from a line", () => {
    const count = 100_000;
    const over = (i: number) => (i * size.width) / count;
    expect(lineStroke(pixels(count, over, (i) => 80 + 50 * Math.sin(i / 10))).dense).toBe(true);
    expect(lineStroke(pixels(count, over, (i) => 80 + 50 * Math.sin(i / 10_000))).dense).toBe(false);
  });
});

describe("a curve in the plane", () => {
  const lissajous = (count: number, speed: number) =>
    pixels(
      count,
      (i) => 280 + 100 * Math.sin(speed * i),
      (i) => 84 + 80 * Math.cos(1.618 * speed * i),
    );

  it("loses only idle points while it is short", () => {
    const series = lissajous(40_000, 1e-4);
    const stroke = lineStroke(series);
    expect(stroke.dense).toBe(false);
    for (let i = 1; i < stroke.x.length; i++) {
      // Half a pixel of idling and one step.
      expect(Math.hypot(stroke.x[i] - stroke.x[i - 1], stroke.y[i] - stroke.y[i - 1])).toBeLessThan(0.8);
    }
  });

  it("becomes the pixels it passes when it is long", () => {
    const stroke = lineStroke(lissajous(200_000, 0.1));
    expect(stroke.dense).toBe(true);
    expect(stroke.x.length).toBeLessThanOrEqual(20_000);
    const drawn = stroke.x.filter((x) => !Number.isNaN(x));
    // The ends of the orbit, to the size of a cell.
    expect(Math.min(...drawn)).toBeCloseTo(180, -0.5);
    expect(Math.max(...drawn)).toBeCloseTo(380, -0.5);
  });
});

describe("separate points", () => {
  it("are kept while they can be told apart", () => {
    expect(
      pointStroke(
        pixels(
          100,
          (i) => 5 * i,
          (i) => i,
        ),
      ).x,
    ).toHaveLength(100);
    expect(
      pointStroke(
        pixels(
          100,
          (i) => 1e-3 * i,
          () => 0.1,
        ),
      ).x,
    ).toHaveLength(1);
  });

  it("are never more than a figure can hold", () => {
    const scattered = pixels(
      300_000,
      (i) => (i * 97.3) % size.width,
      (i) => (i * 31.7) % size.height,
    );
    const { x } = pointStroke(scattered);
    expect(x.length).toBeLessThanOrEqual(5000);
    expect(x.length).toBeGreaterThan(1000);
  });
});
