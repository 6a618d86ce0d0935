/** Every method with every setting its family names: what the contract tests iterate over. */
import type { FixedStepMethod, Method, MethodFamily } from "../../src/core/method.js";
import { methods } from "../../src/methods/all.js";

export interface Scheme<M extends Method = Method> {
  readonly name: string;
  readonly method: M;
}

/** Has it parameters without defaults? Then its variants give them. */
const isNeedy = ({ parameters }: MethodFamily) => Object.values(parameters).some(({ required }) => required === true);

export const schemes: readonly Scheme[] = methods.flatMap((family) =>
  [...(isNeedy(family) ? [] : [{}]), ...family.variants].map((parameters) => {
    const given = Object.entries(parameters).map(
      ([key, value]) => `${key}=${typeof value === "number" ? value.toPrecision(4) : value}`,
    );
    return { name: `${family.id}(${given.join(", ")})`, method: family(parameters) };
  }),
);

export const isFixed = (scheme: Scheme): scheme is Scheme<FixedStepMethod> => scheme.method.clock === "fixed";

export const fixedSchemes = schemes.filter(isFixed);
