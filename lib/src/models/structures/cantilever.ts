/** A bar of hexahedra, four times as long as it is wide, clamped at one end and struck: it starts straight, with the velocity
 *  v_z = speed (x/L)², much like its first bending mode, and swings. A neo-Hookean bar swings through large angles. */
import { choice, real, whole } from "../../core/parameter.js";
import { fixed } from "../../fe/boundary/loads.js";
import { linearElastic } from "../../fe/materials/linear-elastic.js";
import { neoHookean } from "../../fe/materials/neo-hookean.js";
import { solid } from "../../fe/solid.js";
import { solidProblem } from "../../fe/solid-problem.js";
import { box } from "../../mesh/generate/box.js";
import { nodesWhere } from "../../mesh/selection.js";
import { model } from "../model.js";

const LAWS = { "neo-hookean": neoHookean, "linear-elastic": linearElastic } as const;

export const cantilever = model(
  {
    id: "cantilever",
    title: "Cantilever of a solid",
    summary:
      "A rubber bar clamped at one end and struck: it bends through large angles, slowly, while waves run along and across it.",
    parameters: {
      cells: whole(1, "across; twice as many along. Few hexahedra are too stiff in bending", { min: 1, max: 40 }),
      length: real(1, "four times the width, m", { min: Number.MIN_VALUE }),
      law: choice(["neo-hookean", "linear-elastic"], "neo-hookean", "of the material"),
      E: real(1e6, "Young's modulus, Pa", { min: Number.MIN_VALUE }),
      nu: real(0.3, "Poisson's ratio", { min: -0.99, max: 0.499 }),
      density: real(1000, "kg/m³", { min: Number.MIN_VALUE }),
      mass: choice(["consistent", "lumped"], "consistent", "how the mass is spread over the nodes"),
      speed: real(3, "of the free end at the start, m/s"),
    },
    cites: ["gonzalez2010"],
    suggested: { step: 0.0025, end: 2 },
  },
  ({ cells, length, law, E, nu, density, mass, speed }) => {
    const width = length / 4;
    const mesh = box({ size: [length, width, width], cells: [2 * cells, cells, cells], element: "hex8" });
    const supports = fixed(nodesWhere(mesh, (x) => x === 0));
    const body = solid({ mesh, material: LAWS[law]({ E, nu, density }), mass, supports });
    return solidProblem(body, { velocity: (x) => [0, 0, speed * (x / length) ** 2] });
  },
);
