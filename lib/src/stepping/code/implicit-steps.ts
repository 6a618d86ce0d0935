/** What the code of implicit steps is made of, for the methods whose steps are `implicitCode`: in full for few coordinates, with loops along a band. */
import type { Vec } from "../../core/vec.js";
import { areRounded } from "../lost-inertia.js";
import type { Summation } from "../summation.js";
import { bandImplicit } from "./band-implicit.js";
import type { CompiledOptions } from "./compiled.js";
import type { ForceKind } from "./forces.js";
import { implicitCode } from "./implicit.js";

export function implicitSteps(forces: ForceKind, summation: Summation, mass: Vec) {
  const options = { summation, rounds: areRounded(mass) };
  return {
    name: `implicit ${summation}${options.rounds ? ", masses that round" : ""}`,
    forces,
    mass,
    write: (forces, many) => implicitCode(forces, options, many),
    ...(forces !== "secant" && { writeLoops: (band) => bandImplicit(band, forces, options) }),
  } satisfies Partial<CompiledOptions>;
}
