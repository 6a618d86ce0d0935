/** Derivatives of a load in time: its own, or central differences on the grid of steps where it is known only as a function. */
import type { TimeLoad } from "../core/system.js";
import type { Vec } from "../core/vec.js";

/** Weights of F(t + k h), k = −3 … 3, for derivatives 1 … 6, of second order at least. */
const WEIGHTS: readonly (readonly number[])[] = [
  [0, 0, -1 / 2, 0, 1 / 2, 0, 0],
  [0, 0, 1, -2, 1, 0, 0],
  [0, -1 / 2, 1, 0, -1, 1 / 2, 0],
  [0, 1, -4, 6, -4, 1, 0],
  [-1 / 2, 2, -5 / 2, 0, 5 / 2, -2, 1 / 2],
  [1, -6, 15, -20, 15, -6, 1],
];

export function derivativesOf(load: TimeLoad, h: number): NonNullable<TimeLoad["addDerivative"]> {
  if (load.addDerivative !== undefined) return load.addDerivative;
  const nowhere = new Float64Array(0);
  let at: Vec = nowhere;
  return (k, t, _side, out) => {
    if (k === 0) {
      load.addTo(t, nowhere, nowhere, out);
      return;
    }
    if (at.length !== out.length) at = new Float64Array(out.length);
    const weights = WEIGHTS[k - 1];
    for (let j = 0; j < weights.length; j++) {
      if (weights[j] === 0) continue;
      at.fill(0);
      load.addTo(t + (j - 3) * h, nowhere, nowhere, at);
      const factor = weights[j] / h ** k;
      for (let i = 0; i < out.length; i++) out[i] += factor * at[i];
    }
  };
}
