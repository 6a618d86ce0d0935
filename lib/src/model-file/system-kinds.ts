/** The kinds of system that a model file can hold: one array, from which the checks, the schema for editors, the files that a model may
 *  name and the builders follow. */
import { builtinKind } from "./kinds/builtin.js";
import { frameKind } from "./kinds/frame.js";
import { matricesKind } from "./kinds/matrices.js";
import { particlesKind } from "./kinds/particles.js";
import { potentialKind } from "./kinds/potential.js";
import { solidKind } from "./kinds/solid.js";
import type { SystemKind } from "./system-kind.js";

export const systemKinds = [
  potentialKind,
  matricesKind,
  particlesKind,
  solidKind,
  frameKind,
  builtinKind,
] as const satisfies readonly SystemKind[];

export type SystemKindId = (typeof systemKinds)[number]["id"];

export function systemKind(id: SystemKindId): SystemKind<SystemKindId> {
  return systemKinds.find((kind) => kind.id === id) as SystemKind<SystemKindId>;
}
