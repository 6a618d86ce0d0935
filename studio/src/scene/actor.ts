/** One run in the scene: everything that moves with it, in its colour. */

import {
  nearestImage,
  partsOfRow,
  place,
  pointCount,
  rowAt,
  rowWidth,
  type Scene,
  type SceneFrames,
  writeColours,
} from "noether/scene";
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  ConeGeometry,
  DoubleSide,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
} from "three";
import { segments } from "./lines.js";
import { between, drawnLinks } from "./links.js";

export interface ActorStyle {
  readonly colour: string;
  readonly ink: string;
  readonly paper: string;
  /** Of what does not move: a sun. */
  readonly mark: string;
  /** Beside another run that is drawn in full: see-through. */
  readonly isGhost: boolean;
  /** Of a ball of size 1, and of the whole scene. */
  readonly radius: number;
  readonly size: number;
  readonly edges: boolean;
  readonly trails: boolean;
  readonly vectors: boolean;
  /** Lengths drawn for a unit of velocity. */
  readonly perVelocity: number;
  /** Which field colours it; null: none. */
  readonly field: number | null;
  readonly scale: readonly [number, number];
}

export interface Actor {
  readonly object: Group;
  /** Where its points are drawn now. */
  readonly positions: Float32Array;
  readonly frames: SceneFrames;
  /** `origin` is drawn in the origin. */
  moved(t: number, factor: number, origin: readonly number[]): void;
  /** How far its points have moved in the mean. */
  drift(t: number): readonly [number, number, number];
  dispose(): void;
}

/** Rows of a trail, at most. */
const TRAIL = 240;

export function actorOf(scene: Scene, frames: SceneFrames, style: ActorStyle): Actor {
  const { balls, links, members, surface, hinges, trails } = scene;
  const count = pointCount(scene);
  const object = new Group();
  const drawn: { dispose(): void }[] = [];
  const updates: ((t: number, factor: number, row: number) => void)[] = [];
  const own = <T extends { dispose(): void }>(thing: T): T => {
    drawn.push(thing);
    return thing;
  };
  const row = new Float32Array(rowWidth(scene));
  const { displacements, velocities, values } = partsOfRow(scene, row);
  const positions = new Float32Array(3 * count);
  const colours = new Float32Array(3 * count);
  const own1 = new Color(style.colour);
  const isColoured = style.field !== null;
  const opacity = style.isGhost ? 0.6 : 1;

  const solidMaterial = own(new MeshLambertMaterial({ color: style.colour, transparent: style.isGhost, opacity }));

  if (surface !== null) {
    const geometry = own(new BufferGeometry());
    const attribute = new BufferAttribute(positions, 3);
    const tints = new BufferAttribute(colours, 3);
    geometry.setAttribute("position", attribute);
    geometry.setAttribute("color", tints);
    geometry.setIndex(new BufferAttribute(surface.triangles, 1));
    const plain = new Color(style.colour).lerp(new Color(style.paper), 0.55);
    const material = own(
      new MeshLambertMaterial({
        color: isColoured ? 0xffffff : plain,
        vertexColors: isColoured,
        flatShading: true,
        side: DoubleSide,
        transparent: style.isGhost,
        opacity: style.isGhost ? 0.3 : 1,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      }),
    );
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    object.add(mesh);
    const lines = (index: Uint32Array, colour: string, strength: number) => {
      const edges = own(new BufferGeometry());
      edges.setAttribute("position", attribute);
      edges.setIndex(new BufferAttribute(index, 1));
      const stroke = new LineSegments(
        edges,
        own(new LineBasicMaterial({ color: colour, transparent: true, opacity: strength })),
      );
      stroke.frustumCulled = false;
      object.add(stroke);
    };
    if (style.edges && !style.isGhost) lines(surface.edges, style.ink, 0.22);
    lines(surface.outline, style.isGhost ? style.colour : style.ink, 0.75);
    updates.push(() => {
      attribute.needsUpdate = true;
      tints.needsUpdate = isColoured;
    });
  }

  if (members.points.length > 0) {
    const pieces: number[] = [];
    for (let k = 0; k + 1 < members.start.length; k++) {
      for (let i = members.start[k]; i + 1 < members.start[k + 1]; i++)
        pieces.push(members.points[i], members.points[i + 1]);
    }
    const stroke = own(
      segments(pieces.length / 2, {
        width: style.isGhost ? 2.5 : 4,
        colour: style.colour,
        colours: isColoured,
        opacity,
      }),
    );
    object.add(stroke.object);
    updates.push(() => {
      pieces.forEach((point, i) => {
        for (let c = 0; c < 3; c++) stroke.positions[3 * i + c] = positions[3 * point + c];
        if (isColoured) for (let c = 0; c < 3; c++) stroke.colours[3 * i + c] = colours[3 * point + c];
      });
      stroke.moved();
      if (isColoured) stroke.coloured();
    });
  }

  for (const link of links) {
    const width = link.kind === "rod" ? 0.75 * style.radius : 0.9 * style.radius;
    const tint = new Color(style.colour).lerp(new Color(style.ink), 0.45);
    const material = own(new MeshLambertMaterial({ color: tint, transparent: style.isGhost, opacity }));
    const drawnLink = own(drawnLinks(link, width, material));
    object.add(drawnLink.object);
    const end = (a: number, b: number, out: Float32Array) => nearestImage(scene.box, positions, a, b, out);
    updates.push(() => drawnLink.moved(positions, end));
  }

  const dots = (
    points: Uint32Array,
    radii: (k: number) => number,
    material: MeshLambertMaterial,
    isTinted: boolean,
  ) => {
    const fine = points.length > 2000 ? 8 : points.length > 200 ? 14 : 28;
    const shape = own(new SphereGeometry(1, fine, Math.ceil(0.7 * fine)));
    const mesh = own(new InstancedMesh(shape, material, points.length));
    mesh.frustumCulled = false;
    const matrices = mesh.instanceMatrix.array as Float32Array;
    points.forEach((_, k) => {
      for (const i of [0, 5, 10]) matrices[16 * k + i] = radii(k);
      matrices[16 * k + 15] = 1;
    });
    const tint = new Color();
    object.add(mesh);
    updates.push(() => {
      points.forEach((point, k) => {
        for (let c = 0; c < 3; c++) matrices[16 * k + 12 + c] = positions[3 * point + c];
        if (isTinted) mesh.setColorAt(k, tint.fromArray(colours, 3 * point));
      });
      mesh.instanceMatrix.needsUpdate = true;
      if (isTinted && mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
    });
  };
  if (balls.points.length > 0) {
    const isTinted = isColoured && surface === null && members.points.length === 0;
    const material = isTinted ? own(new MeshLambertMaterial({ transparent: style.isGhost, opacity })) : solidMaterial;
    const isMark = (point: number) => [0, 1, 2].every((c) => scene.coordinates[3 * point + c] < 0);
    const [marks, masses] = [true, false].map((kind) =>
      [...balls.points.keys()].filter((k) => isMark(balls.points[k]) === kind),
    );
    const some = (own: readonly number[], look: MeshLambertMaterial, tinted: boolean) => {
      if (own.length === 0) return;
      dots(
        Uint32Array.from(own, (k) => balls.points[k]),
        (k) => style.radius * balls.sizes[own[k]],
        look,
        tinted,
      );
    };
    some(masses, material, isTinted);
    if (!style.isGhost) some(marks, own(new MeshLambertMaterial({ color: style.mark })), false);
  }
  if (hinges.length > 0) {
    dots(hinges, () => 0.35 * style.radius, own(new MeshLambertMaterial({ color: style.paper })), false);
  }

  if (style.trails && trails.length > 0) {
    const stroke = own(segments(TRAIL * trails.length, { width: 2, colour: style.colour, colours: true }));
    stroke.object.renderOrder = -1;
    object.add(stroke.object);
    const paper = new Color(style.paper);
    const tint = new Color();
    const width = row.length;
    updates.push((_t, factor, now) => {
      const first = Math.max(0, now - TRAIL + 1);
      let n = 0;
      for (const point of trails) {
        for (let k = first; k <= now; k++) {
          const [a, b] = [k * width + 3 * point, (k + 1) * width + 3 * point];
          let isJump = false;
          for (let c = 0; c < 3; c++) {
            const rest = scene.rest[3 * point + c];
            const from = rest + factor * frames.rows[a + c];
            const to = k === now ? positions[3 * point + c] : rest + factor * frames.rows[b + c];
            const side = scene.box?.[c] ?? 0;
            if (side > 0 && Math.abs(to - from) > side / 2) isJump = true;
            stroke.positions[6 * n + c] = from;
            stroke.positions[6 * n + 3 + c] = to;
          }
          if (isJump) continue;
          for (const end of [0, 1]) {
            const age = (k + end - first) / (now + 1 - first);
            tint
              .copy(paper)
              .lerp(own1, 0.75 * age ** 1.5)
              .toArray(stroke.colours, 6 * n + 3 * end);
          }
          n++;
        }
      }
      stroke.moved(n);
      stroke.coloured();
    });
  }

  if (style.vectors) {
    const arrows = arrowPoints(scene);
    const shafts = own(segments(arrows.length, { width: 2, colour: style.ink, opacity: 0.85 }));
    const head = own(new ConeGeometry(0.5, 1, 12).translate(0, 0.5, 0));
    const heads = own(new InstancedMesh(head, own(new MeshLambertMaterial({ color: style.ink })), arrows.length));
    heads.frustumCulled = false;
    object.add(shafts.object, heads);
    const size = 0.02 * style.size;
    const tip = new Float32Array(3);
    const neck = new Float32Array(3);
    updates.push(() => {
      arrows.forEach((point, k) => {
        let length = 0;
        for (let c = 0; c < 3; c++) length += (style.perVelocity * velocities[3 * point + c]) ** 2;
        length = Math.sqrt(length) || 1e-30;
        const headSize = Math.min(size, 0.6 * length);
        for (let c = 0; c < 3; c++) {
          const [from, arrow] = [positions[3 * point + c], style.perVelocity * velocities[3 * point + c]];
          tip[c] = from + arrow;
          neck[c] = from + arrow * (1 - headSize / length);
          shafts.positions[6 * k + c] = from;
          shafts.positions[6 * k + 3 + c] = neck[c];
        }
        between(neck, 0, tip, headSize, heads.instanceMatrix.array as Float32Array, 16 * k);
      });
      shafts.moved();
      heads.instanceMatrix.needsUpdate = true;
    });
  }

  return {
    object,
    positions,
    frames,
    drift(t) {
      const mean: [number, number, number] = [0, 0, 0];
      if (rowAt(scene, frames, t, row) < 0) return mean;
      for (let i = 0; i < displacements.length; i++) mean[i % 3] += displacements[i] / count;
      return mean;
    },
    moved(t, factor, origin) {
      const now = rowAt(scene, frames, t, row);
      if (now < 0) return;
      place(scene, displacements, factor, positions);
      for (let i = 0; i < positions.length; i++) positions[i] -= origin[i % 3];
      if (style.field !== null) writeColours(values[style.field], style.scale[0], style.scale[1], colours);
      for (const update of updates) update(t, factor, now);
    },
    dispose() {
      for (const each of drawn) each.dispose();
    },
  };
}

/** Arrows at masses; of bodies at some of their points. */
function arrowPoints({ balls, surface, members, rest, coordinates }: Scene): Uint32Array {
  if (surface === null && members.points.length === 0) return balls.points;
  const free = Array.from({ length: rest.length / 3 }, (_, point) => point).filter((point) =>
    [0, 1, 2].some((c) => coordinates[3 * point + c] >= 0),
  );
  const step = Math.max(1, Math.ceil(free.length / 300));
  return Uint32Array.from(free.filter((_, k) => k % step === 0));
}
