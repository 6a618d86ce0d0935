/** `noether analyze MODEL`: modes, what schemes do to them at a step, limits of stability, and which step to use. */
import { Command } from "commander";
import {
  type FixedStepMethod,
  InputError,
  type Method,
  methods,
  type Notice,
  noticesOf,
  type Problem,
  recommendedMethods,
  refusal,
} from "noether";
import {
  type Advice,
  adviseForRun,
  limitOfScheme,
  type ModesOfSystem,
  type ModeUnderSchemes,
  modeAmplification,
  modesOf,
  modesUnderSchemes,
  type NamedScheme,
  type SchemeLimit,
  schemeCurves,
  smallMotion,
  solveCost,
} from "noether/analysis";
import { buildSystem, chosenMethod, chosenStep, methodOf, split } from "noether/model-file";
import { schemesFigure, withNotices } from "noether/report";
import { refuseModesPath, refuseShapeless, writeModes } from "../analysis/mode-frames.js";
import { noticesOfModes } from "../analysis/mode-notices.js";
import { asText } from "../analysis/modes-text.js";
import { type Directed, participations } from "../analysis/participation.js";
import type { MeshOptions } from "../engineering-files.js";
import { refuseFigurePath, writeFigure } from "../figures.js";
import { ACCEPT_DIFFERENCES, allNotices, gather, overridesOf, readModel } from "../model.js";
import { noticeData, tell } from "../notices.js";
import { refuseTwice } from "../paths.js";
import { progressBar } from "../progress.js";
import { version } from "../version.js";

interface Options extends MeshOptions {
  readonly modes: string;
  readonly step?: string;
  readonly methods?: string;
  readonly tolerance?: string;
  readonly set?: readonly string[];
  readonly plot?: string;
  readonly out?: string;
  readonly json?: true;
  readonly force?: boolean;
  readonly quiet?: true;
}

export function command(): Command {
  return new Command("analyze")
    .description("Modes of a model; the frequency, damping and stability that schemes give them; which step to use.")
    .argument("<model>", "a model file; start, method and time may be missing")
    .option("-n, --modes <n>", "how many modes, from the lowest", "10")
    .option("-s, --step <step>", "the step (default: the model's)")
    .option("--methods <list>", 'methods, separated by commas: "newmark, hht(alpha=-0.1)" (default: the model\'s)')
    .option("--tolerance <share>", "which step keeps period and amplitude of these modes this exact: 1% or 0.01")
    .option("--set <path=value>", "another value anywhere in the model", gather)
    .option("--material <file>", "of a mesh: { model, E, nu, density } in YAML")
    .option("--fix <group>", "of a mesh: a group that is fixed; may be given several times", gather)
    .option(...ACCEPT_DIFFERENCES)
    .option("-p, --plot <file>", "spectral radius, damping and period error of the schemes: .svg or .png")
    .option("-o, --out <file>", "write the modes of a solid or a frame for ParaView: .pvd or .vtkhdf")
    .option("--json", "print one JSON document")
    .option("--force", "overwrite an older figure")
    .option("--quiet", "no progress bar")
    .action(analyze);
}

export interface Analysis {
  readonly title: string;
  readonly found: ModesOfSystem;
  readonly unknowns: number;
  readonly step: number;
  readonly stepFrom: "given" | "shortest period";
  readonly rows: readonly ModeUnderSchemes[];
  readonly limits: readonly SchemeLimit[];
  /** Of real modes, also where complex ones are shown. */
  readonly participations: readonly Directed[];
  readonly tolerance: number | null;
  /** Does the advice regard loads? */
  readonly loaded: boolean;
  readonly advice: readonly (Advice & { readonly name: string })[];
  readonly notices: readonly Notice[];
}

async function analyze(path: string, { plot, out, json, force = false, ...options }: Options): Promise<void> {
  if (plot !== undefined) refuseFigurePath(plot, force);
  if (out !== undefined) refuseModesPath(out, force);
  refuseTwice({ MODEL: path, "--out": out, "--plot": plot });
  const tolerance = options.tolerance === undefined ? null : shareOf(options.tolerance);
  const asked = Number(options.modes);
  const { set, step: stepText } = options;
  const overrides = overridesOf({
    ...(set === undefined ? {} : { set }),
    ...(stepText === undefined ? {} : { step: stepText }),
  });
  const model = await readModel(path, overrides, { ...options, purpose: "modes" });
  const built = buildSystem(model);
  const { problem, body } = built;
  if (out !== undefined) refuseShapeless(out, body);
  const schemes = chosenSchemes(options.methods, chosenMethod(model), problem.system);
  const found = modesOf(problem, asked);
  const end = endOf(model, problem);
  const unseen =
    tolerance !== null && problem.system.load !== null && (end === null || problem.system.kind !== "linear");
  const notices = [
    ...allNotices(model, built.notices),
    ...noticesOfModes(found),
    ...noticesOf(
      "advice-without-loads",
      unseen
        ? [
            "the advice is about free vibrations: what the load asks for is looked at in linear models whose time.end is known",
          ]
        : [],
    ),
  ];
  tell(notices);
  const given = chosenStep(model, built);
  const step = given ?? twentieth(found);
  const candidates = tolerance === null ? [] : candidatesFor(options.methods, schemes, problem.system);
  const bar = progressBar("advice", options.quiet === true);
  const advice =
    tolerance === null
      ? []
      : adviseForRun(
          candidates.map(({ method }) => method),
          problem,
          found,
          { tolerance, solveCost: solveCost(smallMotion(problem)), end, progress: bar.show },
        );
  bar.clear();
  const analysis: Analysis = {
    title: model.name,
    found,
    unknowns: problem.system.dof,
    step,
    stepFrom: given === null ? "shortest period" : "given",
    rows: modesUnderSchemes(found, schemes, step),
    participations: participations(built, found, influenceOf(model)),
    limits: schemes.map((scheme) => limitOfScheme(scheme, found, problem, step)),
    tolerance,
    loaded: end !== null && problem.system.kind === "linear" && problem.system.load !== null,
    advice: advice.map((each) => ({
      ...each,
      name: candidates.find(({ method }) => method === each.method)?.name ?? each.method.id,
    })),
    notices,
  };
  process.stdout.write(json ? asJson(analysis) : asText(analysis));
  if (out !== undefined && body !== undefined) {
    const { name, data, units } = model;
    const header = { name, model: data, version, citations: [], units, notices, labels: problem.system.labels };
    await writeModes(out, header, problem, body, found.modes, force);
  }
  if (plot === undefined) return;
  const curves = schemes.map(({ name, method }) => ({ method: name, curves: schemeCurves(method) }));
  await writeFigure(withNotices(schemesFigure(curves, model.name), notices), plot, force);
}

/** What the model's ground motion says about how coordinates are carried along. */
function influenceOf({ root }: Awaited<ReturnType<typeof readModel>>): number[] | null {
  const system = root.at("system");
  const motion = system.has("force") && system.at("force").isMap() ? system.at("force") : null;
  if (motion === null || !motion.has("groundMotion") || !motion.at("groundMotion").has("influence")) return null;
  return motion.at("groundMotion").at("influence").numbers();
}

/** When a run of the model ends: as it says, or with the last sample of its loads. */
function endOf({ root }: Awaited<ReturnType<typeof readModel>>, { system, t0 }: Problem): number | null {
  const time = root.at("time");
  if (time.has("end")) return time.at("end").number();
  if (time.has("steps") && time.has("step")) return t0 + time.at("steps").number() * time.at("step").number();
  const kinks = system.kind === "linear" ? (system.load?.kinks ?? null) : null;
  return kinks?.at(-1) ?? null;
}

/** `1%`, `0.01`. */
function shareOf(text: string): number {
  const [, digits = "", percent] = /^\s*([^%\s]+)\s*(%?)\s*$/.exec(text) ?? [];
  const value = Number(digits) / (percent === "%" ? 100 : 1);
  if (digits !== "" && value > 0 && value < 1) return value;
  throw new InputError(`found "${text}"; accepted: a share between 0 and 1, as in 1% or 0.01`, { file: "--tolerance" });
}

/** What a model that names no method is shown under. */
const USUAL = "newmark, central-difference, hht, generalized-alpha, bathe, gauss";

type System = Parameters<typeof refusal>[1];

/** Those asked for, the model's own, or the usual ones that apply. */
function chosenSchemes(list: string | undefined, own: Method | null, system: System): NamedScheme[] {
  if (list === undefined && own?.clock === "fixed") return [accepted(nameOf(own), own, system)];
  const named = split(list ?? USUAL).map((text) => ({ name: text.trim(), method: methodOf(text.trim()) }));
  const apply = list === undefined ? named.filter(({ method }) => refusal(method, system) === null) : named;
  return apply.map(({ name, method }) => accepted(name, fixed(method), system));
}

function accepted(name: string, method: FixedStepMethod, system: System): NamedScheme {
  const reason = refusal(method, system, recommendedMethods);
  if (reason === null) return { name, method };
  throw new InputError(reason, { key: "method" });
}

function fixed(method: Method): FixedStepMethod {
  if (method.clock === "fixed") return method;
  throw new InputError(
    `${method.id} chooses its own steps, and what a step does to a mode can only be said of a fixed one`,
    {
      key: "method",
    },
  );
}

/** The name with those parameters that are not the defaults. */
function nameOf({ id, parameters }: Method): string {
  const family = methods.find((each) => each.id === id);
  const own = Object.entries(parameters).filter(([key, value]) => family?.parameters[key]?.default !== value);
  return own.length === 0 ? id : `${id}(${own.map(([key, value]) => `${key}=${value}`).join(", ")})`;
}

/** What is better than its defaults and belongs to every comparison. */
const COMPENSATED = [
  "newmark(beta=1/6, compensate=fourth-order)",
  "newmark(beta=1/6, compensate=fourth-order, form=mass)",
];

/** The methods asked for, or all that can integrate the system with their defaults. */
function candidatesFor(list: string | undefined, schemes: readonly NamedScheme[], system: System): NamedScheme[] {
  if (list !== undefined) return [...schemes];
  const all = methods.flatMap((family): NamedScheme[] => {
    const method = withDefaults(family);
    if (method === null || method.clock !== "fixed" || refusal(method, system) !== null) return [];
    return isLinear(method) ? [{ name: method.id, method }] : [];
  });
  all.push(
    ...COMPENSATED.map((name) => ({ name, method: fixed(methodOf(name)) })).filter(
      ({ method }) => refusal(method, system) === null,
    ),
  );
  return [...schemes.filter(({ name }) => !all.some((each) => each.name === name)), ...all];
}

/** A method whose parameters have no defaults is not a candidate. */
function withDefaults(family: (typeof methods)[number]): Method | null {
  try {
    return family();
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function isLinear(method: FixedStepMethod): boolean {
  try {
    modeAmplification(method, 0.1, 0);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

function twentieth({ modes, highest }: ModesOfSystem): number {
  const fastest = modes.at(-1)?.frequency || highest.frequency;
  if (!(fastest > 0)) throw new InputError("no mode oscillates: give --step", { file: "--step" });
  return (2 * Math.PI) / fastest / 20;
}

function asJson({ rows, participations: directed, limits, advice, step, notices }: Analysis): string {
  const document = {
    modes: rows.map(({ mode: { frequency, damping, root }, schemes }) => ({
      frequency,
      damping,
      ...(root === undefined ? {} : { root }),
      schemes: schemes.map(({ name, ...seen }) => ({ method: name, step, ...seen })),
    })),
    participation: directed,
    stabilityLimit: limits.map(({ name, limit, stable }) => ({ method: name, step: limit, stable })),
    advice: advice.map(({ name, step: longest, cost, because }) => ({
      method: name,
      step: longest,
      cost,
      boundedBy: because,
    })),
    notices: noticeData(notices),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
