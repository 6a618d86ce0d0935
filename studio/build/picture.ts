/** The scene of a motion as a small drawing: SVG without colours of its own. Every part has a class, and the page's style sheet gives it the
 *  colours of the theme. */
import { longestSide, type MovingScene, magnification, place, type Scene } from "noether/scene";
import type { Motion } from "./motion.js";

export const WIDTH = 240;
export const HEIGHT = 150;
const ROOM = 16;

type Point = readonly [number, number];

/** The shape at one time over the paths that led there; of what has no shape a portrait in (q, v), or the coordinates over time. */
export function pictureOf({ plan, states }: Motion): string {
  const { dof } = plan.problem.system;
  if (dof === 1) return portrait(states);
  const moving = plan.scene(rangeOf(states.map(({ q }) => q)));
  const { scene } = moving;
  if (!scene.spatial && scene.background.every(({ kind }) => kind === "zero")) return overTime(states);
  const bodies = states.map((state) => placesAt(moving, state));
  const rest = Float32Array.from(scene.rest);
  const peak = bodies.map((body) => largest(body, rest));
  const factor = scene.magnifiable ? magnification(Math.max(...peak), longestSide(rest)) : 1;
  if (scene.magnifiable)
    for (const body of bodies) for (let i = 0; i < body.length; i++) body[i] = grown(rest, body, i, factor);
  // Bodies that hardly move are shown where they are farthest out, those that go somewhere at the end.
  const at = scene.magnifiable ? peak.indexOf(Math.max(...peak)) : bodies.length - 1;
  const shown = bodies[at] as Float32Array;
  const eye = eyeOf(scene);
  const paths = trailsOf(scene, bodies.slice(0, at + 1));
  const paper = paperFor(eye, [...frameOf(scene, bodies, shown)], true);
  const parts = [
    ...backgroundOf(scene, paper),
    ...paths.map((path) => smooth("trail", path.map(paper))),
    ...(scene.magnifiable && scene.surface === null ? [group("rest", linesOf(scene, rest, paper))] : []),
    surfaceOf(scene, shown, eye, paper),
    group("line", linesOf(scene, shown, paper)),
    ...scene.links.map(({ kind, ends }) => group(kind, linksOf(kind, ends, shown, paper))),
    ...supportsOf(scene, shown, paper),
    ...ballsOf(scene, shown, paper),
  ];
  return document(parts.filter((part) => part !== ""));
}

function portrait(states: Motion["states"]): string {
  const path = states.map(({ q, v }): Triple => [q[0] as number, v[0] as number, 0]);
  const paper = paperFor(FLAT, path, false);
  const [zeroX, zeroY] = paper([0, 0, 0]);
  const [x, y] = paper(path.at(-1) as Triple);
  return document([
    line("axis", [
      [0, zeroY],
      [WIDTH, zeroY],
    ]),
    line("axis", [
      [zeroX, 0],
      [zeroX, HEIGHT],
    ]),
    smooth("trail", path.map(paper)),
    `<circle class="p-ball" cx="${tenth(x)}" cy="${tenth(y)}" r="4"/>`,
  ]);
}

/** The coordinate that goes farthest. */
function overTime(states: Motion["states"]): string {
  const { least: low, most: high } = rangeOf(states.map(({ q }) => q));
  const reach = low.map((x, i) => Math.max(Math.abs(x), Math.abs(high[i] as number)));
  const i = reach.indexOf(Math.max(...reach));
  const end = states.at(-1)?.t ?? 1;
  const path = states.map(({ t, q }): Triple => [t, q[i] as number, 0]);
  const paper = paperFor(FLAT, [...path, [0, -(reach[i] as number), 0], [end, reach[i] as number, 0]], false);
  const zero = paper([0, 0, 0])[1];
  return document([
    line("axis", [
      [0, zero],
      [WIDTH, zero],
    ]),
    smooth("trail", path.map(paper)),
  ]);
}

const document = (parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join("")}</svg>`;

function rangeOf(all: readonly Float64Array[]) {
  const least = Array.from(all[0] ?? []);
  const most = [...least];
  for (const q of all) {
    q.forEach((x, i) => {
      least[i] = Math.min(least[i] ?? x, x);
      most[i] = Math.max(most[i] ?? x, x);
    });
  }
  return { least, most };
}

function placesAt(moving: MovingScene, { t, q, v }: Motion["states"][number]): Float32Array {
  const out = new Float32Array(moving.scene.rest.length);
  moving.displacements(t, q, v, out);
  place(moving.scene, out, 1, out);
  return out;
}

const grown = (rest: Float32Array, body: Float32Array, i: number, factor: number) =>
  (rest[i] as number) + factor * ((body[i] as number) - (rest[i] as number));

function largest(body: Float32Array, rest: Float32Array): number {
  let most = 0;
  for (let i = 0; i < body.length; i++) most = Math.max(most, Math.abs((body[i] as number) - (rest[i] as number)));
  return most;
}

interface Eye {
  readonly right: readonly number[];
  readonly up: readonly number[];
  readonly out: readonly number[];
}

const FLAT: Eye = { right: [1, 0, 0], up: [0, 1, 0], out: [0, 0, 1] };
/** From the front, a little to the right and above. */
const [TURN, LIFT] = [(-62 * Math.PI) / 180, (24 * Math.PI) / 180];
const SPATIAL: Eye = {
  right: [-Math.sin(TURN), Math.cos(TURN), 0],
  up: [-Math.sin(LIFT) * Math.cos(TURN), -Math.sin(LIFT) * Math.sin(TURN), Math.cos(LIFT)],
  out: [Math.cos(LIFT) * Math.cos(TURN), Math.cos(LIFT) * Math.sin(TURN), Math.sin(LIFT)],
};

const eyeOf = ({ dimension }: Scene): Eye => (dimension === 3 ? SPATIAL : FLAT);

type Triple = readonly [number, number, number];
const triple = (xyz: Float32Array, p: number): Triple => [...xyz.subarray(3 * p, 3 * p + 3)] as unknown as Triple;
const along = (axis: readonly number[], at: Triple) => at.reduce((sum, x, c) => sum + x * (axis[c] as number), 0);

type Paper = (at: Triple) => Point;

/** Everything in the middle. In space one unit is as long across as up; coordinates fill the picture. */
function paperFor(eye: Eye, points: readonly Triple[], spatial: boolean): Paper {
  const across = points.map((at) => along(eye.right, at));
  const up = points.map((at) => along(eye.up, at));
  const [left, right, bottom, top] = [least(across), most(across), least(up), most(up)];
  const fits = [(WIDTH - 2 * ROOM) / (right - left || 1e-9), (HEIGHT - 2 * ROOM) / (top - bottom || 1e-9)];
  const both = Math.min(...fits);
  const [wide, high] = spatial ? [both, both] : (fits as [number, number]);
  return (at) => [
    WIDTH / 2 + wide * (along(eye.right, at) - (left + right) / 2),
    HEIGHT / 2 - high * (along(eye.up, at) - (bottom + top) / 2),
  ];
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

/** What the picture must show: where points are and where they have been. */
function* frameOf(scene: Scene, bodies: readonly Float32Array[], shown: Float32Array): Generator<Triple> {
  for (const body of scene.trails.length > 0 || scene.balls.points.length > 0 ? bodies : [shown]) {
    for (const p of [...scene.trails, ...scene.balls.points]) yield triple(body, p);
  }
  for (let p = 0; p < shown.length / 3; p++) yield triple(shown, p);
  for (const { kind, points } of scene.background) {
    if (kind !== "contour") for (let p = 0; p < points.length / 3; p++) yield triple(points, p);
  }
}

const tenth = (x: number) => String(Math.round(10 * x) / 10);
const pathOf = (points: readonly Point[]) =>
  points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${tenth(x)},${tenth(y)}`).join("");
const line = (kind: string, points: readonly Point[]) =>
  points.length < 2 ? "" : `<path class="p-${kind}" d="${pathOf(points)}"/>`;
/** Through all points, without corners (Catmull and Rom). */
function smooth(kind: string, points: readonly Point[]): string {
  const kept = thinned(points);
  if (kept.length < 3) return line(kind, kept);
  const at = (i: number) => kept[Math.min(kept.length - 1, Math.max(0, i))] as Point;
  const bend = (i: number, way: 1 | -1): Point =>
    [0, 1].map((c) => {
      const [p, before, after] = [at(i), at(i - 1), at(i + 1)];
      return (p[c] as number) + (way * ((after[c] as number) - (before[c] as number))) / 6;
    }) as unknown as Point;
  const pair = ([x, y]: Point) => `${tenth(x)},${tenth(y)}`;
  const pieces = kept.slice(1).map((to, i) => `C${pair(bend(i, 1))} ${pair(bend(i + 1, -1))} ${pair(to)}`);
  return `<path class="p-${kind}" d="M${pair(at(0))}${pieces.join("")}"/>`;
}

const group = (kind: string, paths: readonly (readonly Point[])[]) =>
  paths.length === 0 ? "" : `<path class="p-${kind}" d="${paths.map(pathOf).join("")}"/>`;

function trailsOf({ trails, box }: Scene, bodies: readonly Float32Array[]): Triple[][] {
  if (box !== null) return [];
  return [...trails].map((p) => bodies.map((body) => triple(body, p)));
}

function backgroundOf({ background }: Scene, paper: Paper): string[] {
  return (["contour", "energy", "potential"] as const).map((kind) =>
    group(
      kind,
      background
        .filter((each) => each.kind === kind)
        .map(({ points }) => thinned(Array.from({ length: points.length / 3 }, (_, p) => paper(triple(points, p))))),
    ),
  );
}

/** Points nearer than a pixel to the one before are left out. */
function thinned(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  points.forEach((point, i) => {
    const last = kept.at(-1);
    if (last === undefined || i === points.length - 1 || Math.hypot(point[0] - last[0], point[1] - last[1]) > 1)
      kept.push(point);
  });
  return kept;
}

function linesOf({ members }: Scene, body: Float32Array, paper: Paper): Point[][] {
  const { start, points } = members;
  return Array.from({ length: Math.max(0, start.length - 1) }, (_, k) =>
    [...points.subarray(start[k], start[k + 1])].map((p) => paper(triple(body, p))),
  );
}

function linksOf(kind: string, ends: Uint32Array, body: Float32Array, paper: Paper): Point[][] {
  return Array.from({ length: ends.length / 2 }, (_, k) => {
    const [a, b] = [paper(triple(body, ends[2 * k] as number)), paper(triple(body, ends[2 * k + 1] as number))];
    return kind === "spring" ? coil(a, b) : [a, b];
  });
}

/** A spring as engineers draw it. */
function coil([ax, ay]: Point, [bx, by]: Point): Point[] {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / length, dx / length];
  const turns = 9;
  const wave = Array.from({ length: turns }, (_, k): Point => {
    const share = 0.14 + (0.72 * (k + 0.5)) / turns;
    const side = (k % 2 === 0 ? 1 : -1) * Math.min(5, length / 6);
    return [ax + share * dx + side * nx, ay + share * dy + side * ny];
  });
  const on = (share: number): Point => [ax + share * dx, ay + share * dy];
  return [[ax, ay], on(0.14), ...wave, on(0.86), [bx, by]];
}

/** Faces from the back to the front, in three shades; those that look away are not seen. */
function surfaceOf({ surface, dimension }: Scene, body: Float32Array, eye: Eye, paper: Paper): string {
  if (surface === null) return "";
  const { triangles, outline } = surface;
  const faces = Array.from({ length: triangles.length / 3 }, (_, k) => {
    const corners = [0, 1, 2].map((c) => triple(body, triangles[3 * k + c] as number)) as [Triple, Triple, Triple];
    const normal = normalOf(corners);
    const depth = corners.reduce((sum, at) => sum + along(eye.out, at), 0);
    return { corners, facing: along(eye.out, normal), light: along([0.25, -0.45, 0.86], normal), depth };
  }).filter(({ facing }) => dimension !== 3 || facing > 0);
  faces.sort((a, b) => a.depth - b.depth);
  const shadeOf = (light: number) => Math.min(4, Math.max(0, Math.floor(2.5 * (light + 1))));
  const runs: { shade: number; path: string }[] = [];
  for (const { corners, light } of faces) {
    const shade = dimension === 3 ? shadeOf(light) : 3;
    const path = `${pathOf(corners.map(paper))}Z`;
    const last = runs.at(-1);
    if (last?.shade === shade) last.path += path;
    else runs.push({ shade, path });
  }
  const edges = Array.from({ length: outline.length / 2 }, (_, k) =>
    [0, 1].map((c) => paper(triple(body, outline[2 * k + c] as number))),
  );
  return (
    runs.map(({ shade, path }) => `<path class="p-face p-face-${shade}" d="${path}"/>`).join("") +
    (dimension === 3 ? "" : group("outline", edges))
  );
}

function normalOf([a, b, c]: readonly [Triple, Triple, Triple]): Triple {
  const [u, w] = [b, c].map((at) => at.map((x, i) => x - (a[i] as number))) as [number[], number[]];
  const cross = [0, 1, 2].map((i) => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    return (u[j] as number) * (w[k] as number) - (u[k] as number) * (w[j] as number);
  });
  const length = Math.hypot(...cross) || 1;
  return cross.map((x) => x / length) as unknown as Triple;
}

function supportsOf({ supports, surface }: Scene, body: Float32Array, paper: Paper): string[] {
  if (surface !== null) return [];
  return [...supports.points].map((p) => {
    const [x, y] = paper(triple(body, p));
    return `<rect class="p-support" x="${tenth(x - 3.5)}" y="${tenth(y - 3.5)}" width="7" height="7" rx="1.5"/>`;
  });
}

function ballsOf({ balls, surface, members }: Scene, body: Float32Array, paper: Paper): string[] {
  if (surface !== null || members.points.length > 0) return [];
  const many = balls.points.length > 12;
  return [...balls.points].map((p, k) => {
    const [x, y] = paper(triple(body, p));
    return `<circle class="p-ball" cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth((many ? 3 : 5) * (balls.sizes[k] as number))}"/>`;
  });
}
