/** Methods that choose their own steps, at other resolutions: their tolerance, the spacing of their grid, the height of their terraces. */

import type { Method } from "../../core/method.js";
import { maxOf } from "../../core/vec.js";
import { methods } from "../../methods/all.js";

export interface Resolution {
  readonly method: Method;
  /** The spacing, the height, or the tolerance. */
  readonly size: number;
}

/** The coarsest, in spacings or heights that were given. */
const COARSEST = 4;
const TOLERANCES = [1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9];

/** `count` spacings or heights, each the one before divided by `ratio`, or all tolerances, from coarse to fine; none for a method that is not
 *  listed, or has no such parameter. `chosen` replaces other parameters. */
export function resolutions(
  { id, parameters }: Method,
  count: number,
  { ratio = 2, chosen = {} }: { readonly ratio?: number; readonly chosen?: Readonly<Record<string, boolean>> } = {},
): Resolution[] {
  const parts = Array.from({ length: count }, (_, k) => COARSEST / ratio ** k);
  const family = methods.find((each) => each.id === id);
  if (family === undefined) return [];
  const variant = (key: string, value: number | readonly number[], size: number): Resolution => ({
    method: family({ ...parameters, ...chosen, [key]: value }),
    size,
  });
  const { grid, energyStep, tolerance } = parameters;
  if (typeof grid === "number") return parts.map((part) => variant("grid", part * grid, part * grid));
  if (Array.isArray(grid)) {
    const spacings = grid as readonly number[];
    return parts.map((part) =>
      variant(
        "grid",
        spacings.map((spacing) => part * spacing),
        part * maxOf(spacings),
      ),
    );
  }
  if (typeof energyStep === "number")
    return parts.map((part) => variant("energyStep", part * energyStep, part * energyStep));
  if (typeof tolerance === "number") return TOLERANCES.map((value) => variant("tolerance", value, value));
  return [];
}
