import { expect, test } from "vitest";
import { potentialOf } from "../../src/symbolic/index.js";

const mayCancel = (potential: string) =>
  potentialOf({ coordinates: ["x", "y"], parameters: { k: 2 }, potential }).discreteGradient.mayCancel;

test.each([
  "exp(20*x)*exp(-19*x)",
  "exp(x)/(1 + exp(y))",
  "exp(-sqrt(x^2 + y^2))/sqrt(x^2 + y^2)",
  "x/(x^2 + y^2)^1.5",
  "(2 + tanh(x))^y",
  "1 + cos(k*x^3*y^2)",
  "x^5*y^4",
])("%s multiplies what may change by powers of ten", (potential) => expect(mayCancel(potential)).toBe(true));

test.each([
  "k*(1 - cos(x)) + exp(y)/k",
  "(x^2 + y^2)/2 + x^2*y - y^3/3",
  "k*x*y^3 - x/k",
  "(x^2 + y^2)*((x^2 + y^2) - 1)^2",
  "-1/sqrt(x^2 + y^2)",
  "4*((x^2 + y^2)^-6 - (x^2 + y^2)^-3)",
  "k*(1 - exp(-x))^2 + (1.5)^y",
])("%s does not", (potential) => expect(mayCancel(potential)).toBe(false));
