/** From where a scene is looked at: a plan in the plane, with a perspective in space. Moved by mouse, fingers and keys. */

import type { Bounds } from "noether/scene";
import { type Camera, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";

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
  look(from: "usual" | "x" | "y" | "z"): void;
}

const ANGLE = 28;
/** From the front, a little to the right and above, as figures of bodies have it. */
const USUAL = { turn: (-62 * Math.PI) / 180, lift: (24 * Math.PI) / 180 };
const STEEPEST = (89 * Math.PI) / 180;
/** Of the picture, left free around the scene. */
const MARGIN = 1.25;

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
      const aspect = width / height;
      if (isFlat) reach = MARGIN * Math.max(spans[1], spans[0] / aspect, 0.05 * size);
      else {
        // The corners of the box as they are seen.
        place();
        let [across, high] = [0, 0];
        for (let corner = 0; corner < 8; corner++) {
          const at = new Vector3(...[0, 1, 2].map((c) => ((corner >> c) & 1 ? 0.5 : -0.5) * spans[c]));
          across = Math.max(across, 2 * Math.abs(at.dot(right)));
          high = Math.max(high, 2 * Math.abs(at.dot(up)));
        }
        reach = MARGIN * Math.max(high, across / aspect) || 1;
      }
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

/** Lets a rig be moved by pointers, the wheel and keys; `changed` after each. Returns what ends it. */
export function steered(element: HTMLElement, rig: () => Rig, changed: () => void, fit: () => void): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let apart = 0;
  const controller = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    hear: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => element.addEventListener(name, hear, { signal: controller.signal, passive });
  on("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    apart = 0;
  });
  on("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (last === undefined) return;
    const [x, y] = [event.clientX - last.x, event.clientY - last.y];
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()];
      const now = Math.hypot(a.x - b.x, a.y - b.y);
      if (apart > 0 && now > 0) rig().zoom(apart / now);
      apart = now;
      rig().pan(x / 2, y / 2);
    } else if (event.buttons === 2 || event.shiftKey) rig().pan(x, y);
    else rig().turn(x, y);
    changed();
  });
  for (const name of ["pointerup", "pointercancel"] as const) on(name, ({ pointerId }) => pointers.delete(pointerId));
  on("contextmenu", (event) => event.preventDefault(), false);
  on(
    "wheel",
    (event) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
      rig().zoom(Math.exp(Math.max(-0.3, Math.min(0.3, event.deltaY * 0.0015))), x, y);
      changed();
    },
    false,
  );
  const STEP = 24;
  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowLeft: ({ shiftKey }) => (shiftKey ? rig().pan(STEP, 0) : rig().turn(-STEP, 0)),
    ArrowRight: ({ shiftKey }) => (shiftKey ? rig().pan(-STEP, 0) : rig().turn(STEP, 0)),
    ArrowUp: ({ shiftKey }) => (shiftKey ? rig().pan(0, STEP) : rig().turn(0, -STEP)),
    ArrowDown: ({ shiftKey }) => (shiftKey ? rig().pan(0, -STEP) : rig().turn(0, STEP)),
    "+": () => rig().zoom(1 / 1.2),
    "=": () => rig().zoom(1 / 1.2),
    "-": () => rig().zoom(1.2),
    f: fit,
    x: () => rig().look("x"),
    y: () => rig().look("y"),
    z: () => rig().look("z"),
    "0": () => {
      rig().look("usual");
      fit();
    },
  };
  on(
    "keydown",
    (event) => {
      const act = keys[event.key];
      if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act(event);
      changed();
    },
    false,
  );
  return () => controller.abort();
}
