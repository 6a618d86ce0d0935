import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineStroke, pointStroke, type Stroke } from "../../src/report/stroke.js";

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
    expect(lineStroke(pixels(count, over, (i) => 80 + 50 * Math.sin(i / 10))).texture).toBe("band");
    expect(lineStroke(pixels(count, over, (i) => 80 + 50 * Math.sin(i / 10_000))).texture).toBe("line");
  });
});

describe("a curve in the plane", () => {
  const lissajous = (count: number, speed: number) =>
    pixels(
      count,
      (i) => 280 + 100 * Math.sin(speed * i),
      (i) => 84 + 80 * Math.cos(1.618 * speed * i),
    );

  /** How far a point is from the nearest stretch of the stroke. */
  const distanceTo = (stroke: Stroke, px: number, py: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 1; i < stroke.x.length; i++) {
      const [ax, ay] = [stroke.x[i - 1], stroke.y[i - 1]];
      const [dx, dy] = [stroke.x[i] - ax, stroke.y[i] - ay];
      const along = Math.min(Math.max(((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
      least = Math.min(least, Math.hypot(px - ax - along * dx, py - ay - along * dy));
    }
    return least;
  };

  it("keeps the points where it bends", () => {
    const series = lissajous(20_000, 2e-3);
    const stroke = lineStroke(series);
    expect(stroke.texture).toBe("web");
    expect(lineStroke(lissajous(20_000, 2e-4)).texture).toBe("line");
    expect(stroke.x.length).toBeLessThan(2000);
    // A tenth of a pixel off the cone's axis, and as much again where the cone is cut short.
    for (let i = 0; i < series.x.length; i += 37)
      expect(distanceTo(stroke, series.x[i], series.y[i])).toBeLessThan(0.2);
  });

  it("keeps what turns back and what stands still", () => {
    const toAndFro = pixels(
      4000,
      (i) => 100 + (i < 1000 ? i / 10 : i < 2000 ? 200 - i / 10 : 0),
      () => 50,
    );
    const stroke = lineStroke(toAndFro);
    expect(Math.max(...stroke.x)).toBe(200);
    expect(stroke.x.length).toBeLessThan(10);
  });

  it("stays near a random walk", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 10, maxLength: 60 }), (moves) => {
        let [x, y] = [280, 84];
        const walk = Array.from({ length: 3000 }, (_, i) => {
          x = Math.min(Math.max(x + 3 * moves[i % moves.length], 0), 560);
          y = Math.min(Math.max(y + 3 * moves[(7 * i + 3) % moves.length], 0), 168);
          return [x, y];
        });
        fc.pre(walk.some(([px], i) => i > 0 && px < walk[i - 1][0]));
        const stroke = lineStroke(
          pixels(
            3000,
            (i) => walk[i][0],
            (i) => walk[i][1],
          ),
        );
        for (let i = 0; i < 3000; i += 101) expect(distanceTo(stroke, walk[i][0], walk[i][1])).toBeLessThan(0.2);
      }),
      { seed: 6, numRuns: 30 },
    );
  });

  it("becomes the pixels it passes when it is long", () => {
    const stroke = lineStroke(lissajous(200_000, 0.1));
    expect(stroke.texture).toBe("band");
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
