import type { Recording, State } from "noether";
import { expect, test } from "vitest";
import { galleryOf } from "../../src/run/gallery.js";

const recording: Recording = { columns: ["t"], row: (s) => Float64Array.of(s.t) };

test("keeps the peak of a motion whose period its evenly spaced states divide", () => {
  const gallery = galleryOf(recording, { columns: [] } as never);
  const stateAt = (n: number): State => {
    const q = Float64Array.of(Math.sin((Math.PI * n) / 16));
    return { n, t: n, q, v: new Float64Array(1), memory: [] };
  };
  for (let n = 0; n <= 256; n++) gallery.observe(stateAt(n), null);
  const states = gallery.states(stateAt(256));
  expect(states.map(({ t }) => t)).toEqual([...states.map(({ t }) => t)].sort((a, b) => a - b));
  expect(states[0]?.t).toBe(0);
  expect(states.at(-1)?.t).toBe(256);
  // Within the thousandth for which no state is copied again.
  expect(Math.max(...states.map(({ q }) => Math.abs(q[0] ?? 0)))).toBeGreaterThan(0.999);
});
