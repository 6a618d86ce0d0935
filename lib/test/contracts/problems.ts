/** Problems on which claims are measured: nonlinear, and moving from the start, since linear systems super-converge and a
 *  start from rest hides errors of the velocity. Of one to forty unknowns, with diagonal and full masses, dense and sparse
 *  tangents; of particles, bars, elements and frames; alone, driven, driven and damped; with contact and with constraints. */
import type { Problem } from "../../src/core/system.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { henonHeiles } from "../../src/models/oscillators/henon-heiles.js";
import { pendulum } from "../../src/models/oscillators/pendulum.js";
import { kepler } from "../../src/models/particles/kepler.js";
import { springChain } from "../../src/models/particles/spring-chain.js";
import { cantilever } from "../../src/models/structures/cantilever.js";
import { portalFrame } from "../../src/models/structures/portal-frame.js";
import { shearBuilding } from "../../src/models/structures/shear-building.js";
import { tossedBlock } from "../../src/models/structures/tossed-block.js";
import {
  atoms,
  blockOnFloor,
  constrainedPendulum,
  damped,
  doublePendulum,
  driven,
  fiveUnknowns,
  hexahedron,
  jolted,
  moving,
  portal,
  rodAt,
  tetrahedra,
  threeUnknowns,
  truss,
} from "./bodies.js";

export interface Trial {
  readonly name: string;
  /** Makes it anew: in the form that the switch of core/specialise.ts asks for. */
  build(): Problem;
  /** A coarse step that every method here can take, and a time to measure errors at. */
  readonly step: number;
  readonly end: number;
  /** Is the potential a polynomial of degree four or less? */
  readonly quartic?: boolean;
  /** Does a motion meet a place where a force has a kink? Then orders are not what they are elsewhere. */
  readonly kinks?: boolean;
  /** Does the load jump, at times that steps of `step`/4 and their halves divide? Orders are kept by those steps only. */
  readonly jumps?: boolean;
  /** Where it ends, computed in other coordinates: constraints leave no method of high order to compare with. */
  reference?(end: number): { readonly q: readonly number[]; readonly v: readonly number[] };
}

type Builder = () => Problem;

const trial = (name: string, step: number, end: number, build: Builder, more: Partial<Trial> = {}): Trial => ({
  name,
  build,
  step,
  end,
  ...more,
});

/** The same alone, driven, and driven and damped. */
const threefold = (name: string, step: number, end: number, build: Builder, more: Partial<Trial> = {}): Trial[] => [
  trial(name, step, end, build, more),
  trial(`${name}, driven`, step, end, () => driven(build()), more),
  trial(`${name}, driven and damped`, step, end, () => damped(driven(build())), more),
];

const slowBuilding = () => {
  const building = shearBuilding({ storeys: 3, mass: 1, stiffness: 1, damping: 0, peak: 0, displacement: 0.3 });
  return moving(building, [...building.q0], [0.1, -0.2, 0.3]);
};

/** n masses between walls, the stiffness of their springs growing with the stretch; a wave runs along it. */
const chain = (n: number) => () => {
  const problem = springChain({ masses: n, quartic: 0.4, cubic: 0.2 });
  const q = problem.q0.map((_, i) => 0.4 * Math.sin((2.5 * (i + 1)) / n));
  return moving(
    problem,
    q,
    q.map((_, i) => 0.3 * Math.cos((4 * i) / n) - 0.1),
  );
};

const forcedDuffing = (damping: number) => () =>
  duffing({ damping, force: 0.7, frequency: 1.3, position: 0.6, velocity: 0.4 });

export const trials: readonly Trial[] = [
  trial("pendulum at a large angle", 0.1, 2, () => pendulum({ angle: 2.2, rate: 1.1 })),
  trial("Hénon–Heiles", 0.25, 8, () => moving(henonHeiles(), [0.12, 0.13], [0.31, 0.22]), { quartic: true }),
  // At t = 2 the leading error of rk4's velocity nearly vanishes, and its order is seen late.
  trial("central sextic", 0.1, 2.2, () => moving(centralSextic(), [1.1, 0.2], [0.3, 0.5])),
  trial("Duffing, driven", 0.2, 4, forcedDuffing(0), { quartic: true }),
  trial("Duffing, driven and damped", 0.2, 4, forcedDuffing(0.2), { quartic: true }),
  trial("Kepler", 0.05, 3, () => kepler({ eccentricity: 0.5 })),
  trial("undamped shear building", 0.5, 5, slowBuilding, { quartic: true }),
  trial("shear building under a ground motion", 0.01, 5, () => shearBuilding({ storeys: 4, displacement: 0.01 }), {
    quartic: true,
    kinks: true,
  }),
  ...threefold("three unknowns, full mass", 0.1, 2, threeUnknowns),
  ...threefold("five unknowns, full mass", 0.1, 2, fiveUnknowns),
  ...threefold("chain of 40", 0.2, 2, chain(40), { quartic: true }),
  ...threefold("four atoms in space", 0.02, 0.3, atoms),
  ...threefold("truss with Green strain", 0.1, 2, truss, { quartic: true }),
  ...threefold("neo-Hookean tetrahedra", 0.03, 0.45, tetrahedra),
  ...threefold("neo-Hookean hexahedron", 0.05, 0.6, hexahedron),
  trial("portal frame", 0.02, 0.5, () => portal(), { quartic: true }),
  trial("portal frame, driven", 0.02, 0.5, () => portal({ loaded: true }), { quartic: true }),
  trial("portal frame, driven and damped", 0.02, 0.5, () => portal({ loaded: true, damped: true }), { quartic: true }),
  trial("block that meets a floor", 0.05, 1, blockOnFloor, { kinks: true }),
  trial("pendulum on a rod", 0.1, 2, constrainedPendulum, { reference: rodAt }),
  trial("double pendulum of rods", 0.05, 1, doublePendulum, { kinks: true }),
  trial("cantilever", 0.08, 0.96, () => cantilever({ length: 4, E: 3, density: 1, speed: 0.8 })),
  trial("tossed block", 0.05, 0.6, () => tossedBlock({ E: 5, density: 1, mass: "consistent" })),
  trial("portal frame under a ground motion", 0.0025, 1, () => portalFrame({ displacement: 0.01 }), {
    quartic: true,
    kinks: true,
  }),
  trial("chain of five, load jumps", 0.1, 1, () => jolted(chain(5)()), { quartic: true, jumps: true }),
  trial("three unknowns, damped, load jumps", 0.1, 1, () => damped(jolted(threeUnknowns())), { jumps: true }),
];
