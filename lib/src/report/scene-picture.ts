/** A scene as a small picture without a renderer: SVG of the moment at which most is to be seen, with the paths that its points took. Its colours
 *  follow the reader's choice of light or dark. */
import { colourAt } from "../scene/colour-scale.js";
import { boundsOf, largestIn, partsOfRow, rowWidth, type SceneFrames } from "../scene/frames.js";
import { magnification, sizeOf } from "../scene/magnification.js";
import { place, type Scene } from "../scene/scene.js";
import { along, FLAT, SPATIAL } from "./figures/eye.js";

export interface ScenePictureOptions {
  readonly width?: number;
  readonly height?: number;
  /** Words for those who do not see it. */
  readonly title: string;
}

const MARGIN = 14;
/** Points of a path, at most, and paths. */
const PATH = 700;
const PATHS = 12;

const STYLE = `<style>.c{stroke:#c9cfd3}.l{stroke:#8b939a}.i{stroke:#3c464e}.m{stroke:#12616f}.b{fill:#0072b2}.t{stroke:#0072b2}.g{fill:#8b939a}
@media(prefers-color-scheme:dark){.c{stroke:#3a4147}.l{stroke:#7b838a}.i{stroke:#b9c0c5}.m{stroke:#74c3cf}.b{fill:#4fa9e0}.t{stroke:#4fa9e0}.g{fill:#7b838a}}</style>`;

export function scenePicture(scene: Scene, frames: SceneFrames, options: ScenePictureOptions): string {
  const { width = 320, height = 200, title } = options;
  const eye = scene.dimension === 3 ? SPATIAL : FLAT;
  const peak = largestIn(scene, frames, "displacements");
  const factor = scene.magnifiable ? magnification(peak, sizeOf(scene.rest)) : 1;
  const row = rowOfPeak(scene, frames);
  const { displacements, values } = partsOfRow(scene, row);
  const positions = new Float32Array(displacements.length);
  place(scene, displacements, factor, positions);
  const isTravelling = scene.magnifiable && peak > sizeOf(scene.rest);
  const project = (points: ArrayLike<number>, at: number): [number, number] => [
    along(eye.right, points, at),
    along(eye.up, points, at),
  ];
  const paths = isTravelling ? [] : pathsOf(scene, frames, project);
  const bounds = boundsOf(scene, isTravelling ? [] : [frames], factor);
  const corners = Array.from({ length: 8 }, (_, k) =>
    project(
      [0, 1, 2].map((c) => ((k >> c) & 1 ? bounds.most[c] : bounds.least[c])),
      0,
    ),
  );
  const seen = isTravelling
    ? Array.from({ length: positions.length / 3 }, (_, k) => project(positions, 3 * k))
    : corners;
  const room = scene.balls.radius ?? 0;
  const [left, right] = extent(seen.map(([x]) => x)).map((x, end) => x + (end === 0 ? -room : room));
  const [low, high] = extent(seen.map(([, y]) => y)).map((y, end) => y + (end === 0 ? -room : room));
  const scale = Math.min((width - 2 * MARGIN) / (right - left || 1e-9), (height - 2 * MARGIN) / (high - low || 1e-9));
  const at = ([x, y]: readonly [number, number]): [number, number] => [
    width / 2 + scale * (x - (left + right) / 2),
    height / 2 - scale * (y - (low + high) / 2),
  ];
  const point = (k: number) => at(project(positions, 3 * k));
  const line = (points: readonly (readonly [number, number])[], kind: string, stroke: number) =>
    points.length < 2 ? "" : `<path class="${kind}" d="M${points.map(written).join("L")}" stroke-width="${stroke}"/>`;

  const drawn = [
    ...scene.background.map(({ kind, points }) =>
      line(
        Array.from({ length: points.length / 3 }, (_, k) => at(project(points, 3 * k))),
        kind === "contour" ? "c" : kind === "energy" ? "m" : "l",
        kind === "potential" ? 1.8 : 1,
      ),
    ),
    ...paths.map((path) => line(path.map(at), "t", 1)),
    ...planesOf(scene, low, scale, width, at),
    ...facesOf(scene, positions, values, eye, point),
    ...members(scene).map((own) => line(own.map(point), "i", 2.4)),
    ...scene.links.flatMap(({ kind, ends }) =>
      ends.length > 2000
        ? []
        : Array.from({ length: ends.length / 2 }, (_, k) => {
            const [a, b] = [point(ends[2 * k]), point(ends[2 * k + 1])];
            return line(kind === "spring" ? zigzag(a, b) : [a, b], "i", kind === "spring" ? 1.2 : 2);
          }),
    ),
    ...Array.from(scene.supports.points.length > 40 ? [] : scene.supports.points, (k) => {
      const [x, y] = point(k);
      return `<rect class="g" x="${short(x - 3)}" y="${short(y - 3)}" width="6" height="6"/>`;
    }),
    ...Array.from(scene.balls.points, (k, i) => {
      const [x, y] = point(k);
      const physical = scene.balls.radius === null ? null : scale * scene.balls.radius;
      const radius = (physical ?? Math.min(6, 70 / Math.sqrt(scene.balls.points.length))) * scene.balls.sizes[i];
      const kind = scene.coordinates[3 * k] < 0 ? "g" : "b";
      return `<circle class="${kind}" cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"/>`;
    }),
  ].join("");
  const words = title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"><title>${words}</title>${STYLE}` +
    `<g fill="none" stroke-linejoin="round" stroke-linecap="round">${drawn}</g></svg>\n`
  );
}

/** The row with the largest displacements of a body; the last of anything else. */
function rowOfPeak(scene: Scene, { times, rows }: SceneFrames): Float32Array {
  const width = rowWidth(scene);
  const rowAt = (k: number) => rows.subarray(k * width, (k + 1) * width);
  if (!scene.magnifiable) return rowAt(times.length - 1);
  const sizeAt = (k: number) => largestIn(scene, { times: times.subarray(0, 1), rows: rowAt(k) }, "displacements");
  let [best, most] = [0, -1];
  for (let k = 0; k < times.length; k++) {
    const size = sizeAt(k);
    if (size > most) [best, most] = [k, size];
  }
  return rowAt(best);
}

type Project = (points: ArrayLike<number>, at: number) => [number, number];

function pathsOf(scene: Scene, { times, rows }: SceneFrames, project: Project): [number, number][][] {
  if (scene.box !== null || scene.trails.length > PATHS) return [];
  const width = rowWidth(scene);
  const first = Math.max(0, times.length - PATH);
  return Array.from(scene.trails, (k) =>
    Array.from({ length: times.length - first }, (_, n) => {
      const row = (first + n) * width + 3 * k;
      return project(
        [0, 1, 2].map((c) => scene.rest[3 * k + c] + rows[row + c]),
        0,
      );
    }),
  );
}

/** Triangles towards the eye, the far ones first, coloured by the first field. */
function facesOf(
  scene: Scene,
  positions: Float32Array,
  values: readonly Float32Array[],
  eye: typeof FLAT,
  point: (k: number) => [number, number],
): string[] {
  if (scene.surface === null) return [];
  const { triangles, outline } = scene.surface;
  const field = scene.fields[0]?.name === "von-mises" ? values[0] : null;
  const most = field === null ? 1 : field.reduce((high, x) => Math.max(high, x), 0) || 1;
  const faces = Array.from({ length: triangles.length / 3 }, (_, f) => [...triangles.subarray(3 * f, 3 * f + 3)]).map(
    (own) => {
      const [a, b, c] = own.map((k) => [...positions.subarray(3 * k, 3 * k + 3)]);
      const [u, v] = [b.map((x, i) => x - a[i]), c.map((x, i) => x - a[i])];
      const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const size = Math.hypot(normal[0], normal[1], normal[2]) || 1;
      const mean = field === null ? 0.5 : own.reduce((sum, k) => sum + field[k] / 3, 0) / most;
      return {
        own,
        facing: along(eye.out, normal, 0) / size,
        depth: along(eye.out, a, 0) + along(eye.out, b, 0) + along(eye.out, c, 0),
        colour: colourAt(mean, eye === FLAT ? 1 : 0.8 + (0.2 * Math.max(0, normal[2])) / size),
      };
    },
  );
  const seen = faces.filter(({ facing }) => facing > 0).sort((a, b) => a.depth - b.depth);
  const edges = eye === FLAT && outline.length < 4000 ? outline : new Uint32Array(0);
  return [
    ...seen.map(
      ({ own, colour }) =>
        `<path d="M${own.map((k) => written(point(k))).join("L")}Z" fill="${colour}" stroke="${colour}" stroke-width=".6"/>`,
    ),
    ...Array.from({ length: edges.length / 2 }, (_, e) => {
      const ends = [point(edges[2 * e]), point(edges[2 * e + 1])];
      return `<path class="i" d="M${ends.map(written).join("L")}" stroke-width="1"/>`;
    }),
  ];
}

function members({ members: { start, points } }: Scene): number[][] {
  return Array.from({ length: start.length - 1 }, (_, k) => [...points.subarray(start[k], start[k + 1])]);
}

/** The ground under a body that falls on it, where that is level. */
function planesOf(
  { planes, dimension }: Scene,
  low: number,
  scale: number,
  width: number,
  at: (place: [number, number]) => [number, number],
): string[] {
  const up = dimension === 3 ? 2 : 1;
  return planes
    .filter(({ normal }) => normal[up] > 0.99)
    .map(() => {
      const [, y] = at([0, low]);
      const level = y + Math.min(6, scale);
      return `<path class="l" d="M10 ${short(level)}L${width - 10} ${short(level)}" stroke-width="1.5"/>`;
    });
}

function zigzag(a: readonly [number, number], b: readonly [number, number]): [number, number][] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const turns = 10;
  const wide = Math.min(5, length / 4);
  const inner = Array.from({ length: turns }, (_, k): [number, number] => {
    const s = 0.15 + (0.7 * (k + 0.5)) / turns;
    const side = (k % 2 === 0 ? wide : -wide) / length;
    return [a[0] + s * dx - side * dy, a[1] + s * dy + side * dx];
  });
  const lead = (s: number): [number, number] => [a[0] + s * dx, a[1] + s * dy];
  return [[a[0], a[1]], lead(0.15), ...inner, lead(0.85), [b[0], b[1]]];
}

const extent = (values: readonly number[]): [number, number] => [
  values.reduce((low, x) => Math.min(low, x), Number.POSITIVE_INFINITY),
  values.reduce((high, x) => Math.max(high, x), Number.NEGATIVE_INFINITY),
];
const short = (x: number) => String(Math.round(10 * x) / 10);
const written = ([x, y]: readonly [number, number]) => `${short(x)} ${short(y)}`;
