/** What moves, in space. The engine describes a scene once (`Scene` of noether/scene, from the plan of a run), and each run brings its
 *  frames. The component draws the frame at `time`, one ghost a run in the run's colour.
 *
 *  The workbench shows it in its middle pane and hands it
 *  - `scene`: plain data from the worker;
 *  - `runs`: one for each method chosen that has frames, in the order of the list;
 *  - `time`: where the time bar stands, a signal that changes many times a second: read it in an effect, not while rendering;
 *  - `pick`: called with the name of the point that was picked and the places of its coordinates, to show their curves. */
import type { ReadonlySignal } from "@preact/signals";
import type { Scene as SceneDescription } from "noether/scene";

export interface SceneRun {
  /** In the words of `--method`. */
  readonly name: string;
  /** A CSS colour. */
  readonly colour: string;
  readonly frames: SceneFrames;
}

/** Thinned; times increase. */
export interface SceneFrames {
  readonly times: Float64Array;
  /** Three numbers a point, frame after frame. */
  readonly displacements: Float32Array;
  /** One number a point, frame after frame, of the field that colours show; null: no field is shown. */
  readonly values: Float32Array | null;
}

export interface SceneProps {
  readonly scene: SceneDescription;
  readonly runs: readonly SceneRun[];
  readonly time: ReadonlySignal<number>;
  readonly pick?: (name: string, coordinates: readonly number[]) => void;
}
