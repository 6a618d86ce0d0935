/** The certificate of a method on a model, as `certify` measures it. */
import { dop853 } from "noether";
import { certify, watchedSteps } from "noether/analysis";
import type { CertificateFacts, ModelSource } from "./messages.js";
import { opened } from "./opened.js";

export function certificateOf(source: ModelSource, words: string | null): CertificateFacts {
  const { plan, blamed } = opened(source, words);
  const { problem, method, time } = plan;
  // The tightest tolerance of the most accurate method there is: what errors are measured against.
  const reference = dop853({ tolerance: 1e-13 });
  const options = { ...watchedSteps(time, problem.t0), reference };
  const { findings, convergence } = blamed(() => certify(problem, method, options));
  return {
    findings: findings.map(({ property, claim, measured, verdict }) => ({
      ...{ property, verdict },
      ...{ claim: String(claim), measured: String(measured) },
    })),
    convergence:
      convergence === null || convergence.steps.length === 0
        ? null
        : {
            steps: Float64Array.from(convergence.steps),
            positionErrors: Float64Array.from(convergence.positionErrors),
          },
  };
}
