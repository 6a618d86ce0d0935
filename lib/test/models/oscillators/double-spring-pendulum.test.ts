import { expect, test } from "vitest";
import { doubleSpringPendulum } from "../../../src/models/oscillators/double-spring-pendulum.js";

test("hanging down, the upper spring carries both masses and the lower one its own", () => {
  const { system } = doubleSpringPendulum({ mass: 2, stiffness: 50, gravity: 10, length: 1 });
  const upper = -(1 + 40 / 50);
  const hanging = Float64Array.of(0, upper, 0, upper - (1 + 20 / 50));
  const out = new Float64Array(4);
  system.gradient(hanging, out);
  expect(Math.max(...out.map(Math.abs))).toBeLessThan(1e-13);
});
