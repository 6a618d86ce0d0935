/** Which systems a method takes: every need, met and not. */
import { describe, expect, test } from "vitest";
import { type Need, refusal } from "../../src/core/method.js";
import type { Force, ForceTangent, NonlinearSystem, System } from "../../src/core/system.js";
import { diagonalMass, matrixMass } from "../../src/linalg/mass.js";
import { fromDiagonal, fromRows } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { forceStepping } from "../../src/methods/force-stepping.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { recommendedMethods } from "../../src/methods/recommended.js";
import { linearSystem, viscousForce } from "../../src/systems/linear.js";
import { potentialSystem } from "../../src/systems/potential.js";

const tangent = (symmetric: boolean): ForceTangent => ({
  pattern: fullPattern(2),
  symmetric,
  values: (_t, _q, _v, out) => out.fill(0),
});
const force = (parts: Partial<Force>): Force => ({ addTo: () => {}, byPosition: null, byVelocity: null, ...parts });
const ofTime = force({});
const ofPosition = force({ byPosition: tangent(true) });
const ofVelocity = force({ byVelocity: tangent(true) });
const gyroscopic = force({ byVelocity: tangent(false) });
const viscous = viscousForce(fromDiagonal([1, 2]));

const plain = potentialSystem({
  labels: ["x", "y"],
  mass: diagonalMass([1, 2]),
  potential: () => 0,
  gradient: (_q, out) => out.fill(0),
  tangent: { pattern: fullPattern(2), values: (_q, out) => out.fill(0) },
}) as NonlinearSystem;
const system = (parts: Partial<NonlinearSystem>): System => ({ ...plain, ...parts });

const takes = (need: Need, one: System) => refusal({ id: "it", needs: [need], handles: [] }, one) === null;

const CASES: readonly (readonly [Need, met: readonly System[], unmet: readonly System[]])[] = [
  ["tangent", [plain], [system({ tangent: null })]],
  ["linear", [linearSystem({ mass: diagonalMass([1]), stiffness: fromRows([[1]]) })], [plain]],
  [
    "conservative",
    [plain],
    [system({ load: ofTime }), system({ damping: viscous }), system({ load: ofTime, damping: viscous })],
  ],
  ["undamped", [plain, system({ load: ofTime })], [system({ damping: viscous })]],
  [
    "forces-without-velocity",
    [plain, system({ load: ofTime }), system({ load: ofPosition })],
    [system({ damping: viscous }), system({ load: ofVelocity })],
  ],
  [
    "dissipation-potential",
    [
      plain,
      system({ load: ofTime, damping: viscous }),
      system({ damping: force({ byPosition: tangent(true), byVelocity: tangent(true), companion: ofTime }) }),
    ],
    [
      system({ load: ofPosition }),
      system({ load: ofVelocity }),
      system({ damping: gyroscopic }),
      system({ damping: force({ byPosition: tangent(true), byVelocity: tangent(true) }) }),
    ],
  ],
  [
    "loads-of-time",
    [plain, system({ load: ofTime, damping: viscous }), system({ damping: gyroscopic })],
    [system({ load: ofPosition }), system({ load: ofVelocity }), system({ damping: ofPosition })],
  ],
  [
    "viscous-damping",
    [plain, system({ damping: viscous }), system({ load: ofTime, damping: viscous })],
    [
      system({ damping: ofVelocity }),
      system({ load: ofPosition, damping: viscous }),
      system({ load: ofVelocity, damping: viscous }),
    ],
  ],
  [
    "diagonal-mass",
    [plain],
    [
      system({
        mass: matrixMass(
          fromRows([
            [2, 1],
            [1, 2],
          ]),
        ),
      }),
    ],
  ],
  ["discrete-gradient", [], [plain]],
  ["strain-damping", [], [plain]],
  ["distances", [], [plain]],
  ["differences", [], [plain]],
];

describe.each(CASES)("%s", (need, met, unmet) => {
  test("is met, or refused with the method's name", () => {
    for (const one of met) expect(takes(need, one)).toBe(true);
    for (const one of unmet) expect(takes(need, one)).toBe(false);
    if (unmet.length > 0) expect(refusal({ id: "it", needs: [need], handles: [] }, unmet[0])).toMatch(/^it \w/);
  });
});

test("what a system demands has to be handled", () => {
  const friction = system({ friction: {} as NonNullable<System["friction"]> });
  const constrained = system({ constraints: {} as NonNullable<System["constraints"]> });
  const both = system({ friction: friction.friction!, constraints: constrained.constraints! });
  const method = (...handles: ("friction" | "constraints")[]) => ({ id: "it", needs: [], handles });
  expect(refusal(method(), plain)).toBeNull();
  expect(refusal(method(), friction)).toMatch(/^it does not know Coulomb friction/);
  expect(refusal(method("constraints"), friction)).toMatch(/Coulomb friction/);
  expect(refusal(method("friction"), friction)).toBeNull();
  expect(refusal(method("friction"), constrained)).toMatch(/^it does not know constraints/);
  expect(refusal(method("friction"), both)).toMatch(/together with constraints/);
  expect(refusal(method("friction", "constraints"), both)).toBeNull();
  expect(refusal({ id: "it", needs: [] }, friction)).toMatch(/Coulomb friction/);
});

describe("a need that comes from a setting", () => {
  const damped = linearSystem({
    mass: diagonalMass([1, 2]),
    stiffness: fromRows([
      [2, -1],
      [-1, 2],
    ]),
    damping: fromDiagonal([1, 2]),
  });
  const nonlinear = system({ damping: force({ byVelocity: tangent(true) }) });

  test.each([
    [
      newmark({ beta: 1 / 6, compensate: "sixth-order", form: "rational" }),
      damped,
      /^newmark with form: rational is made for systems without damping, and .* of M and K alone; form: paper and gauss take it$/,
    ],
    [
      newmark({ beta: 1 / 12, process: true }),
      nonlinear,
      /^newmark with process: true takes .*; process: false and gauss take it$/,
    ],
    [
      newmark({ compensate: "fourth-order" }),
      plain,
      /^newmark with compensate: fourth-order is made for linear .*; compensate: none and gauss take it$/,
    ],
    [
      forceStepping({ grid: 0.1, interpolation: "pairs" }),
      plain,
      /^force-stepping with interpolation: pairs needs .*; interpolation: coordinates and energy-momentum take it$/,
    ],
    // Nothing to set back: the method as a whole.
    [
      midpoint(),
      system({ tangent: null }),
      /^midpoint needs the tangent ∇²V, and this system has only the gradient; central-difference and rk4 take it$/,
    ],
  ])("is refused by the name of the setting, with one that takes the system", (method, one, message) => {
    expect(refusal(method, one, recommendedMethods)).toMatch(message);
  });

  test("and a way out that is refused, too, is not named", () => {
    const without = system({ damping: force({ byVelocity: tangent(true) }), tangent: null });
    const message = refusal(newmark({ beta: 1 / 12, process: true }), without, recommendedMethods);
    expect(message).not.toMatch(/process: false|gauss/);
  });
});
