/** What methods will make of a model, before they are run: the numbers of `analyze` at the model's step, and over a range of steps. */
import { type FixedStepMethod, InputError, type Method, recommendedMethods, refusal } from "noether";
import {
  adviseForRun,
  limitOfScheme,
  type ModesOfSystem,
  modesOf,
  modesUnderSchemes,
  schemeOfMode,
  smallMotion,
  solveCost,
} from "noether/analysis";
import { buildProblem, methodOf, type Plan } from "noether/model-file";
import { modeFrames } from "noether/scene";
import type { Forecast, ModelSource, ModeMotion, SchemeForecast } from "./messages.js";
import { inWords, modelOf } from "./opened.js";

const MOST_MODES = 4;
const TOLERANCE = 0.01;
/** Around the step of the model. */
const [DECADES, POINTS] = [1.5, 61];

export function forecastOf(source: ModelSource, methods: readonly (string | null)[]): Forecast {
  const plan = buildProblem(modelOf(source));
  const { problem, time } = plan;
  const found = modesOf(problem, MOST_MODES);
  const own = "step" in time ? time.step : (time.interval ?? (time.end - problem.t0) / 1000);
  const steps = Float64Array.from({ length: POINTS }, (_, k) => own * 10 ** (DECADES * ((2 * k) / (POINTS - 1) - 1)));
  return {
    step: own,
    modes: found.modes.map(({ frequency, damping }) => ({ frequency, damping })),
    steps,
    schemes: methods.map((words) => schemeForecast(words, plan, found, own, steps)),
    linearised: problem.system.kind !== "linear",
  };
}

/** The motion of one mode, counted from 0. */
export function modeOf(source: ModelSource, place: number): ModeMotion {
  const { problem, scene } = buildProblem(modelOf(source));
  const { modes } = modesOf(problem, place + 1);
  const mode = modes[place];
  if (mode === undefined) throw new InputError(`has ${modes.length} modes, and ${place + 1} is asked for`);
  const moving = scene();
  return { scene: moving.scene, frames: modeFrames(moving, problem, mode), frequency: mode.frequency };
}

function schemeForecast(
  words: string | null,
  plan: Plan,
  found: ModesOfSystem,
  step: number,
  steps: Float64Array,
): SchemeForecast {
  const name = words ?? inWords(plan.method);
  try {
    const method = fixed(words === null ? plan.method : methodOf(words));
    const reason = refusal(method, plan.problem.system, recommendedMethods);
    if (reason !== null) throw new InputError(reason);
    return { name, refusal: null, ...forecast(name, method, plan, found, step, steps) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const nothing = { stable: true, limit: null, advised: null, modes: [], periodErrors: [], addedDamping: [] };
    return { name, refusal: error.reason, ...nothing };
  }
}

function fixed(method: Method): FixedStepMethod {
  if (method.clock === "fixed") return method;
  throw new InputError(`${method.id} chooses its own steps`);
}

function forecast(
  name: string,
  method: FixedStepMethod,
  plan: Plan,
  found: ModesOfSystem,
  step: number,
  steps: Float64Array,
) {
  const { problem, time } = plan;
  const { limit, stable } = limitOfScheme({ name, method }, found, problem, step);
  const rows = modesUnderSchemes(found, [{ name, method }], step);
  const options = { tolerance: TOLERANCE, solveCost: solveCost(smallMotion(problem)) };
  const end = "step" in time ? problem.t0 + time.steps * time.step : time.end;
  const [advice] = adviseForRun([method], problem, found, { ...options, end });
  const curves = found.modes.map(({ frequency, damping }) => {
    const seen = Array.from(steps, (h) => (frequency > 0 ? schemeOfMode(method, frequency, damping, h) : null));
    return {
      period: Float64Array.from(seen, (each) => Math.abs(each?.periodError ?? Number.NaN)),
      damping: Float64Array.from(seen, (each) => Math.abs((each?.damping ?? Number.NaN) - damping)),
    };
  });
  return {
    limit,
    stable,
    advised: advice?.step ?? null,
    modes: rows.map(({ mode, schemes: [seen] }) => ({
      periodError: seen?.periodError ?? null,
      damping: seen?.damping == null ? null : seen.damping - mode.damping,
    })),
    periodErrors: curves.map(({ period }) => period),
    addedDamping: curves.map(({ damping }) => damping),
  };
}
