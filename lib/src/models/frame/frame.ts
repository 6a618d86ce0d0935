/** Frames as linear systems: M a + C v + K q = F(t) in the free displacements and rotations of the nodes.
 *
 *  Rotations without inertia (lumped mass) are eliminated exactly before a run and given back in what the user sees. Supports that move
 *  act as loads; with motions of the ground all displacements are relative to it. */
import { InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import type { LinearSystem, View } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { massless, matrixMass } from "../../linalg/mass.js";
import { combination, squareBlock } from "../../linalg/matrix.js";
import type { Body } from "../../mesh/body.js";
import type { MovingScene } from "../../scene/scene.js";
import { modalDamping, rayleighDamping } from "../damping.js";
import { linearSystem } from "../linear.js";
import { patternLoad, sumOf } from "../loads.js";
import { condensedLinear } from "../massless.js";
import { assembledFrame } from "./assembled.js";
import { frameBody } from "./body.js";
import { frameCoordinates, type Partition, partitionOf } from "./coordinates.js";
import { describedFrame, FRAME_DIRECTIONS, type FrameDamping, type FrameInput } from "./description.js";
import { supportLoad } from "./prescribed-motion.js";
import { frameScene } from "./scene.js";

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
  readonly body: Body;
  /** What it looks like. */
  scene(): MovingScene;
}

/** `frame({ nodes, members })`, with everything else that `FrameInput` lists. */
export function frame(given: FrameInput): Frame {
  const parts = describedFrame(given);
  const coordinates = frameCoordinates(parts);
  const all = assembledFrame(parts, coordinates);
  const partition = partitionOf(parts, coordinates, all.stiffness, all.mass);
  const { free } = partition;
  if (free.length === 0) throw new InputError("every direction of every node is fixed: nothing can move");

  const stiffness = squareBlock(all.stiffness, free);
  const mass = squareBlock(all.mass, free);
  const { damping, whole } = dampingOf(parts.damping, all, partition, mass, stiffness);
  const pick = (full: Vec) => Float64Array.from(free, (i) => full[i]);
  const acting = patternLoad(parts.loads.map(({ action, signal }) => ({ pattern: pick(all.pattern(action)), signal })));
  const leading = supportLoad(partition, { ...all, damping: whole });
  const loads = [acting, leading].filter((load) => load !== null);
  const load = loads.length === 0 ? null : sumOf(loads);
  const labels = Array.from(free, (i) => coordinates.labels[i]);

  const per = coordinates.directions.length;
  const places = Array.from(free, (i) => ({
    node: Math.floor(i / per),
    direction: coordinates.directions[i % per] as number,
  }));
  const inWords = places.map(
    ({ node, direction }) => `node ${parts.nodes[node].name}, direction ${FRAME_DIRECTIONS[direction]}`,
  );
  const light = massless(mass);
  refuseLarge(free.length - light.length, light.length);
  const condensed =
    light.length > 0 ? named(inWords, () => condensedLinear({ mass, damping, stiffness, load, labels })) : null;
  const system =
    condensed?.system ??
    linearSystem({ mass: named(inWords, () => matrixMass(mass)), damping, stiffness, load, labels });
  const view = condensed?.view ?? null;
  const retained = condensed?.retained ?? Int32Array.from(labels.keys());
  const own = { parts, coordinates, all, partition, view };
  const body = frameBody(own);
  return {
    system: { ...system, describe: (dof) => inWords[retained[dof]] },
    view,
    labels,
    retained,
    places,
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

/** C over the free coordinates, and over all where supports with prescribed displacements feel it. */
function dampingOf(
  damping: FrameDamping | null,
  all: { readonly mass: Matrix; readonly stiffness: Matrix; readonly viscosity: Matrix },
  { free }: Partition,
  mass: Matrix,
  stiffness: Matrix,
): { readonly damping: Matrix | null; readonly whole: Matrix | null } {
  const dashpots = all.viscosity.values.length > 0 ? all.viscosity : null;
  if (damping?.kind === "modal") {
    const modal = modalDamping({ matrix: mass }, stiffness, damping.ratio);
    const own = dashpots === null ? modal : combination([1, 1], [modal, squareBlock(dashpots, free)]);
    return { damping: own, whole: dashpots };
  }
  const rayleigh =
    damping === null ? null : rayleighDamping({ matrix: all.mass }, all.stiffness, damping.mass, damping.stiffness);
  const parts = [rayleigh, dashpots].filter((part) => part !== null);
  if (parts.length === 0) return { damping: null, whole: null };
  const whole = parts.length === 1 ? parts[0] : combination([1, 1], parts);
  return { damping: squareBlock(whole, free), whole };
}

/** Rows that the linear algebra complains of, in the words of the frame. */
function named<T>(words: readonly string[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    const row = error instanceof InputError ? /^row (\d+)$/.exec(error.place.key ?? "")?.[1] : undefined;
    if (row === undefined || !(error instanceof InputError)) throw error;
    throw new InputError(`${words[Number(row)]}, is not restrained: ${error.reason}`);
  }
}
