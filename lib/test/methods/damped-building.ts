/** A building of six unequal storeys with dampers in two of them, so that no mode is damped on its own, under a motion of the ground
 *  that is smooth: its storeys are linear, or stiffen as they give way. */
import type { Mass, Problem, TimeLoad } from "../../src/core/system.js";
import { diagonalMass, matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { startingFrom } from "../../src/models/model.js";
import { linearSystem, viscousForce } from "../../src/systems/linear.js";
import { smoothLoad } from "../../src/systems/loads.js";
import { potentialSystem } from "../../src/systems/potential.js";

export const MASSES = [1.3, 1.2, 1.1, 1, 0.9, 0.7];
const STIFFNESSES = [40, 36, 33, 30, 24, 18];
/** Of every storey by its stiffness, and of the dampers. */
const DASHPOTS = [2.6, 0.15, 0.14, 1.9, 0.1, 0.08];
const n = MASSES.length;

/** Σ over storeys of a quantity times (e_i − e_{i−1})(e_i − e_{i−1})ᵀ. */
function storeys(values: readonly number[]): number[][] {
  const rows = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  values.forEach((value, i) => {
    rows[i][i] += value;
    if (i === 0) return;
    rows[i - 1][i - 1] += value;
    rows[i - 1][i] -= value;
    rows[i][i - 1] -= value;
  });
  return rows;
}

/** A consistent mass couples neighbours. */
function massOf(consistent: boolean): Mass {
  if (!consistent) return diagonalMass(MASSES);
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => (i === j ? MASSES[i] : Math.abs(i - j) === 1 ? 0.15 : 0)),
  );
  return matrixMass(fromRows(rows));
}

/** −M 1 (0.8 sin 1.9 t + 0.5 cos 3.1 t). */
export function shaking(amplitude = 1): TimeLoad {
  return smoothLoad((k, t, _side, out) => {
    const turn = (k * Math.PI) / 2;
    const ground = 0.8 * 1.9 ** k * Math.sin(1.9 * t + turn) + 0.5 * 3.1 ** k * Math.cos(3.1 * t + turn);
    for (let i = 0; i < n; i++) out[i] -= amplitude * MASSES[i] * ground;
  });
}

const START = { q: [0.02, 0.03, 0.05, 0.06, 0.08, 0.09], v: [0.1, -0.1, 0.05, 0.2, -0.1, 0.15] };

export interface BuildingParts {
  readonly consistent?: boolean;
  readonly damped?: boolean | "mass";
  readonly load?: TimeLoad | null;
}

/** `damped: "mass"` is C = 0.4 M. */
function viscosity(mass: Mass, damped: boolean | "mass") {
  if (damped === false) return null;
  if (damped) return damped === true ? fromRows(storeys(DASHPOTS)) : scaled(mass, 0.4);
  return null;
}

const scaled = ({ matrix }: Mass, factor: number) => ({
  pattern: matrix.pattern,
  values: matrix.values.map((m) => factor * m),
});

export function linearBuilding({ consistent = false, damped = true, load = shaking() }: BuildingParts = {}): Problem {
  const mass = massOf(consistent);
  const system = linearSystem({
    mass,
    stiffness: fromRows(storeys(STIFFNESSES)),
    damping: viscosity(mass, damped),
    load,
  });
  return startingFrom(system, START.q, START.v);
}

/** Storey forces k (sinh(3 d)/3 + 20 d³): some tenths of the drift are enough to leave Hooke's law behind. */
export function nonlinearBuilding({
  consistent = true,
  damped = true,
  load = shaking(1.5),
}: BuildingParts = {}): Problem {
  const mass = massOf(consistent);
  const C = viscosity(mass, damped);
  const drift = (q: Float64Array, i: number) => q[i] - (i === 0 ? 0 : q[i - 1]);
  const system = potentialSystem({
    labels: MASSES.map((_, i) => `u${i + 1}`),
    mass,
    potential: (q) =>
      STIFFNESSES.reduce((sum, k, i) => {
        const d = drift(q, i);
        return sum + k * ((Math.cosh(3 * d) - 1) / 9 + 5 * d ** 4);
      }, 0),
    gradient(q, out) {
      out.fill(0);
      STIFFNESSES.forEach((k, i) => {
        const d = drift(q, i);
        const force = k * (Math.sinh(3 * d) / 3 + 20 * d ** 3);
        out[i] += force;
        if (i > 0) out[i - 1] -= force;
      });
    },
    tangent: {
      pattern: fullPattern(n),
      values(q, out) {
        const rows = storeys(STIFFNESSES.map((k, i) => k * (Math.cosh(3 * drift(q, i)) + 60 * drift(q, i) ** 2)));
        rows.forEach((row, i) => {
          out.set(row, i * n);
        });
      },
    },
    load,
    damping: C === null ? null : viscousForce(C),
  });
  return startingFrom(system, START.q, START.v);
}
