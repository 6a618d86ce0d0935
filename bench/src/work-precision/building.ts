/** A building of ten storeys with viscous dampers in two of them, on ground that moves smoothly: linear, without its dampers and its own
 *  damping, or with columns that stiffen. */
import {
  diagonalMass,
  type LinearSystem,
  linearSystem,
  type Problem,
  potentialSystem,
  rayleighCoefficients,
  rayleighDamping,
  smoothLoad,
  startingFrom,
  type TimeLoad,
  viscousForce,
} from "noether";
import { combination, fromTriplets, type Matrix } from "noether/linalg";

const STOREYS = 10;
/** kg, N/m, N s/m. */
const MASS = 2e5;
const STIFFNESS = 3e8;
const DAMPERS = new Map([
  [0, 6e6],
  [4, 4e6],
]);
/** Of its first and third mode, in rad/s, and their ratio. */
const [FIRST, THIRD, RATIO] = [5.8, 28.3, 0.02];
/** The drift, in m, at which a storey of the nonlinear building is twice as stiff as at rest. */
const DRIFT = 0.02;

/** Σ values_i (u_i − u_{i−1})², as a matrix. */
function storeys(values: (storey: number) => number): Matrix {
  const entries: [number, number, number][] = [];
  for (let i = 0; i < STOREYS; i++) {
    const value = values(i);
    entries.push([i, i, value]);
    if (i > 0) entries.push([i - 1, i - 1, value], [i - 1, i, -value], [i, i - 1, -value]);
  }
  return fromTriplets(
    STOREYS,
    entries.map(([i]) => i),
    entries.map(([, j]) => j),
    entries.map(([, , value]) => value),
  );
}

const mass = diagonalMass(new Float64Array(STOREYS).fill(MASS));
const stiffness = storeys(() => STIFFNESS);
const damping = () => {
  const [a0, a1] = rayleighCoefficients(RATIO, FIRST, THIRD);
  return combination([1, 1], [rayleighDamping(mass, stiffness, a0, a1), storeys((i) => DAMPERS.get(i) ?? 0)]);
};

/** m/s², rad/s, rad: some of the frequencies lie between those of the building. */
const WAVES = [
  [1.2, 3.1, 0.4],
  [1.5, 6.6, 1.9],
  [0.9, 11.7, 3.0],
  [0.6, 19.3, 0.7],
] as const;

const shaking: TimeLoad = smoothLoad((k, t, _side, out) => {
  const ground = WAVES.reduce(
    (sum, [size, rate, phase]) => sum + size * rate ** k * Math.cos(rate * t + phase + (k * Math.PI) / 2),
    0,
  );
  for (let i = 0; i < STOREYS; i++) out[i] = (out[i] ?? 0) - MASS * ground;
});

const atRest = (system: Parameters<typeof startingFrom>[0]) =>
  startingFrom(system, new Float64Array(STOREYS), new Float64Array(STOREYS));

export function building(damped: boolean): Problem {
  const system: LinearSystem = linearSystem({ mass, stiffness, damping: damped ? damping() : null, load: shaking });
  return atRest(system);
}

/** Storey forces k d (1 + (d/DRIFT)²/3). */
export function stiffening(): Problem {
  const drift = (q: Float64Array, i: number) => (q[i] ?? 0) - (q[i - 1] ?? 0);
  const system = potentialSystem({
    labels: Array.from({ length: STOREYS }, (_, i) => `u${i + 1}`),
    mass,
    potential: (q) =>
      q.reduce((sum, _, i) => sum + STIFFNESS * (drift(q, i) ** 2 / 2 + drift(q, i) ** 4 / (12 * DRIFT ** 2)), 0),
    gradient(q, out) {
      out.fill(0);
      for (let i = 0; i < STOREYS; i++) {
        const d = drift(q, i);
        const force = STIFFNESS * (d + d ** 3 / (3 * DRIFT ** 2));
        out[i] = (out[i] ?? 0) + force;
        if (i > 0) out[i - 1] = (out[i - 1] ?? 0) - force;
      }
    },
    tangent: {
      pattern: stiffness.pattern,
      // Rows hold the floor below, the floor itself and the one above.
      values(q, out) {
        let place = 0;
        for (let i = 0; i < STOREYS; i++) {
          const own = STIFFNESS * (1 + (drift(q, i) / DRIFT) ** 2);
          const above = i + 1 < STOREYS ? STIFFNESS * (1 + (drift(q, i + 1) / DRIFT) ** 2) : 0;
          if (i > 0) out[place++] = -own;
          out[place++] = own + above;
          if (i + 1 < STOREYS) out[place++] = -above;
        }
      },
    },
    load: shaking,
    damping: viscousForce(damping()),
  });
  return atRest(system);
}
