/** A moving scene from what is special about it: everything else is empty, and every scene can be coloured by its speed. */
import type { Vec } from "../core/vec.js";
import type { MovingScene, Scene, SceneField, SceneVectors } from "./scene.js";

type Optional = Partial<Omit<Scene, "dimension" | "names" | "rest" | "coordinates" | "fields">>;

export interface ScenePartsGiven extends Optional, Pick<Scene, "dimension" | "names"> {
  /** Three numbers a point. */
  readonly rest: ArrayLike<number>;
  /** Of each point, its coordinates in the order of the directions; absent: none have any. */
  readonly coordinates?: Int32Array;
  readonly displacements: SceneVectors;
  readonly velocities: SceneVectors;
  /** Further fields, before those of the motion. */
  readonly measured?: readonly MeasuredField[];
}

export interface MeasuredField extends SceneField {
  values(t: number, q: Vec, v: Vec, out: Float32Array): void;
}

const NONE = new Uint32Array(0);

export function movingScene(parts: ScenePartsGiven): MovingScene {
  const { displacements, velocities, measured = [], coordinates, ...given } = parts;
  const rest = Float32Array.from(parts.rest);
  const scratch = new Float32Array(rest.length);
  const length = (vectors: SceneVectors): MeasuredField["values"] => {
    return (t, q, v, out) => {
      vectors(t, q, v, scratch);
      for (let i = 0; i < out.length; i++) out[i] = Math.hypot(scratch[3 * i], scratch[3 * i + 1], scratch[3 * i + 2]);
    };
  };
  const magnifiable = parts.magnifiable ?? false;
  const inSpace = (name: string) => ((parts.spatial ?? true) ? name : null);
  const motion = { signed: false, quantity: inSpace("velocity"), values: length(velocities) };
  const shape = { signed: false, quantity: inSpace("length"), values: length(displacements) };
  const fields: MeasuredField[] = [
    ...measured,
    ...(magnifiable ? [{ name: "displacement", title: "Displacement", ...shape }] : []),
    { name: "speed", title: "Speed", ...motion },
  ];
  return {
    scene: {
      axes: ["x", "y", "z"].slice(0, parts.dimension),
      spatial: true,
      balls: { points: NONE, sizes: new Float32Array(0), radius: null },
      links: [],
      members: { start: Uint32Array.of(0), points: NONE },
      surface: null,
      supports: { points: NONE, fixed: new Uint8Array(0), prescribed: new Uint8Array(0) },
      hinges: NONE,
      planes: [],
      box: null,
      background: [],
      trails: NONE,
      ...given,
      magnifiable,
      rest,
      coordinates: coordinates ?? new Int32Array(rest.length).fill(-1),
      fields: fields.map(({ name, title, quantity, signed }) => ({ name, title, quantity, signed })),
    },
    displacements,
    velocities,
    values: (field, t, q, v, out) => fields[field].values(t, q, v, out),
  };
}
