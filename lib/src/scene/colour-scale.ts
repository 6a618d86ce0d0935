/** Colours for numbers: dark blue over green to yellow, equally far apart to the eye, and in the right order in grey (viridis). */
const STOPS = ["440154", "482878", "3e4989", "31688e", "26828e", "1f9e89", "35b779", "6ece58", "b5de2b", "fde725"].map(
  (hex) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
);

/** The colour at a place from 0 to 1, darkened where less light (0 to 1) falls. */
export function colourAt(place: number, light = 1): string {
  const at = Math.min(Math.max(Number.isFinite(place) ? place : 0, 0), 1) * (STOPS.length - 1);
  const k = Math.min(Math.floor(at), STOPS.length - 2);
  const part = at - k;
  const channel = (c: number) => Math.round(light * ((1 - part) * STOPS[k][c] + part * STOPS[k + 1][c]));
  return `#${[0, 1, 2].map((c) => channel(c).toString(16).padStart(2, "0")).join("")}`;
}

/** Red, green and blue from 0 to 1 of values between two ends of a scale. */
export function writeColours(values: ArrayLike<number>, least: number, most: number, out: Float32Array): void {
  const span = most - least || 1;
  for (let i = 0; i < values.length; i++) {
    const place = (values[i] - least) / span;
    const at = Math.min(Math.max(Number.isFinite(place) ? place : 0, 0), 1) * (STOPS.length - 1);
    const k = Math.min(Math.floor(at), STOPS.length - 2);
    const part = at - k;
    for (let c = 0; c < 3; c++) out[3 * i + c] = ((1 - part) * STOPS[k][c] + part * STOPS[k + 1][c]) / 255;
  }
}
