import { expect, test } from "vitest";
import { energyLost, steep } from "./steep-expressions.js";

test.each(Array.from({ length: 20 }, (_, part) => part))("random steep potentials, part %d of 20", (part) => {
  for (let seed = 100 * part; seed < 100 * (part + 1); seed++) {
    const motion = steep(seed);
    for (const form of ["discrete", "secant"] as const) {
      // What an accepted residual may do as work.
      expect(energyLost(motion, form, 40).lost, `${form} ${JSON.stringify(motion)}`).toBeLessThan(1e-7);
    }
  }
});
