/** Section 6.3: an aluminium cube thrown at a rigid wall. The paper does not say how its meshes are made; the numbers of nodes and
 *  elements leave little choice: cells of 24 tetrahedra over the centres of their faces, or 48 with halved edges. */
import {
  angularMomenta,
  type Invariant,
  linearMomenta,
  neoHookean,
  type Problem,
  type Solid,
  type State,
  solid,
} from "noether";
import { box, elementCount } from "noether/mesh";

export const SIDE = 0.1;
export const SPEED = 1000;
/** Where the wall is: O and n as printed. */
export const WALL = { point: [0.101, 0.101, 0.101], normal: [0, -1, -1] } as const;
export const SPACING = 5e-4;
export const END = 80e-6;
/** The constants of (74). */
const LAMBDA = 60.5e9;
const MU = 26e9;
const DENSITY = 2700;
const PENALTY = 1e-14;
/** Mass times speed, in each direction. */
export const MOMENTUM = DENSITY * SIDE ** 3 * SPEED;
/** |n|² of the printed normal, which is not of unit length: taken as it stands, it makes the wall twice as stiff. */
const NORMAL_SQUARED = 2;

export const MESHES = [
  { name: "I", cells: 2, tetrahedra: 24 },
  { name: "II", cells: 2, tetrahedra: 48 },
  { name: "III", cells: 4, tetrahedra: 24 },
] as const;
export type CubeMesh = (typeof MESHES)[number];

export interface Cube {
  readonly body: Solid;
  readonly problem: Problem;
  readonly nodes: number;
  readonly elements: number;
  /** Linear, then angular about the origin. */
  readonly momenta: readonly Invariant[];
  kinetic(s: Readonly<State>): number;
}

export function cube({ cells, tetrahedra }: CubeMesh, normal: "printed" | "unit" = "printed"): Cube {
  const mesh = box({ size: [SIDE, SIDE, SIDE], cells: [cells, cells, cells], element: "tet4", tetrahedra });
  const E = (MU * (3 * LAMBDA + 2 * MU)) / (LAMBDA + MU);
  const material = neoHookean({ E, nu: LAMBDA / (2 * (LAMBDA + MU)), density: DENSITY });
  const penalty = normal === "printed" ? PENALTY / NORMAL_SQUARED : PENALTY;
  const body = solid({
    mesh,
    material,
    mass: "lumped",
    contacts: [{ ...WALL, penalty, friction: 0 }],
  });
  const { system } = body;
  const momentum = new Float64Array(system.dof);
  return {
    body,
    problem: { system, t0: 0, q0: new Float64Array(system.dof), v0: new Float64Array(system.dof).fill(SPEED) },
    nodes: mesh.points.length / 3,
    elements: elementCount(mesh),
    momenta: [...linearMomenta(system.mass, 3), ...aboutTheOrigin(body)],
    kinetic({ v }) {
      system.mass.apply(v, momentum);
      return v.reduce((sum, speed, i) => sum + (speed * momentum[i]) / 2, 0);
    },
  };
}

/** Angular momenta of the positions X + u. */
function aboutTheOrigin({ system, parts: { mesh } }: Solid): Invariant[] {
  const position = new Float64Array(system.dof);
  return angularMomenta(system.mass, 3).map(({ name, value }) => ({
    name,
    value(t, q, v) {
      for (let i = 0; i < position.length; i++) position[i] = mesh.points[i] + q[i];
      return value(t, position, v);
    },
  }));
}

/** What (74) says of a body at rest: 3μ/2 in every unit of volume. */
export const ENERGY_AT_REST = 1.5 * MU * SIDE ** 3;
