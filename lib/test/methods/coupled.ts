/** Two systems of two coordinates with published single steps: the central sextic, and one with a full mass matrix. */
import type { Force, Problem } from "../../src/core/system.js";
import { matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { startingFrom } from "../../src/models/model.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { viscousForce } from "../../src/systems/linear.js";
import { potentialSystem } from "../../src/systems/potential.js";

const viscous = (c: number): Force | null =>
  c === 0
    ? null
    : viscousForce(
        fromRows([
          [c, 0],
          [0, c],
        ]),
      );

/** V = r (r − 1)², r = x² + y², M = 1, with the friction −c v. */
export function sextic({ c = 0, q = [1, 0.2], v = [0.1, 0.6] } = {}): Problem {
  const { system } = centralSextic();
  return startingFrom({ ...system, damping: viscous(c) } as typeof system, q, v);
}

/** V = x⁴/4 + x y²/3 + y²/2 + x² with a full mass matrix, which tells M from its transpose's absence. */
export function skewed({ c = 0, q = [1, 0.2], v = [0.1, 0.6] } = {}): Problem {
  const system = potentialSystem({
    labels: ["x", "y"],
    mass: matrixMass(
      fromRows([
        [2, 0.5],
        [0.5, 1],
      ]),
    ),
    potential: ([x, y]) => (x * x * x * x) / 4 + (x * y * y) / 3 + (y * y) / 2 + x * x,
    gradient([x, y], out) {
      out[0] = x * x * x + (y * y) / 3 + 2 * x;
      out[1] = (2 * x * y) / 3 + y;
    },
    tangent: {
      pattern: fullPattern(2),
      values([x, y], out) {
        out[0] = 3 * x * x + 2;
        out[1] = out[2] = (2 * y) / 3;
        out[3] = (2 * x) / 3 + 1;
      },
    },
    damping: viscous(c),
  });
  return startingFrom(system, q, v);
}

/** The start of the paper's examples as this repository chose it: the paper gives none. */
export const published = { q: [1.2, 0], v: [0, 0.5] };
