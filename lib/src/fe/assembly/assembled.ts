/** Matrices of the degrees of freedom, assembled piece by piece on one pattern. */
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { type ElementAssembly, type ElementList, elementAssemblies } from "../../linalg/assembly.js";
import { type Dofs, restricted } from "./dofs.js";

export interface Assembled {
  readonly pattern: Sparsity;
  /** One for each list of pieces. */
  readonly assemblies: readonly ElementAssembly[];
  /** Lets `add` sum up all pieces, and keeps the rows and columns that are free. */
  collect(out: Vec, add: (values: Vec) => void): void;
}

/** The pieces read nodes in use. */
export function assembled(lists: readonly ElementList[], dofs: Dofs): Assembled {
  const assemblies = elementAssemblies(
    dofs.assembledCount,
    lists.map(({ elements, perElement }) => ({ elements: elements.map((node) => dofs.assembled[node]), perElement })),
    dofs.directions,
  );
  const whole = assemblies[0].pattern;
  const { pattern, source } = restricted(whole, dofs);
  const all = source === null ? null : new Float64Array(whole.column.length);
  return {
    pattern,
    assemblies,
    collect(out, add) {
      const values = all ?? out;
      values.fill(0);
      add(values);
      if (source !== null) for (let j = 0; j < source.length; j++) out[j] = values[source[j]];
    },
  };
}
