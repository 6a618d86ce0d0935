/** What a user should know about the modes shown. */
import { type Notice, noticesOf } from "noether";
import type { ModesOfSystem } from "noether/analysis";
import { significant } from "noether/report";

export function noticesOfModes({ coupling, complex, complete }: ModesOfSystem): Notice[] {
  const from = complex === null || complex.complete ? "" : `, from ${complex.basis.length} of the real ones`;
  return [
    ...noticesOf(
      "coupled-damping",
      complex === null
        ? []
        : [
            `the damping couples modes (${significant(100 * coupling, 2)} % of its size): frequencies and ratios are those of the ` +
              `complex modes${from}`,
          ],
    ),
    ...noticesOf(
      "modes-incomplete",
      complete ? [] : ["a mode may be missing: the count of eigenvalues below the highest shown was not confirmed"],
    ),
  ];
}
