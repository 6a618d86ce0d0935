/** How far something that should stay has gone. */
import type { Sizes } from "../engine/messages.js";
import type { Curve } from "./curve.js";

export type Values = Pick<Curve, "y" | "band">;

/** A start that is smaller than this part of the terms that it adds up is what their rounding has left. */
const CANCELLED = 1e-6;

/** |change| / |start|; of what starts at zero but for rounding, relative to its terms. */
export function driftOf({ y, band }: Values, { sizes }: { readonly sizes: Sizes }, column: string): Values {
  const [first = 0] = y;
  const size = sizes[column] ?? 0;
  const scale = (Math.abs(first) > CANCELLED * size ? Math.abs(first) : size) || 1;
  // What does not differ at all has no place on a logarithmic axis.
  const off = (value: number) => Math.abs(value - first) / scale || Number.NaN;
  const own = y.map(off);
  if (band === undefined) return { y: own };
  const high = band.low.map(
    (value, i) => Math.max(Math.abs(value - first), Math.abs((band.high[i] as number) - first)) / scale,
  );
  return { y: own, band: { low: own, high } };
}
