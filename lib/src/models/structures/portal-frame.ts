/** Two clamped columns with a beam that carries a floor, members of Euler and Bernoulli, under a motion of the ground. Coordinates are
 *  displacements and rotations relative to the ground: M ü + C u̇ + K u = −M r ü_g(t), r one for all that is horizontal.
 *                                                                                                      [chopra2012, ch. 9 and 13] */
import { InputError } from "../../core/failure.js";
import { real, whole } from "../../core/parameter.js";
import { constantSignal, type Signal } from "../../core/signal.js";
import type { LinearSystem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { frame } from "../../fe/frame.js";
import type { FrameDirection, FrameInput, FrameLoad, SectionInput } from "../../fe/frame-description.js";
import { lowestModes } from "../../linalg/lanczos.js";
import { rayleighCoefficients } from "../../systems/damping.js";
import { equilibrium } from "../../systems/equilibrium.js";
import { sampledSignal } from "../../systems/loads.js";
import { model, startingFrom } from "../model.js";
import { syntheticRecord } from "./synthetic-record.js";

export const portalFrame = model(
  {
    id: "portal-frame",
    title: "Portal frame under a ground motion",
    summary:
      "Two columns and a beam of concrete, shaken by an artificial earthquake or pulled to the side and let go: slow sway and fast stretching in one linear system.",
    parameters: {
      cells: whole(1, "members that each column and the beam are divided into", { min: 1, max: 100 }),
      height: real(4, "of the columns, m", { min: Number.MIN_VALUE }),
      span: real(6, "of the beam, m", { min: Number.MIN_VALUE }),
      E: real(3e10, "Young's modulus, Pa", { min: Number.MIN_VALUE }),
      depth: real(0.4, "of the square sections, m", { min: Number.MIN_VALUE }),
      density: real(2500, "kg/m³", { min: Number.MIN_VALUE }),
      floor: real(1e4, "mass that a metre of the beam carries, kg/m", { min: 0 }),
      damping: real(0.05, "damping ratio of the first two modes", { min: 0 }),
      displacement: real(0, "of the beam at the start, to the side, m"),
      peak: real(3, "largest ground acceleration, m/s²; 0 for none"),
      seed: whole(1, "another number is another earthquake", { min: 0, max: 4294967295 }),
    },
    cites: ["chopra2012", "tajimi1960"],
    suggested: { step: 0.0025, end: 30 },
  },
  ({ cells, height, span, E, depth, density, floor, damping, displacement, peak, seed }) => {
    const A = depth ** 2;
    const column = { E, A, Iz: A ** 2 / 12, density };
    const beam = { ...column, density: density + floor / A };
    const bare = portal(cells, height, span, column, beam);
    const shaken: FrameInput =
      peak === 0 ? bare : { ...bare, loads: [groundMotion(sampledSignal(syntheticRecord({ seed, peak })))] };
    const { system, scene } = frame(
      damping === 0 ? shaken : { ...shaken, damping: rayleigh(damping, frame(bare).system) },
    );
    return { ...startingFrom(system, leaning(bare, cells, displacement), new Float64Array(system.dof)), scene };
  },
);

/** Up the left column, along the beam, down the right column; both feet are clamped. */
function portal(cells: number, height: number, span: number, column: SectionInput, beam: SectionInput): FrameInput {
  const nodes = Array.from({ length: 3 * cells + 1 }, (_, i) => {
    const [side, along] = [Math.floor(i / cells), (i % cells) / cells];
    const point = [
      [0, along * height],
      [along * span, height],
      [span, (1 - along) * height],
      [span, 0],
    ][side];
    return { point: [point[0], point[1], 0] as const };
  });
  const members = Array.from({ length: 3 * cells }, (_, i) => {
    return { from: i, to: i + 1, section: Math.floor(i / cells) === 1 ? beam : column };
  });
  const supports = [0, 3 * cells].flatMap((node) =>
    ([0, 1, 5] as const satisfies FrameDirection[]).map((direction) => ({ node, direction, motion: null })),
  );
  return { nodes, members, supports };
}

const groundMotion = (signal: Signal): FrameLoad => ({ action: { kind: "ground", direction: [1, 0, 0] }, signal });

/** In equilibrium under a gravity that acts to the side, so large that the upper end of the left column moves by `displacement`. */
function leaning(parts: FrameInput, corner: number, displacement: number): Vec {
  const sideways: FrameLoad = {
    action: { kind: "gravity", acceleration: [1, 0, 0] },
    signal: constantSignal(1),
  };
  const { system, places } = frame({ ...parts, loads: [sideways] });
  const q = new Float64Array(system.dof);
  const failure = equilibrium(system, 0, q);
  if (failure !== null) throw new InputError("the stiffness of the frame is singular to working precision");
  const sway = q[places.findIndex(({ node, direction }) => node === corner && direction === 0)];
  return q.map((value) => (displacement * value) / sway);
}

/** The coefficients that give the first two modes this damping ratio. */
function rayleigh(ratio: number, { stiffness, mass }: LinearSystem) {
  const modes = lowestModes(stiffness, mass.matrix, 2);
  if (!("vectors" in modes)) throw new InputError("the stiffness of the frame is singular to working precision");
  const [a0, a1] = rayleighCoefficients(ratio, Math.sqrt(modes.values[0]), Math.sqrt(modes.values[1]));
  return { kind: "rayleigh", mass: a0, stiffness: a1 } as const;
}
