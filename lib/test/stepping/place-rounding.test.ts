import { expect, test } from "vitest";
import { diagonalMass } from "../../src/linalg/mass.js";
import { kepler } from "../../src/models/particles/kepler.js";
import { MOST_ROUNDING, placeRounding } from "../../src/stepping/place-rounding.js";

const { system } = kepler({});
const heavy = { ...system, mass: diagonalMass([2, 3]) };
const tangent = system.tangent!;
const at = Float64Array.of(0.8, -0.3);
const K = new Float64Array(4);
tangent.values(at, K);
const delta = Float64Array.of(5e-17, 3e-17);
const change = [K[0]! * delta[0]! + K[1]! * delta[1]!, K[2]! * delta[0]! + K[3]! * delta[1]!];

test("the force changes by K δ, with K from the matrix of the step", () => {
  const [m, c] = [1.5, 1e-4];
  const J = K.map((k, e) => c * k + (e === 0 ? 2 * m : e === 3 ? 3 * m : 0));
  const rounded = placeRounding(heavy, tangent.pattern, J);
  const force = Float64Array.of(1, 1);
  rounded.addTo(delta, 1, force, 1, force);
  expect([...force], "before there is a matrix").toEqual([1, 1]);
  rounded.enter(m, c);
  // An ulp of 1 is 2.2e-16, and K δ some 1e-16: enough to see in a force of 0.2.
  const weak = Float64Array.of(0.2, 0.2);
  rounded.addTo(delta, 1, weak, 1, weak);
  for (let i = 0; i < 2; i++) {
    expect(weak[i]).not.toBe(0.2);
    expect(Math.abs(weak[i]! - (0.2 + change[i]!))).toBeLessThanOrEqual(2 ** -55);
  }
  rounded.forget();
  rounded.addTo(delta, 1, force, 1, force);
  expect([...force], "a new step").toEqual([1, 1]);
});

test("what is more than rounding of the force is left out, entry by entry", () => {
  const rounded = placeRounding(system, tangent.pattern, K);
  rounded.enter(0, 1);
  const small = Math.abs(change[0]!) / (2 * MOST_ROUNDING); // half of what would be enough
  const force = Float64Array.of(small, 1);
  rounded.addTo(delta, 1, force, 1, force);
  expect(force[0]).toBe(small);
  expect(force[1]).toBe(1 + change[1]!);
});
