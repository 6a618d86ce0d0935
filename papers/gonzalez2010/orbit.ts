/** What the figures of an orbit are made of: steps, conserved quantities, passages through the farthest point. */
import { extremes, type Invariant, kepler, type Method, orThrow, probe, run, type State, stepSizes } from "noether";

export interface Orbit {
  readonly steps: number;
  readonly step: { readonly mean: number; readonly min: number; readonly max: number };
  /** Greatest minus least value, relative to the first; of the energy that the method keeps, and of the angular momentum. */
  readonly energy: Band;
  readonly momentum: Band;
  /** Mean time from one farthest point to the next; NaN if there are not two. */
  readonly period: number;
  /** How far the farthest point moves in a revolution, rad. */
  readonly precession: number;
  /** The same, as the root of the mean square of single revolutions: what a mean of swings to and fro does not show. */
  readonly swing: number;
  readonly passages: number;
  /** At the looks: energy of the method, angular momentum. */
  readonly courses: { readonly t: Float64Array; readonly energy: Float64Array; readonly momentum: Float64Array };
  readonly path: { readonly x: Float64Array; readonly y: Float64Array };
}

export interface Band {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly relative: number;
}

export interface Sight {
  readonly eccentricity: number;
  readonly end: number;
  /** Between two looks at the orbit; also the step of methods that are given one. */
  readonly interval: number;
}

function named(invariants: readonly Invariant[], name: string): Invariant {
  const found = invariants.find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} was not observed`);
  return found;
}

export function orbitOf(method: Method, { eccentricity, end, interval }: Sight): Orbit {
  const problem = kepler({ eccentricity });
  const fixed = method.clock === "fixed";
  const time = fixed ? { step: interval, steps: Math.round(end / interval) } : { end, interval };
  const coordinate = (j: number) => probe((s: Readonly<State>) => s.q[j]);
  const { observed, steps } = orThrow(
    run(problem, method, {
      time,
      observe: (invariants) => ({
        energies: probe(({ t, q, v }) => named(invariants, "energy").value(t, q, v)),
        momenta: probe(({ q, v }) => q[0] * v[1] - q[1] * v[0]),
        kept: extremes(invariants),
        sizes: stepSizes(),
        x: coordinate(0),
        y: coordinate(1),
        outwards: probe((s) => s.q[0] * s.v[0] + s.q[1] * s.v[1]),
      }),
    }),
  );
  const band = (name: string): Band => {
    const found = observed.kept.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${name} was not observed`);
    const { initial, min, max } = found;
    return { initial, min, max, relative: (max - min) / Math.abs(initial) };
  };
  const { x, y, outwards } = observed;
  const times: number[] = [];
  const angles: number[] = [];
  for (let i = 1; i < outwards.t.length; i++) {
    const [before, after] = [outwards.values[i - 1], outwards.values[i]];
    if (!(before > 0 && after <= 0)) continue;
    const part = before / (before - after);
    const between = (values: Float64Array) => values[i - 1] + part * (values[i] - values[i - 1]);
    times.push(between(outwards.t));
    // Measured from the far side, where the angle has no jump.
    angles.push(Math.atan2(-between(y.values), -between(x.values)));
  }
  const passages = times.length;
  const perPassage = (values: readonly number[]) =>
    passages < 2 ? Number.NaN : (values[passages - 1] - values[0]) / (passages - 1);
  return {
    steps,
    step: observed.sizes ?? { mean: interval, min: interval, max: interval },
    energy: band("energy"),
    momentum: band("angular-momentum-z"),
    period: perPassage(times),
    precession: perPassage(angles),
    swing: Math.sqrt(
      angles.slice(1).reduce((sum, angle, i) => sum + (angle - angles[i]) ** 2, 0) / Math.max(1, passages - 1),
    ),
    passages,
    courses: { t: observed.energies.t, energy: observed.energies.values, momentum: observed.momenta.values },
    path: { x: x.values, y: y.values },
  };
}
