import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { eigenGeneralized } from "../../../src/linalg/eigen-symmetric.js";
import { yoshida } from "../../../src/methods/yoshida.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";

function frequencies(parameters: Parameters<typeof springChain>[0]): number[] {
  const { system, q0 } = springChain(parameters);
  const values = new Float64Array(system.tangent?.pattern.column.length ?? 0);
  system.tangent?.values(
    q0.map(() => 0),
    values,
  );
  if (system.tangent === null) throw new Error("the chain has a tangent");
  const modes = eigenGeneralized({ pattern: system.tangent.pattern, values }, system.mass.matrix);
  if (!("values" in modes)) throw new Error("the mass is positive");
  return [...modes.values].map((square) => Math.sqrt(Math.max(0, square)));
}

test("small vibrations have the frequencies of the chain: 2 √(k/m) sin(π j / (2n + 2))", () => {
  frequencies({ masses: 9, mass: 2, stiffness: 3 }).forEach((omega, j) => {
    expect(omega).toBeCloseTo(2 * Math.sqrt(1.5) * Math.sin((Math.PI * (j + 1)) / 20), 13);
  });
  frequencies({ masses: 9, mass: 2, stiffness: 3, ends: "free" }).forEach((omega, j) => {
    // √ of a zero that is off by rounding.
    expect(omega).toBeCloseTo(2 * Math.sqrt(1.5) * Math.sin((Math.PI * j) / 18), 7);
  });
});

test("without cubic and quartic terms it is a linear system, that vibrates in its lowest mode alone", () => {
  const problem = springChain({ masses: 7, cubic: 0 });
  expect(problem.system.kind).toBe("linear");
  const period = Math.PI / Math.sin(Math.PI / 16);
  const { last } = run(problem, yoshida({ order: 6 }), { time: { step: period / 400, steps: 200 } });
  // Half a period: the mirror image; order six at 400 steps a period.
  last.q.forEach((u, i) => {
    expect(u).toBeCloseTo(-problem.q0[i], 10);
  });
});

test("the tangent stays tridiagonal", () => {
  const { tangent } = springChain({ masses: 1000 }).system;
  expect(tangent?.pattern.column.length).toBe(3 * 1000 - 2);
});
