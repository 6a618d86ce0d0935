/** `{ groundMotion: { file, scale, influence } }` as the force on a system of coordinates: −M·influence·scale·ü_g(t). */
import type { TimeLoad } from "../core/system.js";
import { readGroundMotion } from "../formats/ground-motion.js";
import { type GroundMotionParts, groundMotion } from "../systems/loads.js";
import { number, numbers } from "./atoms.js";
import type { Entry } from "./entry.js";
import type { Files } from "./files.js";
import { keys, optional, text } from "./shape.js";

export const groundMotionForce = keys("a motion of the ground", {
  groundMotion: keys("a map with file, scale and influence", {
    file: text("the name of a file: AT2, or a table of times and values"),
    scale: optional(number, "From the units of the record to those of the model; 1 by default"),
    influence: optional(numbers, "How far each coordinate is carried along by the ground; 1 for all by default"),
  }),
});

/** `entry`: what stands under groundMotion. */
export function groundForceAt(entry: Entry, mass: GroundMotionParts["mass"], files: Files): TimeLoad {
  const name = entry.at("file");
  const record = readGroundMotion(files.text(name), { file: name.text() });
  const influence = entry.has("influence") ? { influence: entry.at("influence").numbers() } : {};
  const scale = entry.at("scale").number(1);
  return entry.blamed(() => groundMotion({ mass, record, scale, ...influence }));
}
