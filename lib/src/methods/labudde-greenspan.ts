/** LaBudde and Greenspan's discrete mechanics: energy–momentum with the discrete gradient of distances.        [labudde1974]
 *
 *      M Δv = −h Σ_pairs (ΔU/Δr²) 2 d̄,    Δq = h v̄,        d̄ the mean distance vector of a pair, or from the centre
 *
 *  Order 2, symmetric; keeps energy, linear and angular momentum of particles in central and pair potentials, at any step that
 *  can be solved. The special case of `energy-momentum` with `form: discrete` from which the others grew. */
import { family } from "../core/method.js";
import { implicitParameters } from "../stepping/implicit-parameters.js";
import { discreteStepper } from "./energy-momentum/discrete.js";

export const labuddeGreenspan = family(
  {
    id: "labudde-greenspan",
    title: "LaBudde–Greenspan",
    summary: "Keeps energy, linear and angular momentum of particles in central and pair potentials exactly.",
    parameters: implicitParameters,
    cites: ["labudde1974", "gonzalez1996"],
    variants: [],
  },
  (options) => ({
    clock: "fixed",
    claims: {
      order: 2,
      symplectic: null,
      symmetric: true,
      conserves: ["energy", "linear-momentum", "angular-momentum"],
      balance: "closed",
    },
    needs: ["distances"],
    prepare: (problem, h, ledger) =>
      discreteStepper(problem, h, { damping: 0, momentum: "angular", ...options }, ledger),
  }),
);
