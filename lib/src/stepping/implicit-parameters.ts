/** What every implicit method has among its parameters. */
import { real } from "../core/parameter.js";
import { type Summation, summation } from "./summation.js";

export const implicitParameters = {
  tolerance: real(0, "what of its terms an equation of a step may be off by; 0 for rounding alone", {
    min: 0,
    max: 0.01,
  }),
  summation,
};

export interface ImplicitOptions {
  readonly tolerance: number;
  readonly summation: Summation;
}

/** For those who use a scheme inside another. */
export const IMPLICIT_DEFAULTS: ImplicitOptions = { tolerance: 0, summation: "compensated" };
