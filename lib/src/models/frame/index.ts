/** Frames: straight members between nodes, small displacements. */
export { type Frame, frame } from "./frame.js";
export {
  FRAME_DIRECTIONS,
  type FrameAction,
  type FrameDamping,
  type FrameDirection,
  type FrameLoad,
  type FrameNode,
  type FrameParts,
  type FrameSupport,
  type Member,
  type NodeConstant,
  type Point,
  type Section,
} from "./parts.js";
