/** What a run looks like, reported while it goes on: whenever twice as much has come, and at its end. */
import type { Plan } from "noether/model-file";
import { type SceneState, sceneRecording } from "noether/scene";
import type { Report } from "./messages.js";

export interface Looks {
  observe(s: SceneState): void;
  /** With the last state: in any case. */
  report(last?: SceneState): void;
}

export function looksOf(plan: Plan, tell: (report: Report, transfer: Transferable[]) => void): Looks {
  const recording = sceneRecording(plan.scene);
  return {
    observe: recording.observe,
    report(last) {
      if (last === undefined && !recording.isDue) return;
      const { scene, frames } = recording.frames(last);
      tell({ kind: "scene", scene, frames }, [frames.times.buffer as ArrayBuffer, frames.rows.buffer as ArrayBuffer]);
    },
  };
}
