/** Supports as engineers draw them: a hatched line for what is clamped, a triangle for what is fixed but turns, on rollers where it may slide.
 *  In the plane they are lines, in space small cones and plates. What has a prescribed displacement has an arrow along its path. */

import type { Scene } from "noether/scene";
import {
  BoxGeometry,
  BufferGeometry,
  ConeGeometry,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  LineSegments,
  type Material,
  Matrix4,
  Quaternion,
  Vector3,
} from "three";

/** More than this many are thinned out: a fixed surface is recognised without all of its nodes. */
const MOST = 160;

export interface DrawnSupports {
  readonly object: Group;
  moved(positions: Float32Array): void;
  dispose(): void;
}

export function drawnSupports(scene: Scene, size: number, line: Material, body: Material): DrawnSupports {
  const { points, fixed, prescribed } = scene.supports;
  const step = Math.max(1, Math.ceil(points.length / MOST));
  const shown = [...points.keys()].filter((k) => k % step === 0);
  const unit = shown.length > 24 ? 0.55 * size : size;
  const object = new Group();
  const outward = shown.map((k) => awayFrom(scene, points[k], fixed[k] | prescribed[k]));
  const geometry = new BufferGeometry();
  const drawn: { dispose(): void }[] = [geometry];
  const dispose = () => {
    for (const each of drawn) each.dispose();
  };
  if (scene.dimension < 3) {
    const places: number[] = [];
    const owners: number[] = [];
    shown.forEach((k, i) => {
      for (const [x, y] of symbol(fixed[k], prescribed[k], scene.dimension)) {
        places.push(x * unit, y * unit);
        owners.push(i);
      }
    });
    const positions = new Float32BufferAttribute(new Float32Array(3 * owners.length), 3);
    geometry.setAttribute("position", positions);
    const lines = new LineSegments(geometry, line);
    lines.frustumCulled = false;
    object.add(lines);
    const moved = (at: Float32Array) => {
      owners.forEach((i, n) => {
        const [ox, oy] = outward[i];
        const point = 3 * points[shown[i]];
        // y of a symbol points away from the body, x across.
        positions.setXYZ(
          n,
          at[point] + places[2 * n] * oy + places[2 * n + 1] * ox,
          at[point + 1] - places[2 * n] * ox + places[2 * n + 1] * oy,
          0,
        );
      });
      positions.needsUpdate = true;
    };
    return { object, moved, dispose };
  }
  const isClamped = (k: number) => (fixed[k] & 0b111) === 0b111;
  const cone = new ConeGeometry(0.5, 1, 4).rotateX(Math.PI).translate(0, 0.5, 0);
  const plate = new BoxGeometry(0.9, 0.22, 0.9).translate(0, 0.11, 0);
  drawn.push(cone, plate);
  const groups = [
    { shape: plate, own: shown.filter(isClamped) },
    { shape: cone, own: shown.filter((k) => !isClamped(k)) },
  ].map(({ shape, own }) => {
    const mesh = new InstancedMesh(shape, body, own.length);
    mesh.frustumCulled = false;
    object.add(mesh);
    drawn.push(mesh);
    return { mesh, own };
  });
  const [matrix, turn, at, scale, up] = [
    new Matrix4(),
    new Quaternion(),
    new Vector3(),
    new Vector3(unit, unit, unit),
    new Vector3(0, 1, 0),
  ];
  const moved = (positions: Float32Array) => {
    for (const { mesh, own } of groups) {
      own.forEach((k, i) => {
        turn.setFromUnitVectors(up, new Vector3(...outward[shown.indexOf(k)]));
        at.fromArray(positions, 3 * points[k]);
        mesh.setMatrixAt(i, matrix.compose(at, turn, scale));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  };
  return { object, moved, dispose };
}

type Pair = readonly [number, number];

/** Ends of segments, in units of a symbol, y away from what is fixed. */
function symbol(fixed: number, prescribed: number, dimension: number): Pair[] {
  if (fixed === 0) return prescribed === 0 ? [] : ARROW;
  const rotates = (fixed & 0b111000) === 0;
  const slides = dimension === 2 && (fixed & 0b11) !== 0b11;
  if (!rotates || dimension === 1) return HATCHED(0);
  return slides ? [...TRIANGLE, ...ROLLERS, ...HATCHED(1.25)] : [...TRIANGLE, ...HATCHED(0.9)];
}

const TRIANGLE: Pair[] = [
  [0, 0],
  [-0.55, 0.9],
  [-0.55, 0.9],
  [0.55, 0.9],
  [0.55, 0.9],
  [0, 0],
];
const ROLLERS: Pair[] = [-0.3, 0.3].flatMap((x) => circle(x, 1.07, 0.16));
const ARROW: Pair[] = [
  [-0.9, 0],
  [0.9, 0],
  [0.9, 0],
  [0.6, 0.2],
  [0.9, 0],
  [0.6, -0.2],
  [-0.9, 0],
  [-0.6, 0.2],
  [-0.9, 0],
  [-0.6, -0.2],
];

function HATCHED(y: number): Pair[] {
  const strokes = [-0.9, -0.54, -0.18, 0.18, 0.54, 0.9];
  return [
    [-1.05, y] as const,
    [1.05, y] as const,
    ...strokes.flatMap((x): Pair[] => [
      [x, y],
      [x - 0.32, y + 0.36],
    ]),
  ];
}

function circle(x: number, y: number, radius: number): Pair[] {
  return Array.from({ length: 12 }, (_, k) => k).flatMap((k): Pair[] =>
    [k, k + 1].map((i) => [x + radius * Math.cos((Math.PI * i) / 6), y + radius * Math.sin((Math.PI * i) / 6)]),
  );
}

/** Away from the body: below what stands on it, behind what leans on it; above what hangs. A direction that alone is fixed is shown itself. */
function awayFrom(
  { rest, dimension, magnifiable, surface, members }: Scene,
  point: number,
  mask: number,
): [number, number, number] {
  const mean = [0, 0, 0];
  for (let i = 0; i < rest.length; i++) mean[i % 3] += (3 * rest[i]) / rest.length;
  const apart = [0, 1, 2].map((c) => rest[3 * point + c] - mean[c]);
  if (dimension === 1) return apart[0] > 0 ? [1, 0, 0] : [-1, 0, 0];
  if (!magnifiable || (surface === null && members.points.length === 0))
    return dimension === 3 ? [0, 0, 1] : [0, apart[1] < 0 ? -1 : 1, 0];
  const directions = [0, 1, 2].filter((c) => c < dimension && ((mask & 0b111) === 0 || (mask >> c) & 1));
  const lowest = dimension === 3 ? 2 : 1;
  const size = Math.hypot(...apart) || 1;
  const stands = directions.includes(lowest) && apart[lowest] < -0.25 * size;
  const c = stands
    ? lowest
    : directions.reduce(
        (best, each) => (Math.abs(apart[each]) > Math.abs(apart[best]) ? each : best),
        directions[0] ?? lowest,
      );
  const out: [number, number, number] = [0, 0, 0];
  out[c] = apart[c] > 0 ? 1 : -1;
  return out;
}
