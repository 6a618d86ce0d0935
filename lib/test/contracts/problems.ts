/** Problems on which claims are measured: nonlinear, and moving from the start, since linear systems super-converge and a
 *  start from rest hides errors of the velocity. */
import type { Problem } from "../../src/core/system.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { henonHeiles } from "../../src/models/oscillators/henon-heiles.js";
import { pendulum } from "../../src/models/oscillators/pendulum.js";
import { kepler } from "../../src/models/particles/kepler.js";
import { springChain } from "../../src/models/particles/spring-chain.js";
import { shearBuilding } from "../../src/models/structures/shear-building.js";

export interface Trial {
  readonly name: string;
  readonly problem: Problem;
  /** A coarse step that every method here can take, and a time to measure errors at. */
  readonly step: number;
  readonly end: number;
  /** Is the potential a polynomial of degree four or less? */
  readonly quartic?: boolean;
}

const moving = (problem: Problem, q: number[], v: number[]): Problem => ({
  ...problem,
  q0: Float64Array.from(q),
  v0: Float64Array.from(v),
});

export const smoothConservative: readonly Trial[] = [
  { name: "pendulum at a large angle", problem: pendulum({ angle: 2.2, rate: 1.1 }), step: 0.1, end: 2 },
  {
    name: "Hénon–Heiles",
    problem: moving(henonHeiles(), [0.12, 0.13], [0.31, 0.22]),
    step: 0.25,
    end: 8,
  },
  // At t = 2 the leading error of rk4's velocity nearly vanishes, and its order is seen late.
  { name: "central sextic", problem: moving(centralSextic(), [1.1, 0.2], [0.3, 0.5]), step: 0.1, end: 2.2 },
];

export const forcedAndDamped: Trial = {
  name: "Duffing, driven and damped",
  problem: duffing({ damping: 0.2, force: 0.7, frequency: 1.3, position: 0.6, velocity: 0.4 }),
  step: 0.2,
  end: 4,
};

export const forced: Trial = {
  name: "Duffing, driven",
  problem: duffing({ damping: 0, force: 0.7, frequency: 1.3, position: 0.6, velocity: 0.4 }),
  step: 0.2,
  end: 4,
};

export const linear: Trial = {
  name: "undamped shear building",
  problem: (() => {
    const building = shearBuilding({ storeys: 3, mass: 1, stiffness: 1, damping: 0, peak: 0, displacement: 0.3 });
    return moving(building, [...building.q0], [0.1, -0.2, 0.3]);
  })(),
  step: 0.5,
  end: 5,
  quartic: true,
};

/** Bodies in free flight: linear and angular momentum are there to be kept or lost. */
export const withMomenta: readonly Trial[] = [
  { name: "Kepler", problem: kepler({ eccentricity: 0.5 }), step: 0.05, end: 3 },
  { name: "spring chain", problem: springChain({ masses: 4 }), step: 0.2, end: 2, quartic: true },
];
