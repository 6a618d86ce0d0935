/** How a member moves and strains between its ends. The cubic functions solve Timoshenko's equations of an unloaded member exactly,
 *  so that end forces of static problems are exact with one element a member [przemieniecki1968, ch. 5]; without shear they are
 *  Hermite's, and Euler and Bernoulli's theory.
 *
 *  Of each plane of bending, with ξ = x/L, φ = 12 EI/(G A_s L²), the deflection w and the slope θ of the section:
 *
 *      (1 + φ) w = [1 − 3ξ² + 2ξ³ + φ(1 − ξ)] w₁ + L[ξ − 2ξ² + ξ³ + φ(ξ − ξ²)/2] θ₁ + [3ξ² − 2ξ³ + φξ] w₂ + L[ξ³ − ξ² − φ(ξ − ξ²)/2] θ₂
 *      (1 + φ) θ = 6(ξ² − ξ)/L w₁ + [1 − 4ξ + 3ξ² + φ(1 − ξ)] θ₁ + 6(ξ − ξ²)/L w₂ + [3ξ² − 2ξ + φξ] θ₂ */
import { once } from "../../core/once.js";
import type { Vec } from "../../core/vec.js";
import { gaussOnCube } from "../../mesh/shapes/quadrature.js";
import type { Section } from "../frame-description.js";

/** Local coordinates of a member: six at each end. */
export const ENDS = 12;

/** φ of bending in the planes of local y and of local z. */
export function shearRatios({ E, G, Iy, Iz, shearAreas }: Section, length: number): readonly [number, number] {
  if (shearAreas === null) return [0, 0];
  const [y, z] = shearAreas;
  const ratio = (inertia: number, area: number) =>
    inertia === 0 ? 0 : (12 * E * inertia) / (G * area * length * length);
  return [ratio(Iz, y), ratio(Iy, z)];
}

/** Rows of `out`: displacements along x, y, z and rotations about them at ξ, by the twelve local coordinates. */
export function motionAt(xi: number, length: number, [phiY, phiZ]: readonly [number, number], out: Vec): void {
  out.fill(0);
  out[0] = 1 - xi;
  out[6] = xi;
  out[3 * ENDS + 3] = 1 - xi;
  out[3 * ENDS + 9] = xi;
  bend(deflection(xi, length, phiY), 1, out, 1);
  bend(slope(xi, length, phiY), 5, out, 1);
  bend(deflection(xi, length, phiZ), 2, out, -1);
  bend(slope(xi, length, phiZ), 4, out, -1);
}

/** Rows of `out`: stretch, shear along y and z, twist, and curvatures about y and z. */
export function strainAt(xi: number, length: number, [phiY, phiZ]: readonly [number, number], out: Vec): void {
  out.fill(0);
  out[0] = -1 / length;
  out[6] = 1 / length;
  out[3 * ENDS + 3] = -1 / length;
  out[3 * ENDS + 9] = 1 / length;
  bend(shear(length, phiY), 1, out, 1);
  bend(curvature(xi, length, phiY), 5, out, 1);
  bend(shear(length, phiZ), 2, out, -1);
  bend(curvature(xi, length, phiZ), 4, out, -1);
}

type Four = readonly [number, number, number, number];

/** Writes the coefficients of w₁, θ₁, w₂, θ₂ into a row. In the plane of z the slope is −ry (sign −1), in the plane of y it is rz. */
function bend([w1, t1, w2, t2]: Four, row: number, out: Vec, sign: 1 | -1): void {
  const [w, r] = sign === 1 ? [1, 5] : [2, 4];
  // The rows of rotations and curvatures are themselves about y.
  const own = row >= 3 ? sign : 1;
  out[row * ENDS + w] = own * w1;
  out[row * ENDS + r] = own * sign * t1;
  out[row * ENDS + 6 + w] = own * w2;
  out[row * ENDS + 6 + r] = own * sign * t2;
}

function deflection(x: number, length: number, phi: number): Four {
  const m = 1 / (1 + phi);
  const [xx, xxx] = [x * x, x * x * x];
  const lag = (phi / 2) * (x - xx);
  return [
    m * (1 - 3 * xx + 2 * xxx + phi * (1 - x)),
    m * length * (x - 2 * xx + xxx + lag),
    m * (3 * xx - 2 * xxx + phi * x),
    m * length * (xxx - xx - lag),
  ];
}

function slope(x: number, length: number, phi: number): Four {
  const m = 1 / (1 + phi);
  const w = (6 * m * (x * x - x)) / length;
  return [w, m * (1 - 4 * x + 3 * x * x + phi * (1 - x)), -w, m * (3 * x * x - 2 * x + phi * x)];
}

/** w′ − θ. */
function shear(length: number, phi: number): Four {
  const m = phi / (1 + phi);
  return [-m / length, -m / 2, m / length, -m / 2];
}

/** θ′. */
function curvature(x: number, length: number, phi: number): Four {
  const m = 1 / (1 + phi);
  const w = (6 * m * (2 * x - 1)) / (length * length);
  return [w, (m * (6 * x - 4 - phi)) / length, -w, (m * (6 * x - 2 + phi)) / length];
}

/** Gauss's four points and weights on 0 … 1: exact for the squares of cubics. */
export const gaussPoints = once(() => {
  const { points, weights } = gaussOnCube(1, 4);
  return points.map(([xi], k) => [0.5 + 0.5 * xi, 0.5 * weights[k]] as const);
});
