/** Scenes of systems that are known only by their coordinates:
 *
 *      one          a pendulum where V is a cosine of it, else a bead on the curve of its potential energy
 *      x and y      a point among the contours of V; so are two coordinates of any name
 *      points       several of them, in the plane or in space, with the rods that constraints say and the springs that V says; one, too,
 *                   where it hangs on a spring; weights pull downwards in the plane, whatever the coordinate is called
 *      many         the coordinates themselves (`coordinates.ts`) */
import type { Problem } from "../core/system.js";
import { maxOf } from "../core/vec.js";
import { contourLines } from "./contours.js";
import { coordinateScene } from "./coordinates.js";
import { type LabelledPoints, pointsFromLabels } from "./from-labels.js";
import { linkage, type Mover, type Triple } from "./linkage.js";
import { pendulumScene } from "./pendulum.js";
import { rodsOf } from "./rods.js";
import type { BackgroundLine, MovingScene, Scene } from "./scene.js";
import { type Spring, springsOf } from "./springs.js";
import { turnFor, weightOf } from "./weight.js";
import { type CoordinateBounds, energyAtStart, widened, windowOf } from "./window.js";

export function abstractScene(problem: Problem, range: CoordinateBounds | null = null): MovingScene {
  const { system, view } = problem;
  const labels = view?.labels ?? system.labels;
  const points = pointsFromLabels(labels);
  if (view === undefined) {
    if (labels.length === 1) return pendulumScene(problem) ?? beadOnCurve(problem, range);
    const springs = points === null || system.load !== null ? [] : springsOf(problem, points);
    if (points !== null && springs.length > 0) return pointsOf(problem, points, springs);
    if (labels.length === 2 && system.constraints === undefined) return amongContours(problem, range);
    if (points !== null) return pointsOf(problem, points);
  }
  return coordinateScene(problem, labels);
}

const SAMPLES = 240;
/** The curve of V is drawn so high, of the width of the picture. */
const HEIGHT = 0.55;

function beadOnCurve(problem: Problem, range: CoordinateBounds | null): MovingScene {
  const { system } = problem;
  const window = windowOf(problem, range);
  const { least, most } = widened(window, 0.15);
  const [low, high] = [least[0], most[0]];
  const q = new Float64Array(1);
  const potential = (x: number) => {
    q[0] = x;
    return system.potential(q);
  };
  const samples = Array.from({ length: SAMPLES + 1 }, (_, k) => {
    const x = low + (k / SAMPLES) * (high - low);
    return [x, potential(x)] as const;
  }).filter(([, V]) => Number.isFinite(V));
  const bottom = samples.reduce((least, [, V]) => Math.min(least, V), Number.POSITIVE_INFINITY);
  const energy = Math.max(energyAtStart(problem), bottom);
  // As high as the energy reaches, and a bit more; of a system that is driven as high as V gets in the range.
  const ends = window.isFarther ? [window.least[0], window.most[0]] : [];
  const top = maxOf(ends.map(potential), energy);
  const span = (Number.isFinite(top) ? top : energy) - bottom || 1;
  const scale = (HEIGHT * (high - low)) / (1.25 * span);
  const height = (V: number) => scale * (V - bottom);
  const shown = samples.filter(([, V]) => V <= bottom + 1.25 * span);
  const gradient = new Float64Array(1);
  const scene = linkage({
    axes: [system.labels[0], "V"],
    spatial: false,
    moving: [{ name: system.labels[0], coordinates: [0], trail: false }],
    place(at, out) {
      out[0] = at[0];
      out[1] = height(system.potential(at));
    },
    rate(at, v, out) {
      system.gradient(at, gradient);
      out[0] = v[0];
      out[1] = scale * gradient[0] * v[0];
    },
  });
  const line = (kind: BackgroundLine["kind"], level: number, xy: readonly (readonly [number, number])[]) => ({
    kind,
    level,
    points: Float32Array.from(xy.flatMap(([x, y]) => [x, y, 0])),
  });
  return withBackground(scene, [
    line("energy", energy, [
      [low, height(energy)],
      [high, height(energy)],
    ]),
    line(
      "potential",
      Number.NaN,
      shown.map(([x, V]) => [x, height(V)]),
    ),
  ]);
}

const CELLS = 96;
const LEVELS = 9;

function amongContours(problem: Problem, range: CoordinateBounds | null): MovingScene {
  const { system } = problem;
  const { least, most } = widened(windowOf(problem, range), 0.25);
  const q = new Float64Array(2);
  const at = (c: number, k: number) => least[c] + (k / CELLS) * (most[c] - least[c]);
  const values = Float64Array.from({ length: (CELLS + 1) ** 2 }, (_, n) => {
    q[0] = at(0, n % (CELLS + 1));
    q[1] = at(1, Math.floor(n / (CELLS + 1)));
    return system.potential(q);
  });
  const grid = {
    columns: CELLS + 1,
    rows: CELLS + 1,
    x: (k: number) => at(0, k),
    y: (k: number) => at(1, k),
    values,
  };
  const lines = (kind: BackgroundLine["kind"], level: number): BackgroundLine[] =>
    contourLines(grid, level).map((xy) => ({
      kind,
      level,
      points: Float32Array.from({ length: (3 * xy.length) / 2 }, (_, i) =>
        i % 3 === 2 ? 0 : xy[2 * Math.floor(i / 3) + (i % 3)],
      ),
    }));
  const energy = energyAtStart(problem);
  const sorted = values.filter(Number.isFinite).sort();
  // Equal steps of the root of V − V_min: equal distances in a well. Singular wells begin where a fiftieth of the picture does.
  const bottom =
    sorted[Math.floor(sorted.length / 50)] < energy
      ? Math.max(sorted[0], 2 * sorted[Math.floor(sorted.length / 50)] - energy)
      : sorted[0];
  const levels = Array.from({ length: LEVELS }, (_, k) => bottom + ((k + 1) / (LEVELS - 2)) ** 2 * (energy - bottom));
  const scene = linkage({
    axes: [...system.labels],
    spatial: pointsFromLabels(system.labels) !== null,
    moving: [{ name: system.labels.join(", "), coordinates: [0, 1] }],
    place(now, out) {
      out[0] = now[0];
      out[1] = now[1];
    },
  });
  const contours = levels.filter((level) => Math.abs(level - energy) > 1e-9 * Math.abs(energy - bottom));
  return withBackground(scene, [...contours.flatMap((level) => lines("contour", level)), ...lines("energy", energy)]);
}

function withBackground(moving: MovingScene, background: Scene["background"]): MovingScene {
  return { ...moving, scene: { ...moving.scene, background } };
}

function pointsOf(problem: Problem, points: LabelledPoints, springs: readonly Spring[] = []): MovingScene {
  const { system, q0 } = problem;
  const { coordinates, names, dimension } = points;
  const rods = system.constraints === undefined ? [] : rodsOf(system.constraints, points, q0);
  const turn = turnFor(weightOf(problem, points, springs));
  const { from, sign } = turn;
  const fixed: Triple[] = [];
  for (const { to } of [...rods, ...springs]) {
    if (typeof to !== "number" && placeOf(fixed, to) < 0) fixed.push(to);
  }
  const end = (to: Spring["to"]) => (typeof to === "number" ? fixed.length + to : placeOf(fixed, to));
  const ends = (all: readonly Spring[]) => all.map(({ from, to }) => [end(to), fixed.length + from] as const);
  /** Of a point, in the order of the directions that are drawn. */
  const own = Int32Array.from(coordinates, (_, i) => coordinates[i % 3 === 2 ? i : i - (i % 3) + from[i % 3]]);
  return linkage({
    dimension,
    ...(dimension === 2 ? { axes: turn.axes } : {}),
    // No −0, which Object.is tells from 0.
    fixed: fixed.map((place): Triple => [sign[0] * place[from[0]] + 0, sign[1] * place[from[1]] + 0, place[2]]),
    moving: names.map((name, i): Mover => ({ name, coordinates: [...own.subarray(3 * i, 3 * i + 3)] })),
    place(q, out) {
      for (let i = 0; i < own.length; i++) out[i] = own[i] < 0 ? 0 : (i % 3 === 2 ? 1 : sign[i % 3]) * q[own[i]];
    },
    links: [
      { kind: "rod", ends: ends(rods) },
      { kind: "spring", ends: ends(springs) },
    ],
  });
}

const placeOf = (all: readonly Triple[], one: Triple) => all.findIndex((other) => other.every((x, c) => x === one[c]));
