/** A kind of system, by the key under `system` that only it has: what may be said of it, where it names files, and what is built from it. */
import type { ParameterNumbers } from "../symbolic/index.js";
import type { Shape } from "./shape.js";
import type { BuiltSystem, SystemParts } from "./system-parts.js";
import type { Path } from "./tree.js";

interface KindFacts<Id extends string> {
  readonly id: Id;
  /** The shape of `system`. */
  readonly shape: Shape;
  /** The same for editors, in more detail: one shape for each choice. */
  readonly choices?: () => readonly Shape[];
  /** Where it names files, below `system`. */
  readonly files: readonly Path[];
  /** Has a motion no start of its own? */
  readonly needsStart?: boolean;
}

/** Most kinds compute with their parameters while they are built: what they take is numbers. The systems of others follow parameters that are set
 *  again. */
export type SystemKind<Id extends string = string> = KindFacts<Id> &
  (
    | { readonly follows?: false; build(parts: SystemParts): BuiltSystem }
    | { readonly follows: true; build(parts: SystemParts<ParameterNumbers>): BuiltSystem }
  );
