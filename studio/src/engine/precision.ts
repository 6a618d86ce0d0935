/** Errors of methods over the step and over their work, against a solution that is more exact than all of them. */
import { type FixedStepMethod, InputError, run } from "noether";
import { convergence, fittedOrder, type Reference } from "noether/analysis";
import { buildProblem, methodOf, type Plan } from "noether/model-file";
import type { ModelSource, Precision, SchemePrecision } from "./messages.js";
import { inWords, modelOf } from "./opened.js";

/** From twice the model's step down to a sixteenth of it. */
const REFINEMENTS = 5;
/** The first steps of the model: enough to see an order, few enough to wait for. */
const MOST_STEPS = 400;
/** What the reference is trusted to, of the size of the motion. */
const FLOOR = 1e-12;
const MOST_ERROR = 0.1;

export function precisionOf(source: ModelSource, methods: readonly (string | null)[]): Precision {
  const plan = buildProblem(modelOf(source));
  const { problem, time } = plan;
  if (!("step" in time)) throw new InputError("the model's method chooses its own steps: there is no step to refine");
  const count = 2 * Math.max(1, Math.round(Math.min(time.steps, MOST_STEPS) / 2));
  const end = problem.t0 + count * time.step;
  const reference = referenceFor(plan, end, time.step);
  const schemes = methods.map((words): SchemePrecision => {
    const name = words ?? inWords(plan.method);
    try {
      const method = fixed(words === null ? plan.method : methodOf(words));
      const options = { end, step: 2 * time.step, refinements: REFINEMENTS, reference, floor: FLOOR };
      const { steps, positionErrors, velocityErrors, gradients } = convergence(problem, method, options);
      // Where a motion turns round, its position does not tell an error of its phase.
      const worst = positionErrors.map((error, k) => Math.max(error, velocityErrors[k] as number));
      // Errors as large as the motion, or below what the reference is trusted to, say nothing of an order.
      const { order } = fittedOrder(
        steps,
        worst.map((error) => (error < MOST_ERROR && error > FLOOR ? error : Number.NaN)),
      );
      const numbers = [steps, worst, gradients].map((each) => Float64Array.from(each));
      const [h, errors, work] = numbers as [Float64Array, Float64Array, Float64Array];
      return { name, refusal: null, order: Number.isNaN(order) ? null : order, steps: h, errors, gradients: work };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const none = new Float64Array();
      return { name, refusal: error.reason, order: null, steps: none, errors: none, gradients: none };
    }
  });
  return { end, schemes, reference: reference.words };
}

function fixed(method: ReturnType<typeof methodOf>): FixedStepMethod {
  if (method.clock === "fixed") return method;
  throw new InputError(`${method.id} chooses its own steps`);
}

/** The most exact method that takes the system; else the model's own at a step so short that it stands for the motion. */
function referenceFor({ problem, method }: Plan, end: number, step: number): Reference & { readonly words: string } {
  const candidates = [
    { words: "gauss(stages=4)", parts: 32 },
    { words: "gauss(stages=2)", parts: 128 },
    { words: inWords(method), parts: 512 },
  ];
  for (const { words, parts } of candidates) {
    try {
      const steps = Math.round(((end - problem.t0) / step) * parts);
      const { status, last } = run(problem, methodOf(words), { time: { step: (end - problem.t0) / steps, steps } });
      if (status === "completed")
        return { q: last.q, v: last.v, words: `${words} with ${parts} steps for one of the model` };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  throw new InputError("no method computes a motion that the others could be compared with");
}
