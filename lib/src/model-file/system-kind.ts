/** A kind of system, by the key under `system` that only it has: what may be said of it, where it names files, and what is built from it. */
import { fixedValues, type NamedNumbers, type ParameterNumbers } from "../symbolic/index.js";
import type { Shape } from "./shape.js";
import type { BuiltSystem, SystemParts } from "./system-parts.js";
import type { Path } from "./tree.js";

export interface SystemKind<Id extends string = string> {
  readonly id: Id;
  /** The shape of `system`. */
  readonly shape: Shape;
  /** The same for editors, in more detail: one shape for each choice. */
  readonly choices?: () => readonly Shape[];
  /** Where it names files, below `system`. */
  readonly files: readonly Path[];
  /** Has a motion no start of its own? */
  readonly needsStart?: boolean;
  build(parts: SystemParts<ParameterNumbers>): BuiltSystem;
}

/** A kind that computes with its parameters while it is built: what it takes is numbers. */
export function kindOfNumbers<Id extends string>(
  kind: Omit<SystemKind<Id>, "build"> & { build(parts: SystemParts<NamedNumbers>): BuiltSystem },
): SystemKind<Id> {
  const why = `is built into a system of kind ${kind.id}`;
  return { ...kind, build: (parts) => kind.build({ ...parts, parameters: fixedValues(parts.parameters, why) }) };
}
