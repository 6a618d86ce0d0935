/** What mouse, fingers, wheel and keys ask of whoever looks at a scene. */
import type { Move, ViewDirection } from "./moves.js";

/** Pixels that a key moves. */
const STEP = 24;

const look = (from: ViewDirection): Move => ({ kind: "look", from });
const arrow =
  (x: number, y: number) =>
  (isPan: boolean): Move =>
    isPan ? { kind: "pan", x: -x, y: -y } : { kind: "turn", x, y };
const closer = (): Move => ({ kind: "zoom", ratio: 1 / 1.2 });

/** With shift, arrows move the picture. */
const KEYS: Readonly<Record<string, (isShifted: boolean) => Move>> = {
  ArrowLeft: arrow(-STEP, 0),
  ArrowRight: arrow(STEP, 0),
  ArrowUp: arrow(0, -STEP),
  ArrowDown: arrow(0, STEP),
  "+": closer,
  "=": closer,
  "-": () => ({ kind: "zoom", ratio: 1.2 }),
  f: () => ({ kind: "fit" }),
  x: () => look("x"),
  y: () => look("y"),
  z: () => look("z"),
  "0": () => look("usual"),
};

/** Listens to an element. Returns what ends it. */
export function steered(element: HTMLElement, steer: (move: Move) => void): () => void {
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
      const [a, b] = [...pointers.values()] as [{ x: number; y: number }, { x: number; y: number }];
      const now = Math.hypot(a.x - b.x, a.y - b.y);
      if (apart > 0 && now > 0) steer({ kind: "zoom", ratio: apart / now });
      apart = now;
      steer({ kind: "pan", x: x / 2, y: y / 2 });
    } else steer({ kind: event.buttons === 2 || event.shiftKey ? "pan" : "turn", x, y });
  });
  for (const name of ["pointerup", "pointercancel"] as const) on(name, ({ pointerId }) => pointers.delete(pointerId));
  on("contextmenu", (event) => event.preventDefault(), false);
  on(
    "wheel",
    (event) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
      steer({ kind: "zoom", ratio: Math.exp(Math.max(-0.3, Math.min(0.3, event.deltaY * 0.0015))), x, y });
    },
    false,
  );
  on(
    "keydown",
    (event) => {
      const move = KEYS[event.key];
      if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      steer(move(event.shiftKey));
    },
    false,
  );
  return () => controller.abort();
}
