/** Backward error analysis: what a scheme really solves. */
export { type AlphaDistortion, alphaDistortion } from "./alpha-distortion.js";
export { type DistortedSystem, distortedSystem } from "./distorted-system.js";
export { evaluate, type Matrices, type NewmarkStep } from "./evaluation.js";
export { type Fraction, fraction, fractionText, numberOf } from "./fraction.js";
export { type FormSeries, type LinearForm, partsOf } from "./linear-form.js";
export { type Distortion, generatingSeries, newmarkDistortion, newmarkField } from "./newmark-distortion.js";
export { formText, latex, type Notation, plainText, seriesLines } from "./notation.js";
export {
  type DistortedTerm,
  distortedField,
  distortedFieldText,
  oneStepMethods,
  type RationalTableau,
} from "./one-step.js";
export { type Polynomial, polynomialText, valueAt } from "./polynomial.js";
export { type Tree, treesOf, treeText } from "./trees.js";
