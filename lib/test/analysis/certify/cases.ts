/** Models whose certificates are known, and methods that claim too much. */
import { type CertifyOptions, certify, type Finding } from "../../../src/analysis/certify.js";
import type { Claims, Method } from "../../../src/core/method.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { buildProblem, loadModel } from "../../../src/model-file/index.js";
import { canonicalForm } from "../../../src/stepping/symplectic-forms.js";

export const reference = dop853({ tolerance: 1e-13 });

/** A model file's system and start, with its own method and step. */
export const modelOf = (text: string) => {
  const { problem, method, time } = buildProblem(loadModel(`noether: 1\n${text}`));
  if (!("step" in time)) throw new Error("the models here have steps");
  return { problem, method, step: time.step, steps: time.steps };
};

/** Verdicts by property. */
export function verdicts(
  { problem, step, steps }: Pick<ReturnType<typeof modelOf>, "problem" | "step" | "steps">,
  method: Method,
  options: Partial<CertifyOptions> = {},
): Record<string, Finding["verdict"]> {
  const { findings } = certify(problem, method, { step, steps, reference, ...options });
  return Object.fromEntries(findings.map(({ property, verdict }) => [property, verdict]));
}

/** The same scheme, claiming other things. */
export const claiming = (method: Method, claims: Partial<Claims>): Method =>
  ({ ...method, claimsOn: undefined, claims: { ...method.claims, ...claims } }) as unknown as Method;

export const boastful = (method: Method) => claiming(method, { symplectic: canonicalForm, symmetric: true });
