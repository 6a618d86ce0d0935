/** Every method with every setting its family names: what the contract tests iterate over. */
import type { FixedStepMethod, Method } from "../../src/core/method.js";
import { methods } from "../../src/methods/all.js";

export interface Scheme {
  readonly name: string;
  readonly method: Method;
}

export const schemes: readonly Scheme[] = methods.flatMap((family) =>
  [{}, ...family.variants].map((parameters) => {
    const given = Object.entries(parameters).map(([key, value]) => `${key}=${Number(value).toPrecision(4)}`);
    return { name: `${family.id}(${given.join(", ")})`, method: family(parameters) };
  }),
);

export const fixedSchemes = schemes.filter(
  (scheme): scheme is { name: string; method: FixedStepMethod } => scheme.method.clock === "fixed",
);
