/** What a slope changes by when a partner passes: from the terms that read both, the same as from all terms. */
import { expect, test } from "vitest";
import { emptyCell, gridOf, locate } from "../../../src/methods/force-stepping/grid.js";
import { levels, localSlopes } from "../../../src/methods/force-stepping/local-slopes.js";
import { neighboursOf } from "../../../src/methods/force-stepping/neighbourhood.js";
import { argonCluster } from "../../../src/models/particles/argon-cluster.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { tossedBlock } from "../../../src/models/structures/tossed-block.js";

test.each([
  { name: "chain", problem: springChain({ masses: 6, cubic: 0.3, quartic: 0.2, amplitude: 0.7 }), grid: 0.1 },
  { name: "argon", problem: argonCluster(), grid: 0.02 },
  { name: "tossed block", problem: tossedBlock(), grid: 0.05 },
])("$name", ({ problem: { system, q0 }, grid: spacing }) => {
  const { terms, dof, labels } = system;
  if (terms === undefined) throw new Error("its potential is a sum of terms");
  for (const triangulation of ["kuhn", "j1"] as const) {
    const grid = gridOf(labels, { grid: spacing, triangulation });
    const neighbours = neighboursOf(terms, dof);
    const { begin, partner, twin } = neighbours;
    const cell = emptyCell(dof);
    locate(grid, q0, null, cell);
    const height = levels(partner.length);
    const { above } = height;
    for (let s = 0; s < partner.length; s += 3) above[s] = 1;
    const { slope, mixed, box } = localSlopes(terms, neighbours, grid, cell, height);
    for (let j = 0; j < dof; j++) box(j);
    for (let j = 0; j < dof; j++) {
      for (let s = begin[j]; s < begin[j + 1]; s++) {
        const [mine, theirs] = [above[s], above[twin[s]]];
        above[s] = 1;
        const high = slope(j);
        above[s] = 0;
        const low = slope(j);
        // Differences of differences: rounding of the slopes.
        const rounding = 1e-13 * (Math.abs(high) + Math.abs(low) + 1);
        expect(Math.abs(mixed(j, s) - (high - low))).toBeLessThan(rounding);
        above[s] = mine;
        above[twin[s]] = theirs;
      }
    }
  }
});
