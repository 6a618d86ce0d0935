import { expect, test } from "vitest";
import { thinnedFrames } from "../../src/observers/thinned-frames.js";

test("keeps all frames of a short run", () => {
  const frames = thinnedFrames();
  for (let i = 0; i < 100; i++) frames.add(Float64Array.of(i, -i));
  const [t, q] = frames.columns(2);
  expect(t).toEqual(Float64Array.from({ length: 100 }, (_, i) => i));
  expect(q[99]).toBe(-99);
});

test("keeps equally spaced frames of a long one, from the first to nearly the last", () => {
  const frames = thinnedFrames();
  const count = 300_000;
  for (let i = 0; i < count; i++) frames.add(Float64Array.of(i, 0));
  const [t] = frames.columns(2);
  expect(t.length).toBeGreaterThan(8_000);
  expect(t.length).toBeLessThan(20_000);
  expect(frames.count).toBe(t.length);
  const stride = t[1] - t[0];
  expect(frames.stride).toBe(stride);
  expect(t.every((x, i) => x === i * stride)).toBe(true);
  expect(t[t.length - 1]).toBeGreaterThan(count - 1 - stride);
});

test("frames that are not due need not be computed", () => {
  const [all, due] = [thinnedFrames(64), thinnedFrames(64)];
  for (let i = 0; i < 10_000; i++) {
    all.add(Float64Array.of(i));
    if (due.isDue) due.add(Float64Array.of(i));
    else due.pass();
  }
  expect(due.columns(1)).toEqual(all.columns(1));
  expect(due.frame(3)).toEqual(all.frame(3));
});

test("extremes of what is not kept: a peak of one frame is not lost, however often frames are dropped", () => {
  const frames = thinnedFrames(64);
  const count = 10_000;
  // Of three places one has a peak, one a pit, one a value that is no number.
  const value = (i: number) =>
    Float64Array.of(i, i === 7_777 ? 5 : Math.cos(i), i === 3_333 ? Number.NaN : Math.sin(i));
  for (let i = 0; i < count; i++) {
    if (frames.isDue) frames.add(value(i));
    else frames.pass(value(i));
  }
  const { low, high } = frames.extremes(3);
  const { stride } = frames;
  expect(frames.columns(2)[1]).not.toContain(5);
  expect(high[1][Math.floor(7_777 / stride)]).toBe(5);
  for (let k = 0; k < frames.count; k++) {
    const own = Array.from({ length: Math.min(stride, count - k * stride) }, (_, i) => value(k * stride + i));
    for (const j of [0, 1, 2]) {
      const known = own.map((each) => each[j]).filter((each) => !Number.isNaN(each));
      expect([low[j][k], high[j][k]]).toEqual([Math.min(...known), Math.max(...known)]);
    }
  }
});

test("where every frame is kept the extremes are the frames", () => {
  const frames = thinnedFrames();
  for (let i = 0; i < 100; i++) frames.add(Float64Array.of(i, -i));
  expect(frames.extremes(2)).toEqual({ low: frames.columns(2), high: frames.columns(2) });
});
