/** The picture of a scene on a canvas. It is drawn when something has changed, never else; what changes between two pictures is worked out once. */

import { type Bounds, boundsOf, largestIn, longestSide, magnification, pointCount, type Scene } from "noether/scene";
import {
  ColorManagement,
  DirectionalLight,
  HemisphereLight,
  LinearSRGBColorSpace,
  Scene as Stage,
  Vector3,
  WebGLRenderer,
} from "three";
import { type Actor, actorOf } from "./actor.js";
import { moveRig, type Rig, rigOf } from "./camera.js";
import type { Cast, FromView, Legend, Look, Orientation, Seen, ToView } from "./messages.js";
import { type Surroundings, surroundingsOf } from "./surroundings.js";

/** Everything that a picture shows. */
type Shown = Cast & Look;

export interface View {
  hear(message: Exclude<ToView, { kind: "open" }>): void;
}

/** Pixels around a point in which it is picked. */
const NEAR = 14;

/** Coordinates that are no lengths have no shape that would be lost when they are magnified more. */
const ABSTRACT_ROOM = 3;

ColorManagement.enabled = false;

const ORIGIN: readonly [number, number, number] = [0, 0, 0];

/** Throws where there is no WebGL. */
export function viewOf(canvas: OffscreenCanvas, tell: (message: FromView) => void): View {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.outputColorSpace = LinearSRGBColorSpace;
  const stage = new Stage();
  const sky = new HemisphereLight(0xffffff, 0xd0d0d8, 2.75);
  const sun = new DirectionalLight(0xffffff, 0.9);
  stage.add(sky, sun, sun.target);

  let cast: Cast | null = null;
  let shown: Shown | null = null;
  /** What is to be shown next. */
  let next: Shown | null = null;
  let hasMoved = false;
  let legend: Legend = { factor: 1, scale: null };
  let actors: Actor[] = [];
  let surroundings: Surroundings | null = null;
  /** Disposed of when what replaces it has been drawn: until then their shaders are shared, and are not compiled again. */
  const replaced: { dispose(): void }[] = [];
  let rig: Rig = rigOf(2);
  let [width, height, pixelRatio] = [1, 1, 1];
  let hasSize = false;
  let time = 0;
  let [factor, radius] = [1, 0];
  let [asked, count, heard] = [0, 0, 0];
  let isFitted = false;
  /** A body that travels far is followed. */
  let follows = false;
  let origin = ORIGIN;

  const columns = () => (shown?.arrangement === "row" ? Math.max(1, actors.length) : 1);

  const draw = () => {
    asked = 0;
    if (!hasSize) resize();
    if (next !== null) show(next);
    if (hasMoved) move();
    const across = columns();
    const each = Math.floor(width / across);
    renderer.setScissorTest(across > 1);
    rig.resize(each, height);
    sun.position.copy(rig.camera.position).add(new Vector3(0.3, 0.2, 0.8).multiplyScalar(rig.perPixel * height));
    sun.target.position
      .copy(rig.camera.position)
      .addScaledVector(rig.camera.getWorldDirection(new Vector3()), rig.perPixel * height);
    for (let k = 0; k < across; k++) {
      actors.forEach(({ object }, i) => {
        object.visible = across === 1 || i === k;
      });
      const first = actors[across === 1 ? 0 : k];
      if (first !== undefined) surroundings?.moved(first.positions);
      renderer.setViewport(k * each, 0, each, height);
      renderer.setScissor(k * each, 0, each, height);
      renderer.render(stage, rig.camera);
    }
    disposeReplaced();
    const places = placesOf(shown?.named ?? []);
    const drawn = { count: ++count, heard, legend, orientation: orientation(), places };
    // The picture leaves the canvas when this function has returned.
    setTimeout(() => tell({ kind: "drawn", drawn }));
  };
  const invalidate = () => {
    const isEmpty = shown === null && next === null;
    if (asked === 0 && !isEmpty) asked = requestAnimationFrame(draw);
  };
  /** Empties the canvas: the next picture follows at once. */
  const resize = () => {
    hasSize = true;
    renderer.setPixelRatio(pixelRatio);
    renderer.setSize(width, height, false);
  };
  const move = () => {
    hasMoved = false;
    origin = follows ? (actors[0]?.drift(time) ?? ORIGIN) : ORIGIN;
    for (const actor of actors) actor.moved(time, factor, origin);
    surroundings?.object.position.set(-origin[0], -origin[1], -origin[2]);
  };
  const fit = () => {
    if (shown === null) return;
    rig.resize(Math.floor(width / columns()), height);
    const frames = shown.runs.map((run) => run.frames);
    const bounds = follows ? around(shown.scene) : boundsOf(shown.scene, frames, factor);
    rig.fit(shown.scene.balls.points.length > 0 ? widened(bounds, radius) : bounds);
    isFitted = true;
  };
  const clear = () => {
    const old = surroundings === null ? actors : [...actors, surroundings];
    for (const { object } of old) stage.remove(object);
    replaced.push(...old);
    actors = [];
    surroundings = null;
  };
  const disposeReplaced = () => {
    for (const each of replaced.splice(0)) each.dispose();
  };
  const show = (wanted: Shown) => {
    const { scene, runs, palette } = wanted;
    next = null;
    const isOther = shown === null || !isSameKind(shown.scene, scene);
    if (
      shown?.arrangement !== wanted.arrangement ||
      (wanted.arrangement === "row" && shown.runs.length !== runs.length)
    ) {
      isFitted = false;
    }
    clear();
    shown = wanted;
    const frames = runs.map((run) => run.frames);
    const peak = Math.max(0, ...frames.map((each) => largestIn(scene, each, "displacements")));
    const room = (scene.spatial ? 1 : ABSTRACT_ROOM) * longestSide(scene.rest);
    factor = scene.magnifiable ? (wanted.factor ?? magnification(peak, room)) : 1;
    const reach = boundsOf(scene, frames, factor);
    follows =
      scene.magnifiable &&
      scene.supports.points.length === 0 &&
      longestSide([...reach.least, ...reach.most]) > 2.5 * longestSide(scene.rest);
    const bounds = follows ? around(scene) : reach;
    const spans = bounds.least.map((low, c) => bounds.most[c] - low);
    const size = Math.hypot(...spans) || 1;
    const fastest = Math.max(0, ...frames.map((each) => largestIn(scene, each, "velocities")));
    radius = radiusOf(scene, size);
    const { field } = wanted;
    const most = field === null ? 0 : Math.max(0, ...frames.map((each) => largestIn(scene, each, field)));
    const isRow = wanted.arrangement === "row";
    surroundings = surroundingsOf(scene, bounds, radius, palette, scene.magnifiable && !follows);
    stage.add(surroundings.object);
    actors = runs.map(({ colour, frames: own }, k) =>
      actorOf(scene, own, {
        ...{
          colour,
          ink: palette.ink,
          paper: palette.paper,
          mark: palette.warm,
          isGhost: k > 0 && !isRow,
          radius,
          size,
        },
        ...{ edges: wanted.edges, trails: wanted.trails, vectors: wanted.vectors },
        ...{
          perVelocity: fastest > 0 ? (0.16 * size) / fastest : 0,
          field: k > 0 && !isRow ? null : field,
          scale: [0, most || 1],
        },
      }),
    );
    for (const { object } of actors) stage.add(object);
    if (isOther) {
      rig = rigOf(scene.dimension);
      isFitted = false;
    }
    if (!isFitted) fit();
    hasMoved = true;
    legend = { factor, scale: field === null ? null : [0, most] };
  };
  const placesOf = (points: readonly number[]): Float32Array => {
    const places = new Float32Array(2 * points.length);
    const at = new Vector3();
    const across = width / columns();
    const [actor] = actors;
    for (let k = 0; actor !== undefined && k < points.length; k++) {
      at.fromArray(actor.positions, 3 * (points[k] as number)).project(rig.camera);
      places.set([((at.x + 1) / 2) * across, ((1 - at.y) / 2) * height], 2 * k);
    }
    return places;
  };
  const pointAt = (x: number, y: number): Seen | null => {
    if (shown === null) return null;
    const across = columns();
    const each = width / across;
    const column = Math.min(across - 1, Math.floor(x / each));
    let best: Seen | null = null;
    let least = NEAR * NEAR;
    const at = new Vector3();
    actors.forEach(({ positions }, run) => {
      if (across > 1 && run !== column) return;
      for (let point = 0; point < pointCount((shown as Shown).scene); point++) {
        at.fromArray(positions, 3 * point).project(rig.camera);
        const [px, py] = [((at.x + 1) / 2) * each + (across > 1 ? column * each : 0), ((1 - at.y) / 2) * height];
        // Of points behind one another the nearer one.
        const distance = (px - x) ** 2 + (py - y) ** 2 + 4 * (1 + at.z);
        if (distance < least) [best, least] = [{ run, point, x: px, y: py }, distance];
      }
    });
    return best;
  };
  const orientation = (): Orientation => {
    const axes = [0, 1, 2].map((c) => {
      const axis = new Vector3().setComponent(c, 1).transformDirection(rig.camera.matrixWorldInverse);
      return [axis.x, axis.y] as const;
    });
    return { axes, perPixel: rig.perPixel };
  };

  return {
    hear(message) {
      switch (message.kind) {
        case "show":
          cast = message.cast ?? cast;
          if (cast !== null) next = { ...cast, ...message.look };
          break;
        case "at":
          time = message.t;
          hasMoved = true;
          break;
        case "move":
          moveRig(rig, message.move, fit);
          break;
        case "resize":
          [width, height, pixelRatio] = [Math.max(1, message.width), Math.max(1, message.height), message.pixelRatio];
          hasSize = false;
          fit();
          break;
        case "point at":
          tell({ kind: "seen", seen: pointAt(message.x, message.y) });
          return;
        case "place of": {
          const { point } = message;
          const [x = 0, y = 0] = placesOf([point]);
          tell({ kind: "seen", seen: { run: 0, point, x, y } });
          return;
        }
      }
      heard++;
      invalidate();
    },
  };
}

/** The same model with other numbers keeps its camera. */
const isSameKind = (a: Scene, b: Scene) =>
  a.dimension === b.dimension && a.rest.length === b.rest.length && a.axes.join() === b.axes.join();

/** Room in which a body can turn. */
function around({ rest }: Scene): Bounds {
  const middle = [0, 1, 2].map((c) => {
    const own = rest.filter((_, i) => i % 3 === c);
    return (
      (own.reduce((low, x) => Math.min(low, x), Infinity) + own.reduce((high, x) => Math.max(high, x), -Infinity)) / 2
    );
  });
  const half = 0.65 * longestSide(rest);
  const [x, y, z] = middle;
  return { least: [x - half, y - half, z - half], most: [x + half, y + half, z + half] };
}

/** With room for balls whose middles are at the edges. */
const widened = ({ least: [x, y, z], most: [X, Y, Z] }: Bounds, by: number): Bounds => ({
  least: [x - by, y - by, z - by],
  most: [X + by, Y + by, Z + by],
});

/** Balls that can be seen and do not touch their neighbours. */
function radiusOf({ balls, dimension }: Scene, size: number): number {
  if (balls.radius !== null) return balls.radius;
  const spacing = (0.25 * size) / Math.max(1, balls.points.length) ** (1 / dimension);
  return Math.min(0.026 * size, spacing);
}
