import { expect, test } from "vitest";
import { springPendulum } from "../../../src/models/oscillators/spring-pendulum.js";

test("it hangs in equilibrium at l + m g / k, with the bounce twice as fast as the swing", () => {
  const { system } = springPendulum();
  const [mass, stiffness, weight] = [1, 29.43, 9.81];
  const hanging = Float64Array.of(0, -(1 + weight / stiffness));
  const out = new Float64Array(2);
  system.gradient(hanging, out);
  expect(Math.hypot(out[0], out[1])).toBeLessThan(1e-14);
  const values = new Float64Array(4);
  system.tangent?.values(hanging, values);
  const [swing, bounce] = [Math.sqrt(values[0] / mass), Math.sqrt(values[3] / mass)];
  expect(bounce / swing).toBeCloseTo(2, 14);
});
