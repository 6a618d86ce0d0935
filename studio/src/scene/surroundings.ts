/** What does not move, or moves with the first run alone: supports, contact planes, the periodic box, contours and curves of V, and where a
 *  body was at rest. */

import type { Bounds, Scene } from "noether/scene";
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  MeshLambertMaterial,
} from "three";
import { type Segments, segments } from "./lines.js";
import { drawnSupports } from "./supports.js";

export interface Surroundings {
  readonly object: Group;
  moved(positions: Float32Array): void;
  dispose(): void;
}

export interface Palette {
  readonly ink: string;
  readonly muted: string;
  readonly faint: string;
  readonly rule: string;
  readonly paper: string;
  readonly accent: string;
  /** Of what shines. */
  readonly warm: string;
}

export function surroundingsOf(
  scene: Scene,
  bounds: Bounds,
  radius: number,
  palette: Palette,
  showsRest: boolean,
): Surroundings {
  const object = new Group();
  const drawn: { dispose(): void }[] = [];
  const add = (lines: Segments) => {
    drawn.push(lines);
    object.add(lines.object);
  };
  const size = Math.hypot(...bounds.least.map((low, c) => bounds.most[c] - low)) || 1;

  const supportLine = new LineBasicMaterial({ color: palette.muted });
  const supportBody = new MeshLambertMaterial({ color: palette.muted });
  drawn.push(supportLine, supportBody);
  const supports = drawnSupports(scene, Math.max(1.6 * radius, 0.022 * size), supportLine, supportBody);
  drawn.push(supports);
  object.add(supports.object);

  for (const { kind, points } of scene.background) {
    const count = points.length / 3 - 1;
    if (count < 1) continue;
    const strokes = {
      contour: { width: 1, colour: mixed(palette.faint, palette.paper, 0.55) },
      energy: { width: 1.5, colour: mixed(palette.accent, palette.paper, 0.25) },
      potential: { width: 2.5, colour: palette.faint },
      zero: { width: 1, colour: palette.faint },
    } as const;
    const lines = segments(count, strokes[kind]);
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < 6; i++) lines.positions[6 * k + i] = points[3 * k + i] - (i % 3 === 2 ? 0.5 * size : 0);
    }
    lines.moved();
    lines.object.renderOrder = -2;
    add(lines);
  }

  if (scene.box !== null) {
    const [w, h, d] = [scene.box[0], scene.box[1] ?? 0, scene.box[2] ?? 0];
    const corners = d === 0 ? [0, 1, 2, 3] : [0, 1, 2, 3, 4, 5, 6, 7];
    const at = (corner: number) => [corner & 1 ? w : 0, corner & 2 ? h : 0, corner & 4 ? d : 0];
    const pairs = corners.flatMap((a) =>
      [1, 2, 4].flatMap((bit) => ((a & bit) === 0 && corners.includes(a | bit) ? [[a, a | bit]] : [])),
    );
    const lines = segments(pairs.length, { width: 1.2, colour: palette.faint });
    pairs.forEach(([a, b], k) => {
      lines.positions.set([...at(a), ...at(b)], 6 * k);
    });
    lines.moved();
    add(lines);
  }

  for (const plane of scene.planes) {
    const lines = planeLines(scene, plane, bounds, size, palette);
    add(lines);
  }

  if (showsRest && scene.surface !== null) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(scene.rest, 3));
    geometry.setIndex(new BufferAttribute(scene.surface.outline, 1));
    const material = new LineBasicMaterial({ color: palette.faint, transparent: true, opacity: 0.4 });
    object.add(new LineSegments(geometry, material));
    drawn.push(geometry, material);
  }
  if (showsRest && scene.members.points.length > 0) {
    const { start, points } = scene.members;
    const count = start.length - 1;
    const lines = segments(count, {
      width: 1,
      colour: mixed(palette.faint, palette.paper, 0.35),
    });
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < 3; c++) {
        lines.positions[6 * k + c] = scene.rest[3 * points[start[k]] + c];
        lines.positions[6 * k + 3 + c] = scene.rest[3 * points[start[k + 1] - 1] + c];
      }
    }
    lines.object.renderOrder = -1;
    lines.moved();
    add(lines);
  }
  return {
    object,
    moved: supports.moved,
    dispose() {
      for (const each of drawn) each.dispose();
    },
  };
}

const mixed = (a: string, b: string, part: number) => new Color(a).lerp(new Color(b), part).getStyle();

/** A grid on the plane, as large as the scene; in the plane a hatched line. */
function planeLines(
  { dimension }: Scene,
  { point, normal }: Scene["planes"][number],
  { least, most }: Bounds,
  size: number,
  palette: Palette,
): Segments {
  const middle = least.map((low, c) => (low + most[c]) / 2);
  const gap = normal.reduce((sum, n, c) => sum + n * (middle[c] - point[c]), 0);
  const centre = middle.map((x, c) => x - gap * normal[c]);
  const reach = 0.75 * size;
  if (dimension < 3) {
    const along = [-normal[1], normal[0]];
    const strokes = 36;
    const lines = segments(strokes + 1, { width: 1.3, colour: palette.muted });
    const at = (s: number, below: number) => [0, 1].map((c) => centre[c] + s * along[c] - below * normal[c]);
    lines.positions.set([...at(-reach, 0), 0, ...at(reach, 0), 0], 0);
    for (let k = 0; k < strokes; k++) {
      const s = -reach + (2 * reach * (k + 0.5)) / strokes;
      lines.positions.set([...at(s, 0), 0, ...at(s - 0.02 * size, 0.025 * size), 0], 6 * (k + 1));
    }
    lines.moved();
    return lines;
  }
  const [a, b] = across(normal);
  const cells = 16;
  const lines = segments(2 * (cells + 1), { width: 1, colour: palette.faint, opacity: 0.55 });
  for (let k = 0; k <= cells; k++) {
    const s = -reach + (2 * reach * k) / cells;
    [
      [a, b],
      [b, a],
    ].forEach(([one, other], way) => {
      const end = (sign: number) => [0, 1, 2].map((c) => centre[c] + s * one[c] + sign * reach * other[c]);
      lines.positions.set([...end(-1), ...end(1)], 6 * (2 * k + way));
    });
  }
  lines.moved();
  return lines;
}

/** Two directions across a normal and one another. */
function across([x, y, z]: readonly [number, number, number]): [number[], number[]] {
  const helper = Math.abs(z) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const a = [y * helper[2] - z * helper[1], z * helper[0] - x * helper[2], x * helper[1] - y * helper[0]];
  const size = Math.hypot(...a);
  const unit = a.map((each) => each / size);
  return [unit, [y * unit[2] - z * unit[1], z * unit[0] - x * unit[2], x * unit[1] - y * unit[0]]];
}
