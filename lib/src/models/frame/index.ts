/** Frames: straight members between nodes, small displacements. */

export {
  FRAME_DIRECTIONS,
  type FrameAction,
  type FrameDamping,
  type FrameDescription,
  type FrameDirection,
  type FrameLoad,
  type FrameNode,
  type FrameSupport,
  type Member,
  type NodeConstant,
  type Point,
  type Section,
} from "./description.js";
export { type Frame, frame } from "./frame.js";
