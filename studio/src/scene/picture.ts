/** The page's side of a picture that a worker draws. */
import type { Cast, Drawn, FromView, Look, Seen, ToView } from "./messages.js";
import type { Move } from "./moves.js";
import { steered } from "./steering.js";

export interface Picture {
  show(cast: Cast, look: Look): void;
  at(t: number): void;
  move(move: Move): void;
  resize(width: number, height: number): void;
  /** The point that is drawn nearest to a place on the canvas, null if none is near. */
  pointAt(x: number, y: number): Promise<Seen | null>;
  placeOf(point: number): Promise<Seen | null>;
  dispose(): void;
}

export interface PictureEvents {
  drawn(drawn: Drawn): void;
  failed(reason: string): void;
}

const viewWorker = () =>
  new Worker(new URL("./view-worker.ts", import.meta.url), { type: "module", name: "noether scene" });

let prepared: Worker | null = null;

/** Begins to load what draws, before there is something to be drawn. */
export function preparePicture(): void {
  prepared ??= viewWorker();
}

/** Takes the canvas, once and for all. */
export function pictureOn(canvas: HTMLCanvasElement, events: PictureEvents): Picture {
  const worker = prepared ?? viewWorker();
  prepared = null;
  const send = (message: ToView, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  /** Told to the worker, and not yet in the picture: none when it shows what it should. */
  let [told, heard] = [0, 0];
  const wait = () => {
    canvas.dataset["waiting"] = String(told - heard);
  };
  const tell = (message: ToView) => {
    told++;
    wait();
    send(message);
  };
  const asked: ((seen: Seen | null) => void)[] = [];
  const answerTo = (question: ToView) => {
    send(question);
    return new Promise<Seen | null>((resolve) => asked.push(resolve));
  };
  worker.onmessage = ({ data }: MessageEvent<FromView>) => {
    if (data.kind === "drawn") {
      heard = data.drawn.heard;
      wait();
      events.drawn(data.drawn);
    }
    if (data.kind === "failed") events.failed(data.reason);
    if (data.kind === "seen") asked.shift()?.(data.seen);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    events.failed(`The scene cannot be drawn: ${event.message || "its worker could not be loaded"}.`);
  };
  const offscreen = canvas.transferControlToOffscreen();
  send({ kind: "open", canvas: offscreen }, [offscreen]);
  const release = steered(canvas, (move) => tell({ kind: "move", move }));
  let known: Cast | null = null;
  return {
    show(cast, look) {
      const isKnown = known?.scene === cast.scene && known.runs === cast.runs;
      known = cast;
      tell({ kind: "show", look, cast: isKnown ? null : plain(cast) });
    },
    at: (t) => tell({ kind: "at", t }),
    move: (move) => tell({ kind: "move", move }),
    resize: (width, height) => tell({ kind: "resize", width, height, pixelRatio: Math.min(2, devicePixelRatio) }),
    pointAt: (x, y) => answerTo({ kind: "point at", x, y }),
    placeOf: (point) => answerTo({ kind: "place of", point }),
    dispose() {
      release();
      worker.terminate();
    },
  };
}

/** Runs may carry more than is drawn. */
const plain = ({ scene, runs }: Cast): Cast => ({
  scene,
  runs: runs.map(({ name, colour, frames }) => ({ name, colour, frames })),
});
