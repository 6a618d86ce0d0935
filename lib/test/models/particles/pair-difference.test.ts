import { describe, expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { type Specialisation, specialised } from "../../../src/core/specialise.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { startingFrom } from "../../../src/models/model.js";
import { particles } from "../../../src/models/particles/particle-system.js";
import { extremes } from "../../../src/observers/extremes.js";
import { discreteGradientDefects, randomNumbers } from "../../systems/derivatives.js";

/** A ring of springs in the plane, thrown and turning. */
function ring(count: number) {
  const bonds = Array.from({ length: count }, (_, i) => ({
    between: [i, (i + 1) % count] as const,
    stiffness: 40 + i,
    length: 0.1,
  }));
  const random = randomNumbers(3);
  const q = Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [Math.cos(angle) + 0.1 * random(), Math.sin(angle) + 0.1 * random()];
  });
  const v = q.map(([x, y]) => [0.5 - 0.8 * y, -0.3 + 0.8 * x + 0.2 * random()]);
  const masses = Array.from({ length: count }, (_, i) => 1 + (i % 3));
  return startingFrom(particles({ dimension: 2, masses, bonds }), q.flat(), v.flat());
}

test("a net of springs keeps energy, linear and angular momentum, with a sparse tangent", () => {
  const problem = ring(40);
  expect(problem.system.tangent?.pattern.column.length).toBeLessThan(80 * 80 * 0.1);
  const observe = { extremes: extremes(problem.system.invariants) };
  const time = { step: 0.05, steps: 500 };
  const { status, observed } = run(problem, energyMomentum({ momentum: "angular" }), { time, observe });
  expect(status).toBe("completed");
  for (const { name, min, max, initial } of observed.extremes) {
    expect((max - min) / Math.abs(initial), name).toBeLessThan(1e-12);
  }
});

test("without it the paper's force turns the net", () => {
  const problem = ring(40);
  const observe = { extremes: extremes(problem.system.invariants) };
  const { observed } = run(problem, energyMomentum({ form: "secant" }), {
    time: { step: 0.05, steps: 500 },
    observe,
  });
  const of = (name: string) => {
    const { min, max, initial } = observed.extremes.find((extreme) => extreme.name === name)!;
    return (max - min) / Math.abs(initial);
  };
  expect(of("energy")).toBeLessThan(1e-12);
  expect(of("linear-momentum-x")).toBeLessThan(1e-12);
  expect(of("angular-momentum-z")).toBeGreaterThan(1e-4);
});

describe("in a periodic box", () => {
  const { system } = startingFrom(
    particles({
      dimension: 2,
      masses: [1, 1, 1],
      box: [4, 5],
      pair: { lennardJones: { cutoff: 1.9, shift: true } },
    }),
    [],
    [],
  );

  test("the image is the one nearest to the middle of the way, also across the walls", () => {
    const a = Float64Array.of(0.1, 0.2, 3.3, 4.7, 2, 2.5);
    const b = Float64Array.of(-0.05, 0.25, 3.05, 4.75, 2.2, 2.4);
    const { work, symmetry, tangent } = discreteGradientDefects(system, a, b, 1e-4);
    expect(work).toBeLessThan(1e-12 * Math.abs(system.potential(a)));
    expect(symmetry).toBeLessThan(1e-13);
    expect(tangent).toBeLessThan(1e-8);
  });
});

test.each([1, 2, 3])("generated loops and pairs one by one have the same digits, in %i dimensions", (dimension) => {
  const random = randomNumbers(5);
  const count = 5;
  const masses = Array.from({ length: count }, () => 1 + random());
  const q = () => Float64Array.from({ length: count * dimension }, (_, i) => i + 0.3 * random());
  const [a, b] = [q(), q()];
  const bonds = [
    { between: [0, 1] as const, stiffness: 3, length: 0.7 },
    { between: [3, 1] as const, stiffness: 2 },
  ];
  const found = (how: Specialisation) =>
    specialised(how, () => {
      const { dof, discreteGradient } = particles({ dimension, masses, pair: { gravity: {} }, bonds });
      if (discreteGradient === null) throw new Error("particles have a discrete gradient");
      const [g, K] = [dof, discreteGradient.tangent.pattern.column.length].map((length) => new Float64Array(length));
      discreteGradient.between(a, b, g);
      discreteGradient.tangent.values(a, b, K);
      return [[...g], [...K]];
    });
  expect(found("always")).toEqual(found("never"));
});
