import { expect, test } from "vitest";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { secantCalls, secantPlaces } from "../../../src/stepping/code/secant-calls.js";
import { potentialSystem } from "../../../src/systems/potential.js";

test("what the rounding of a place leaves in an equation is felt from coordinates on either side, of slopes of which the code writes the upper half", () => {
  const system = potentialSystem({
    labels: ["x", "y"],
    mass: diagonalMass(Float64Array.of(1, 1)),
    potential: () => 0,
    gradient: (_, out) => out.fill(0),
    tangent: {
      pattern: { size: 2, rowStart: Int32Array.of(0, 2, 4), column: Int32Array.of(0, 1, 0, 1) },
      values: (_, out) => out.fill(0),
    },
  });
  const at = secantPlaces(2, 4);
  /** Is a residual in one equation accepted that a coordinate far from zero, the other one, explains? */
  const accepts = (equation: number, residual: number) => {
    const memory = new Float64Array(at.accepted + 1);
    memory.set([1, 1], at.du);
    memory.set([1, 1], at.force);
    memory[at.slopes + 1] = 1; // of the first row and the second column
    memory[at.reach + 1 - equation] = 1e6;
    memory[at.residual + equation] = residual;
    secantCalls(system, memory)[3]();
    return memory[at.accepted] === 1;
  };
  for (const equation of [0, 1]) {
    expect(accepts(equation, 1e6 * Number.EPSILON)).toBe(true);
    expect(accepts(equation, 1e8 * Number.EPSILON)).toBe(false);
  }
});
