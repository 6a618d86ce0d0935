/** Draws one scene, in a worker: a page that waited for its pictures would not answer while they are drawn. */
import type { FromView, ToView } from "./messages.js";
import { type View, viewOf } from "./view.js";

const tell = (message: FromView) => postMessage(message);

let view: View | null = null;

addEventListener("message", ({ data }: MessageEvent<ToView>) => {
  if (data.kind !== "open") {
    view?.hear(data);
    return;
  }
  try {
    view = viewOf(data.canvas, tell);
  } catch {
    tell({
      kind: "failed",
      reason: "This browser has no WebGL, which draws the scene. Curves and results do not need it.",
    });
  }
});
