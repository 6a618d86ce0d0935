/** Frames as linear systems: M a + C v + K q = F(t) in the free displacements and rotations of the nodes.
 *
 *  Rotations without inertia (lumped mass) are eliminated exactly before a run and given back in what the user sees. Supports that move
 *  act as loads; with motions of the ground all displacements are relative to it. */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { LinearSystem, TimeLoad, View } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { massless, matrixMass } from "../linalg/mass.js";
import { multiply, squareBlock } from "../linalg/matrix.js";
import { dot } from "../linalg/vec.js";
import type { Body } from "../mesh/body.js";
import type { Point } from "../mesh/selection.js";
import type { MovingScene } from "../scene/scene.js";
import { linearSystem } from "../systems/linear.js";
import { patternLoad, sumOf } from "../systems/loads.js";
import { condensedLinear } from "../systems/massless.js";
import { againstModes, dampingOf, modalViscosity, viscosityOf } from "./assembly/damping.js";
import { frameDofs, supportsOf } from "./assembly/frame-dofs.js";
import { assembledFrame } from "./assembly/frame-matrices.js";
import { wholeBody } from "./assembly/whole-body.js";
import { reachOf } from "./boundary/carried-motion.js";
import { motionsOf, prescribedLoad } from "./boundary/prescribed-motion.js";
import { frameBody } from "./fields/frame-body.js";
import { frameScene } from "./fields/frame-scene.js";
import { describedFrame, type FrameInput, type FrameLoad } from "./frame-description.js";

export interface Frame {
  readonly system: LinearSystem;
  /** Where rotations were eliminated: all free coordinates. */
  readonly view: View | null;
  /** All free coordinates, as starts and results spell them. */
  readonly labels: readonly string[];
  /** Which of them are integrated. */
  readonly retained: Int32Array;
  /** The place of each free coordinate: the number of its node, and the direction. */
  readonly places: readonly { readonly node: number; readonly direction: number }[];
  /** M r on the coordinates that are integrated, for a displacement r of all nodes in a direction: what ground that accelerates there pushes against. */
  groundInertia(direction: Point): Vec;
  readonly body: Body;
  /** What it looks like. */
  scene(): MovingScene;
}

/** `frame({ nodes, members })`, with everything else that `FrameInput` lists. */
export function frame(given: FrameInput): Frame {
  const parts = describedFrame(given);
  const all = assembledFrame(parts);
  const dofs = frameDofs(parts, all.stiffness, all.mass);
  const { free, directions, axes, labels } = dofs;
  if (free.length === 0) throw new InputError("every direction of every node is fixed: nothing can move");

  const stiffness = squareBlock(all.stiffness, free);
  const mass = squareBlock(all.mass, free);
  const damped = {
    damping: parts.damping,
    mass: { matrix: mass },
    stiffness: () => stiffness,
    dashpots: all.viscosity && squareBlock(all.viscosity, free),
  };
  const modal = modalViscosity(damped);
  const damping = viscosityOf(damped, modal);
  const pick = (full: Vec) => Float64Array.from(free, (i) => full[i]);
  const product = (matrix: Matrix) => (w: Vec) => {
    const out = new Float64Array(w.length);
    multiply(matrix, w, out);
    return pick(out);
  };
  const patternOf = ({ action, signal }: FrameLoad) => ({ pattern: pick(all.pattern(action)), signal });
  const acting = patternLoad(parts.loads.map(patternOf));
  const motions = motionsOf(supportsOf(parts), dofs);
  const felt = { mass: product(all.mass), stiffness: product(all.stiffness) };
  const dashpots = all.viscosity && product(all.viscosity);
  const reach =
    modal === null || motions.length === 0
      ? null
      : reachOf({ matrix: () => stiffness, force: felt.stiffness }, { matrix: mass }, parts);
  const modes = modal && reach && againstModes(modal, reach);
  const reactions = { ...felt, damping: dampingOf(parts.damping, felt.mass, felt.stiffness, dashpots, modes) };
  const leading = motions.length === 0 ? null : prescribedLoad(motions, reactions);
  const loads = [acting, leading].filter((load) => load !== null);
  const load = loads.length === 0 ? null : sumOf(loads);
  const undamped = motions.length === 0 ? null : prescribedLoad(motions, { ...reactions, damping: null });

  const places = Array.from(free, (i) => ({
    node: Math.floor(i / directions),
    direction: axes[i % directions] as number,
  }));
  const inWords = labels.map((_, dof) => dofs.describe(dof));
  const light = massless(mass);
  refuseLarge(free.length - light.length, light.length);
  const bending = patternLoad(parts.loads.map(patternOf).filter(({ pattern }) => light.some((i) => pattern[i] !== 0)));
  const systemUnder = (force: TimeLoad | null) => {
    if (light.length > 0)
      return named(inWords, () =>
        condensedLinear({
          ...{ mass, damping, stiffness, labels, load: force },
          ...{ acting: bending, carrying: undamped, t0: parts.t0 ?? 0 },
        }),
      );
    const own = named(inWords, () => matrixMass(mass, parts));
    return {
      system: linearSystem({ mass: own, damping, stiffness, load: force, labels }),
      view: null,
      retained: null,
      lag: undefined,
    };
  };
  const { system: linear, ...condensed } = systemUnder(load);
  const { view } = condensed;
  const half = (matrix: Matrix | null) => {
    const out = new Float64Array(all.mass.pattern.size);
    return (w: Vec) => {
      if (matrix === null) return 0;
      multiply(matrix, w, out);
      return dot(w, out) / 2;
    };
  };
  const resting = () => {
    const still = parts.loads.filter((each) => !isOfGround(each));
    const displaced = prescribedLoad(motions, { stiffness: felt.stiffness, damping: null, mass: null });
    const force = sumOf([patternLoad(still.map(patternOf)), displaced].filter((each) => each !== null));
    return systemUnder(force).system.load;
  };
  const elastic = half(all.stiffness);
  const whole = () =>
    wholeBody({
      dofs,
      motions,
      view,
      lag: condensed.lag ?? null,
      kinetic: half(all.mass),
      stored: elastic,
      elastic,
      dashpots: half(all.viscosity),
      damping: parts.damping,
      modal: modal && { viscosity: modal, reach: reach && motions.map(({ pattern }) => reach(pattern)) },
    });
  const system = {
    ...linear,
    threads: parts.threads,
    ...(motions.length > 0 && { whole: whole() }),
    ...((motions.length > 0 || parts.loads.some(isOfGround)) && { resting }),
  };
  const retained = condensed.retained ?? Int32Array.from(labels.keys());
  const own = { parts, dofs, motions, all, view, system, retained };
  const body = frameBody(own);
  return {
    system: { ...system, describe: (dof) => inWords[retained[dof]] },
    view,
    labels,
    retained,
    places,
    groundInertia(direction) {
      const pattern = pick(all.pattern({ kind: "ground", direction }));
      return Float64Array.from(retained, (i) => -pattern[i]);
    },
    body,
    scene: () => frameScene(own, body, labels),
  };
}

/** Eliminating rotations couples all that is left: the stiffness is then a full matrix. */
const MOST_CONDENSED = 4000;

function refuseLarge(left: number, eliminated: number): void {
  if (eliminated === 0 || left <= MOST_CONDENSED) return;
  throw new InputError(
    `without the rotations, ${left} displacements are left that are all coupled, too many (limit ${MOST_CONDENSED}); accepted: consistent`,
    { key: "mass" },
  );
}

/** Rows that the linear algebra complains of, in the words of the frame. */
function named<T>(words: readonly string[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.place.row === undefined) throw error;
    throw new InputError(`${words[error.place.row]}: ${error.reason}`);
  }
}

const isOfGround = ({ action }: FrameLoad) => action.kind === "ground";
