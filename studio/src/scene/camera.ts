/** From where a scene is looked at: a plan in the plane, with a perspective in space. */

import type { Bounds } from "noether/scene";
import { type Camera, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Move, ViewDirection } from "./moves.js";

export interface Rig {
  readonly camera: Camera;
  /** Lengths of the scene in a pixel, where it is looked at. */
  readonly perPixel: number;
  fit(bounds: Bounds): void;
  resize(width: number, height: number): void;
  /** Pixels to the right and down. */
  turn(x: number, y: number): void;
  pan(x: number, y: number): void;
  /** Above 1: farther away; the place under the pointer stays, given from the middle in pixels. */
  zoom(ratio: number, x?: number, y?: number): void;
  /** Along an axis, or from the usual place. */
  look(from: ViewDirection): void;
}

const ANGLE = 28;
/** From the front, a little to the right and above, as figures of bodies have it. */
const USUAL = { turn: (-62 * Math.PI) / 180, lift: (24 * Math.PI) / 180 };
const STEEPEST = (89 * Math.PI) / 180;
/** Of the picture, left free around the scene. */
const MARGIN = 1.2;
const DEEP_MARGIN = 1.1;
/** Pixels below the scene, where its scale is. */
const FOOT = 28;

export function rigOf(dimension: 1 | 2 | 3): Rig {
  const isFlat = dimension < 3;
  const flat = new OrthographicCamera();
  const deep = new PerspectiveCamera(ANGLE);
  const camera = isFlat ? flat : deep;
  const target = new Vector3();
  let [width, height] = [1, 1];
  let [turn, lift] = [USUAL.turn, USUAL.lift];
  /** Lengths from the bottom of the picture to its top, at the target. */
  let reach = 1;
  let size = 1;
  const [right, up] = [new Vector3(), new Vector3()];

  const place = () => {
    const aspect = width / height;
    if (isFlat) {
      flat.left = (-reach / 2) * aspect;
      flat.right = -flat.left;
      flat.top = reach / 2;
      flat.bottom = -reach / 2;
      [flat.near, flat.far] = [-10 * size, 10 * size];
      flat.position.copy(target);
      flat.updateProjectionMatrix();
    } else {
      const distance = reach / 2 / Math.tan((ANGLE * Math.PI) / 360);
      deep.aspect = aspect;
      deep.near = Math.max(distance / 1000, distance - 20 * size);
      deep.far = distance + 20 * size;
      deep.up.set(0, 0, 1);
      deep.position.set(Math.cos(lift) * Math.cos(turn), Math.cos(lift) * Math.sin(turn), Math.sin(lift));
      deep.position.multiplyScalar(distance).add(target);
      deep.lookAt(target);
      deep.updateProjectionMatrix();
    }
    camera.updateMatrixWorld();
    right.setFromMatrixColumn(camera.matrixWorld, 0);
    up.setFromMatrixColumn(camera.matrixWorld, 1);
  };
  const shift = (x: number, y: number) => {
    const scale = reach / height;
    target.addScaledVector(right, -x * scale).addScaledVector(up, y * scale);
  };
  return {
    camera,
    get perPixel() {
      return reach / height;
    },
    fit({ least, most }) {
      const spans = least.map((low, c) => most[c] - low);
      size = Math.hypot(...spans) || 1;
      target.set((least[0] + most[0]) / 2, (least[1] + most[1]) / 2, (least[2] + most[2]) / 2);
      const foot = Math.min(FOOT, height / 4);
      /** Lengths across the picture for one in the part above its foot. */
      const aspect = width / (height - foot);
      if (isFlat) {
        const room = Math.max(spans[1], spans[0] / aspect, 0.05 * size);
        reach = (MARGIN * room * height) / (height - foot);
      } else {
        // So far away that every corner of the box is in the picture: those that are nearer are seen larger.
        place();
        const back = new Vector3().setFromMatrixColumn(camera.matrixWorld, 2);
        const half = Math.tan((ANGLE * Math.PI) / 360);
        const shared = height / (height - foot);
        let distance = 0;
        for (let corner = 0; corner < 8; corner++) {
          const at = new Vector3(...[0, 1, 2].map((c) => ((corner >> c) & 1 ? 0.5 : -0.5) * spans[c]));
          const room = Math.max(Math.abs(at.dot(up)) * shared, (Math.abs(at.dot(right)) * height) / width);
          distance = Math.max(distance, at.dot(back) + (DEEP_MARGIN * room) / half);
        }
        reach = 2 * half * (distance || 1);
      }
      place();
      target.addScaledVector(up, (-foot / 2) * (reach / height));
      place();
    },
    resize(w, h) {
      [width, height] = [Math.max(1, w), Math.max(1, h)];
      place();
    },
    turn(x, y) {
      if (isFlat) shift(x, y);
      else {
        turn -= x * 0.008;
        lift = Math.min(STEEPEST, Math.max(-STEEPEST, lift + y * 0.008));
      }
      place();
    },
    pan(x, y) {
      shift(x, y);
      place();
    },
    zoom(ratio, x = 0, y = 0) {
      const scale = (reach / height) * (1 - ratio);
      target.addScaledVector(right, x * scale).addScaledVector(up, -y * scale);
      reach = Math.min(1e6 * size, Math.max(1e-6 * size, reach * ratio));
      place();
    },
    look(from) {
      if (from === "usual") [turn, lift] = [USUAL.turn, USUAL.lift];
      if (from === "x") [turn, lift] = [0, 0];
      if (from === "y") [turn, lift] = [-Math.PI / 2, 0];
      if (from === "z") [turn, lift] = [-Math.PI / 2, STEEPEST];
      place();
    },
  };
}

/** Does what a hand or a key has asked for; `fit` where the whole scene is to be seen. */
export function moveRig(rig: Rig, move: Move, fit: () => void): void {
  switch (move.kind) {
    case "turn":
      rig.turn(move.x, move.y);
      break;
    case "pan":
      rig.pan(move.x, move.y);
      break;
    case "zoom":
      rig.zoom(move.ratio, move.x, move.y);
      break;
    case "look":
      rig.look(move.from);
      if (move.from === "usual") fit();
      break;
    case "fit":
      fit();
  }
}
