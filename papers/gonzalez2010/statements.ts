/** Statements and misprints that numbers decide. */
import { kepler } from "noether";
import { twoPlaces as digits, misprint } from "../claim.js";
import type { Item } from "../reproduction.js";

export const statements: Item = {
  id: "statements",
  title: "Misprints that numbers decide",
  reproduce() {
    const { q0, v0 } = kepler({ eccentricity: 0.85 });
    const momentum = q0[0] * v0[1] - q0[1] * v0[0];
    const far = kepler({ eccentricity: 0.99 });
    const gradient = new Float64Array(2);
    far.system.gradient(Float64Array.of(-1.99, 0), gradient);
    return {
      claims: [
        misprint(
          "after (68)",
          "the momentum is Θ = r θ̇",
          digits(Math.hypot(v0[0], v0[1]), 7),
          `${digits(momentum, 7)} = r² θ̇`,
          true,
          "r θ̇ is a velocity; with r² θ̇ the reduced potential and the angle of (68) follow.",
        ),
        misprint(
          "section 6.1.2",
          "∇V is about (1, 0) at the farthest point",
          "1",
          digits(gradient[0], 4),
          true,
          "At r = 1.99 the gradient is 1/r² = 0.2525, towards the sun.",
        ),
      ],
      figures: [],
    };
  },
};
