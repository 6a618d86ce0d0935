/** Round bars and tubes. A solid cross-section has a square core inside rings of cells; a tube has rings alone.
 *
 *  Groups: the sides `bottom` and `top` (where the axis begins and ends), `outer`, and `inner` of a tube. */
import { cos, hypot, sin } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import type { ElementName } from "../element-types.js";
import type { Mesh } from "../mesh.js";
import { madeOf } from "./box.js";
import { type Cells, checkCounts, meshOf } from "./cells.js";
import { sidesWhere } from "./sides.js";

export interface Cylinder {
  readonly radius: number;
  readonly height: number;
  /** Of a tube: the radius of the hole. */
  readonly inner?: number;
  /** Around (a multiple of four in a solid one), across the rings, and along the axis. */
  readonly cells: readonly [number, number, number];
  readonly element?: ElementName;
  readonly axis?: "x" | "y" | "z";
  /** The middle of the bottom. */
  readonly origin?: readonly number[];
}

export const CYLINDER_ELEMENTS: readonly ElementName[] = ["hex8", "hex20", "tet4", "tet10", "wedge6", "wedge15"];

/** Corners of the core lie at this share of the radius. */
const CORE = 0.55;

export function cylinder(given: Cylinder): Mesh {
  const { radius, height, inner = 0, cells, element = "hex8", axis = "z", origin = [] } = given;
  check(given);
  const [around, across, along] = cells;
  const section = inner > 0 ? rings(inner, radius, around, across) : disc(radius, around, across);
  const grid = extruded(section, height, along);
  const made = madeOf(grid, element, 24);
  const surface = roundOff(made, grid, element, radius, inner);
  const turned = placed(made, axis, origin);
  const mesh = meshOf(turned);
  const level = (value: number) => (node: number) => made.points[3 * node + 2] === value;
  return {
    ...mesh,
    groups: [
      sidesWhere(mesh, "bottom", level(0)),
      sidesWhere(mesh, "top", level(height)),
      ...(inner > 0 ? (["outer", "inner"] as const) : (["outer"] as const)).map((name) =>
        sidesWhere(mesh, name, (node) => surface(node) === name),
      ),
    ],
  };
}

function check({ radius, height, inner = 0, cells, element = "hex8" }: Cylinder): void {
  const refuse = (key: string, found: number, accepted: string) => {
    throw new InputError(`found ${found}; accepted: ${accepted}`, { key });
  };
  if (!(radius > 0 && radius < Number.POSITIVE_INFINITY)) refuse("radius", radius, "a length > 0");
  if (!(height > 0 && height < Number.POSITIVE_INFINITY)) refuse("height", height, "a length > 0");
  if (!(inner >= 0 && inner < radius)) refuse("inner", inner, "a length from 0 to the radius");
  checkCounts(cells);
  if (cells.length !== 3)
    throw new InputError(`found ${cells.length} numbers; accepted: [around, across, along]`, { key: "cells" });
  if (inner > 0 ? cells[0] < 3 : cells[0] % 4 !== 0) {
    throw new InputError(
      `found ${cells[0]} cells around; accepted: ${inner > 0 ? "three or more" : "a multiple of four"}`,
      { key: "cells" },
    );
  }
  if (!CYLINDER_ELEMENTS.includes(element))
    throw new InputError(`a cylinder has no ${element}; accepted: ${CYLINDER_ELEMENTS.join(", ")}`, { key: "element" });
}

interface Section {
  readonly points: readonly (readonly [number, number])[];
  readonly quads: readonly (readonly [number, number, number, number])[];
}

const onCircle = (radius: number, angle: number) => [radius * cos(angle), radius * sin(angle)] as const;

function rings(inner: number, radius: number, around: number, across: number): Section {
  const angle = (a: number) => (2 * Math.PI * a) / around;
  const points = Array.from({ length: across + 1 }, (_, r) =>
    Array.from({ length: around }, (_, a) => onCircle(inner + ((radius - inner) * r) / across, angle(a))),
  ).flat();
  return { points, quads: ringQuads(across, around, (r, a) => r * around + a) };
}

/** Cells between ring r and ring r + 1, turning to the left. */
function ringQuads(across: number, around: number, node: (ring: number, a: number) => number): Section["quads"] {
  return Array.from({ length: across }, (_, r) =>
    Array.from({ length: around }, (_, a) => {
      const next = (a + 1) % around;
      return [node(r, a), node(r + 1, a), node(r + 1, next), node(r, next)] as const;
    }),
  ).flat();
}

function disc(radius: number, around: number, across: number): Section {
  const n = around / 4;
  const half = (CORE * radius) / Math.SQRT2;
  const core = Array.from({ length: (n + 1) * (n + 1) }, (_, p) => {
    const [i, j] = [p % (n + 1), Math.floor(p / (n + 1))];
    return [half * ((2 * i) / n - 1), half * ((2 * j) / n - 1)] as const;
  });
  const at = (i: number, j: number) => j * (n + 1) + i;
  /** Along the edge of the core, from its lower left corner, to the left all the way. */
  const edge = (a: number) => {
    const [side, step] = [Math.floor(a / n), a % n];
    return [at(step, 0), at(n, step), at(n - step, n), at(0, n - step)][side];
  };
  const points = [...core];
  for (let r = 1; r <= across; r++) {
    for (let a = 0; a < around; a++) {
      const [x, y] = core[edge(a)];
      const [X, Y] = onCircle(radius, (-3 * Math.PI) / 4 + (2 * Math.PI * a) / around);
      points.push([x + ((X - x) * r) / across, y + ((Y - y) * r) / across]);
    }
  }
  const quads = Array.from({ length: n * n }, (_, p) => {
    const [i, j] = [p % n, Math.floor(p / n)];
    return [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)] as const;
  });
  const node = (r: number, a: number) => (r === 0 ? edge(a) : core.length + (r - 1) * around + a);
  return { points, quads: [...quads, ...ringQuads(across, around, node)] };
}

function extruded({ points, quads }: Section, height: number, along: number): Cells {
  const layer = points.length;
  const levels = Array.from({ length: along + 1 }, (_, k) => (k === along ? height : (height * k) / along));
  return {
    points: Float64Array.from(levels.flatMap((z) => points.flatMap(([x, y]) => [x, y, z]))),
    type: "hex8",
    nodes: Int32Array.from(
      levels
        .slice(1)
        .flatMap((_, k) =>
          quads.flatMap((quad) => [...quad.map((p) => k * layer + p), ...quad.map((p) => (k + 1) * layer + p)]),
        ),
    ),
  };
}

/** Middles of what lies on a round surface are moved onto it. To find them the same elements are made with marks in the place of
 *  coordinates: a middle is marked fully only if all it is the middle of are. */
function roundOff(
  made: Cells,
  grid: Cells,
  element: ElementName,
  radius: number,
  inner: number,
): (node: number) => "outer" | "inner" | null {
  const marks = grid.points.slice();
  for (let i = 0; i < marks.length; i += 3) {
    const distance = hypot(grid.points[i], grid.points[i + 1]);
    marks[i] = Math.abs(distance - radius) < 1e-9 * radius ? 1 : 0;
    marks[i + 1] = inner > 0 && Math.abs(distance - inner) < 1e-9 * radius ? 1 : 0;
  }
  const found = madeOf({ ...grid, points: marks }, element, 24).points;
  const surface = (node: number) => (found[3 * node] === 1 ? "outer" : found[3 * node + 1] === 1 ? "inner" : null);
  const { points } = made;
  for (let node = grid.points.length / 3; node < points.length / 3; node++) {
    const on = surface(node);
    if (on === null) continue;
    const factor = (on === "outer" ? radius : inner) / hypot(points[3 * node], points[3 * node + 1]);
    points[3 * node] *= factor;
    points[3 * node + 1] *= factor;
  }
  return surface;
}

/** The axis of the cylinder as x, y or z: directions change places in a ring, which leaves volumes positive. */
function placed({ points, type, nodes }: Cells, axis: "x" | "y" | "z", origin: readonly number[]): Cells {
  const shift = { z: 0, x: 1, y: 2 }[axis];
  return {
    points: points.map((_, i) => {
      const direction = i % 3;
      return points[i - direction + ((direction + 3 - shift) % 3)] + (origin[direction] ?? 0);
    }),
    type,
    nodes,
  };
}
