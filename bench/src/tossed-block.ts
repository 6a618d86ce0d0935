/** The tossed block of workloads W4 and W5: 2 × 1 × 1, cells 2n × n × n of six Kuhn tetrahedra each, free in space. Neo-Hookean rubber
 *  W = C₁₀ (J^(−2/3) tr C − 3) + (J − 1)²/D₁ from E = 100, ν = 0.3, density 1; thrown upwards, turning about all axes, pulled apart. */
import {
  isochoricNeoHookean,
  type Material,
  mooneyRivlin,
  neoHookean,
  type Problem,
  type Solid,
  solid,
  solidProblem,
  stVenantKirchhoff,
} from "noether";
import { box, elementCount } from "noether/mesh";

export interface TossedBlock extends Problem {
  readonly solid: Solid;
  readonly elements: number;
}

export const rubber = isochoricNeoHookean(100, 0.3, 1);

/** Others that are as stiff. */
export const materials = {
  rubber,
  "neo-hookean": neoHookean({ E: 100, nu: 0.3, density: 1 }),
  "mooney-rivlin": mooneyRivlin({ C10: 15, C01: 4.23, D1: 0.024, density: 1 }),
  "st-venant-kirchhoff": stVenantKirchhoff({ E: 100, nu: 0.3, density: 1 }),
} as const satisfies Record<string, Material>;

export function tossedBlock(
  n: number,
  mass: "consistent" | "lumped",
  { material = rubber, element = "tet4" }: { readonly material?: Material; readonly element?: "tet4" | "hex8" } = {},
): TossedBlock {
  const mesh = box({ size: [2, 1, 1], cells: [2 * n, n, n], element });
  const block = solid({ mesh, material, mass });
  const { system, t0, q0, v0 } = solidProblem(block, {
    velocity(X, Y, Z) {
      const [x, y, z] = [X - 1, Y - 0.5, Z - 0.5];
      return [z - 2 * y + 1.5 * x, 2 * x - 0.5 * z, 1 + 0.5 * y - x];
    },
  });
  return { system, t0, q0, v0, solid: block, elements: elementCount(mesh) };
}

/** Where the corner (2, 1, 1) is. */
export function corner({ solid: { parts } }: TossedBlock, q: Float64Array): number[] {
  const { points } = parts.mesh;
  return [3, 2, 1].map((back) => points[points.length - back]! + q[q.length - back]!);
}

/** Positions of that corner, computed by independent programs in C: by scheme, cells across and steps. */
const KNOWN: Readonly<Record<string, readonly number[]>> = {
  "midpoint 7 10": [1.89210811, 1.29955506, 1.08385553],
  "midpoint 7 50": [0.535359251, 1.63030126, 1.87984117],
  "midpoint 16 10": [1.88199872, 1.30048056, 1.08909459],
  "midpoint 16 50": [0.544963056, 1.61523459, 1.897386],
  "explicit 7 200": [1.49473778, 1.6140203, 1.21510544],
  "explicit 16 50": [2.02954217, 1.08442523, 1.01086955],
  "explicit 16 200": [1.88115465, 1.30000533, 1.08867407],
};

/** Its distance from where it should be, relative to the length of the block; NaN where nobody knows. */
export function cornerError(scheme: string, n: number, steps: number, found: readonly number[]): number {
  const known = KNOWN[`${scheme} ${n} ${steps}`];
  if (known === undefined) return Number.NaN;
  return Math.hypot(...found.map((x, d) => x - known[d]!)) / 2;
}
