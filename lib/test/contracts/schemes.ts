/** Every method with every setting its family names: what the contract tests iterate over. */
import { expect } from "vitest";
import { type FixedStepMethod, type Method, type MethodFamily, type Need, refusal } from "../../src/core/method.js";
import type { System } from "../../src/core/system.js";
import { methods } from "../../src/methods/all.js";

export interface Scheme {
  readonly name: string;
  readonly method: Method;
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

export const fixedSchemes = schemes.filter(
  (scheme): scheme is { name: string; method: FixedStepMethod } => scheme.method.clock === "fixed",
);

/** For these needs a method may refuse systems here: then there is nothing to measure. For others it may not. */
const SELECTIVE: readonly Need[] = [
  "conservative",
  "loads-of-time",
  "forces-without-velocity",
  "viscous-damping",
  "distances",
  "linear",
];

export function refuses(method: Method, system: System): boolean {
  if (refusal(method, system) === null) return false;
  expect(
    SELECTIVE.some((need) => method.needs.includes(need)),
    `${method.id} refuses`,
  ).toBe(true);
  return true;
}
