import { expect, test } from "vitest";
import type { State } from "../../src/core/state.js";
import { bodySnapshots } from "../../src/observers/body-snapshots.js";
import type { Recording } from "../../src/observers/recording.js";

const recording: Recording = { columns: ["t"], row: (s) => Float64Array.of(s.t) };

test("keeps the peak of a motion whose period its evenly spaced states divide", () => {
  const snapshots = bodySnapshots(recording);
  const stateAt = (n: number): State => {
    const q = Float64Array.of(Math.sin((Math.PI * n) / 16));
    return { n, t: n, q, v: new Float64Array(1), memory: [] };
  };
  for (let n = 0; n <= 256; n++) snapshots.observe(stateAt(n), null);
  expect(snapshots.columns().map((column) => column.length)).toEqual([257]);
  const states = snapshots.states(stateAt(256));
  expect(states.map(({ t }) => t)).toEqual([...states.map(({ t }) => t)].sort((a, b) => a - b));
  expect(states[0]?.t).toBe(0);
  expect(states.at(-1)?.t).toBe(256);
  // Within the thousandth for which no state is copied again.
  expect(Math.max(...states.map(({ q }) => Math.abs(q[0] ?? 0)))).toBeGreaterThan(0.999);
});
