/** What models look like: points, links, members, surfaces, supports and fields, and where they are at a state. */
export { abstractScene } from "./abstract.js";
export { colourAt, writeColours } from "./colour-scale.js";
export { type ContourGrid, contourLines } from "./contours.js";
export {
  type Bounds,
  boundsOf,
  largestIn,
  partsOfRow,
  pathOf,
  type RowParts,
  rowAt,
  rowWidth,
  type SceneFrames,
  writeRow,
} from "./frames.js";
export { type Linkage, linkage, type Mover, type Triple } from "./linkage.js";
export { longestSide, magnification } from "./magnification.js";
export { modeFrames } from "./mode-frames.js";
export { type MeasuredField, movingScene, type ScenePartsGiven } from "./moving-scene.js";
export { nearestImage, type ParticleScene, particleScene } from "./particles.js";
export { type SceneRecording, type SceneState, sceneRecording } from "./recording.js";
export {
  type BackgroundLine,
  type Balls,
  type Links,
  type MovingScene,
  type Polylines,
  place,
  pointCount,
  type Scene,
  type SceneField,
  type ScenePlane,
  type SceneVectors,
  type Supports,
  type Surface,
} from "./scene.js";
export type { CoordinateBounds } from "./window.js";
