/** A block of soft rubber, twice as long as it is wide, thrown upwards without gravity, turning about all axes and pulled apart:
 *  W = C₁₀ (J^(−2/3) tr C − 3) + (J − 1)²/D₁ in tetrahedra of constant strain, six in a cell. Nothing holds it. */
import { choice, real, whole } from "../../core/parameter.js";
import { isochoricNeoHookean } from "../../fe/materials/mooney-rivlin.js";
import { solid } from "../../fe/solid.js";
import { solidProblem } from "../../fe/solid-problem.js";
import { box } from "../../mesh/generate/box.js";
import { model } from "../model.js";

export const tossedBlock = model(
  {
    id: "tossed-block",
    title: "Tossed block",
    summary:
      "Rubber that flies, turns and trembles at once: energy, momentum and angular momentum are conserved while all of it moves.",
    parameters: {
      cells: whole(1, "across; twice as many along, six tetrahedra in each", { min: 1, max: 40 }),
      width: real(1, "and half of the length, m", { min: Number.MIN_VALUE }),
      E: real(1e5, "Young's modulus of small strains, Pa", { min: Number.MIN_VALUE }),
      nu: real(0.3, "Poisson's ratio", { min: -0.99, max: 0.499 }),
      density: real(1000, "kg/m³", { min: Number.MIN_VALUE }),
      mass: choice(["consistent", "lumped"], "lumped", "how the mass is spread over the nodes"),
      speed: real(1, "of the centre at the start, upwards, m/s"),
      spin: real(1, "of the block at the start, as a multiple of the angular velocity (0.5, 1, 2) rad/s"),
      stretch: real(1.5, "rate of its lengthening at the start, 1/s"),
    },
    cites: ["simo1992"],
    suggested: { step: 0.02, end: 4 },
  },
  ({ cells, width, E, nu, density, mass, speed, spin, stretch }) => {
    const mesh = box({
      size: [2 * width, width, width],
      cells: [2 * cells, cells, cells],
      element: "tet4",
      origin: [-width, -width / 2, -width / 2],
    });
    const body = solid({ mesh, material: isochoricNeoHookean(E, nu, density), mass });
    return solidProblem(body, {
      velocity: (x, y, z) => [spin * (z - 2 * y) + stretch * x, spin * (2 * x - 0.5 * z), speed + spin * (0.5 * y - x)],
    });
  },
);
