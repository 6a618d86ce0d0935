/** A mode as a motion to look at: q = q₀ + a x sin ωt over one period, with an amplitude that is seen. */
import type { Problem } from "../core/system.js";
import { maxOf, type Vec } from "../core/vec.js";
import { rowWidth, type SceneFrames, writeRow } from "./frames.js";
import type { MovingScene } from "./scene.js";

/** Of the largest coordinate of the start, or of one. */
const SHARE = 0.25;
const COUNT = 48;

export function modeFrames(
  moving: MovingScene,
  { t0, q0 }: Problem,
  { shape, frequency }: { readonly shape: Vec; readonly frequency: number },
): SceneFrames {
  const largest = maxOf(shape.map(Math.abs), 0) || 1;
  const amplitude = (SHARE * (maxOf(q0.map(Math.abs), 0) || 1)) / largest;
  // A rigid motion has no period: it goes to one side and back.
  const omega = frequency > 0 ? frequency : 2 * Math.PI;
  const width = rowWidth(moving.scene);
  const times = Float64Array.from({ length: COUNT + 1 }, (_, k) => (2 * Math.PI * k) / COUNT / omega);
  const rows = new Float32Array(width * times.length);
  const [q, v] = [q0.slice(), q0.slice()];
  times.forEach((t, k) => {
    const [sine, cosine] = [Math.sin(omega * t), Math.cos(omega * t)];
    for (let i = 0; i < q.length; i++) {
      q[i] = q0[i] + amplitude * sine * shape[i];
      v[i] = amplitude * omega * cosine * shape[i];
    }
    writeRow(moving, t0, q, v, rows.subarray(k * width, (k + 1) * width));
  });
  return { times, rows };
}
