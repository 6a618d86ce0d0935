/** What is drawn of one kind of body. */
import type { Area, Outline } from "../figure.js";
import type { Eye } from "./eye.js";
import type { BodyState } from "./field-values.js";

export interface Scene {
  /** What the colours mean; null: nothing. */
  readonly label: string | null;
  /** `points`: the nodes as they are drawn, their displacements magnified by the factor. */
  draw(eye: Eye, points: Float64Array, factor: number, state: BodyState): Drawn;
  /** Where the body was. */
  atRest(eye: Eye): readonly Outline[];
}

export interface Drawn {
  readonly areas: readonly Area[];
  readonly lines: readonly Outline[];
}
