/** Elastic constants as materials are given, and the Lamé constants they mean. */
import { InputError } from "../../core/failure.js";
import type { LineExpression } from "../../symbolic/line-law.js";

export interface ElasticConstants {
  /** Young's modulus, Pa. */
  readonly E: number;
  /** Poisson's ratio. */
  readonly nu: number;
  /** kg/m³. */
  readonly density: number;
}

export interface Lame {
  readonly lambda: number;
  readonly mu: number;
}

export function lame(E: number, nu: number): Lame {
  if (!(E > 0 && E < Infinity))
    throw new InputError(`Young's modulus is ${E}; accepted: positive numbers`, { key: "E" });
  if (!(nu > -1 && nu < 0.5)) {
    throw new InputError(`Poisson's ratio is ${nu}; accepted: more than −1 and less than 0.5`, { key: "nu" });
  }
  return { lambda: (E * nu) / ((1 + nu) * (1 - 2 * nu)), mu: E / (2 * (1 + nu)) };
}

/** Young's modulus. */
export function youngs({ lambda, mu }: Lame): number {
  return (mu * (3 * lambda + 2 * mu)) / (lambda + mu);
}

/** λ′ of plane stress: with the strain E₃₃ = −λ/(λ + 2μ) (E₁₁ + E₂₂) eliminated, Hooke's law has it in the place of λ. */
export function planeStressLambda({ lambda, mu }: Lame): number {
  return (2 * lambda * mu) / (lambda + 2 * mu);
}

/** ½ E e²: Hooke's law along one direction. */
export const hookeAlong =
  (E: number): LineExpression =>
  ({ constant, multiply, power }, strain) =>
    multiply(constant(E / 2), power(strain, 2));

/** Zero is allowed: a part that moves without inertia, as long as its nodes have mass from elsewhere. */
export function checkedDensity(density: number): number {
  if (!(density >= 0 && density < Infinity)) {
    throw new InputError(`the density is ${density}; accepted: zero or positive numbers`, { key: "density" });
  }
  return density;
}
