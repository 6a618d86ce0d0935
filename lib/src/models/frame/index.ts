/** Frames: straight members between nodes, small displacements. */

export {
  FRAME_DIRECTIONS,
  type FrameAction,
  type FrameDescription,
  type FrameDirection,
  type FrameInput,
  type FrameLoad,
  type FrameNode,
  type FrameSupport,
  type Member,
  type MemberInput,
  type NodeConstant,
  type Section,
  type SectionInput,
} from "./description.js";
export { type Frame, frame } from "./frame.js";
