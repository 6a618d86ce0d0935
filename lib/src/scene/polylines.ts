import type { Polylines } from "./scene.js";

/** Lines through the points that each list names. */
export function polylines(lines: readonly (readonly number[])[]): Polylines {
  const start = new Uint32Array(lines.length + 1);
  lines.forEach((line, k) => {
    start[k + 1] = start[k] + line.length;
  });
  return { start, points: Uint32Array.from(lines.flat()) };
}
