/** `noether distort MODEL`: the equation that the scheme really solves: its series in words, its matrices, and mode by mode. */
import { join } from "node:path";
import { Command, Option } from "commander";
import {
  type FixedStepMethod,
  fullPattern,
  InputError,
  type LinearSystem,
  type Method,
  type Notice,
  type Problem,
} from "noether";
import {
  type DistortedSystem,
  distortedMode,
  distortedSystem,
  eigenvaluesOfModes,
  latex,
  logarithmOf,
  type ModesOfSystem,
  modesOf,
  newmarkDistortion,
  plainText,
  type Root,
  seriesLines,
} from "noether/analysis";
import { writeMatrixMarket } from "noether/formats";
import { buildSystem, chosenMethod, chosenStep, methodOf } from "noether/model-file";
import { significant, textTable } from "noether/report";
import { noticesOfModes } from "../analysis/mode-notices.js";
import { makeFolder, refuseOutputFolder, writeFile } from "../files.js";
import { allNotices, overridesOf, type ReadOptions, readModel, withMeshOptions } from "../model.js";
import { noticeData, tell, withComments } from "../notices.js";

interface Options extends ReadOptions {
  readonly method?: string;
  readonly step?: string;
  readonly order: string;
  readonly modes: string;
  readonly format: "text" | "latex";
  readonly set?: readonly string[];
  readonly out?: string;
  readonly json?: true;
  readonly force?: boolean;
  readonly quiet?: true;
}

export function command(): Command {
  return withMeshOptions(new Command("distort"))
    .description("The equation that a scheme really solves on your model: distorted damping, stiffness and load.")
    .argument("<model>", "a model file")
    .option("-m, --method <method>", "another method than the model's")
    .option("-s, --step <step>", "another step than the model's")
    .option(
      "--order <n>",
      "powers of the step in the series of Newmark's method, up to 8; 7 takes half a minute, 8 a few",
      "2",
    )
    .option("-n, --modes <n>", "how many modes to show", "10")
    .addOption(new Option("--format <format>", "of the series").choices(["text", "latex"]).default("text"))
    .option("--set <path=value>", "another value anywhere in the model", (value: string, before: string[] = []) => [
      ...before,
      value,
    ])
    .option("-o, --out <folder>", "write the distorted matrices as Matrix Market files")
    .option("--json", "print one JSON document")
    .option("--force", "overwrite older files")
    .option("--quiet", "print nothing")
    .action(distort);
}

async function distort(path: string, options: Options): Promise<void> {
  const { out, force = false, json, quiet, format, set, step } = options;
  if (out !== undefined) refuseOutputFolder(out, ["C.mtx", "K.mtx"], force);
  const overrides = overridesOf({ ...(set === undefined ? {} : { set }), ...(step === undefined ? {} : { step }) });
  const model = await readModel(path, overrides, options);
  const built = buildSystem(model);
  const { problem } = built;
  const method = fixed(
    options.method === undefined ? (chosenMethod(model) ?? methodOf("newmark")) : methodOf(options.method),
  );
  const h = chosenStep(model, built);
  if (h === null) throw new InputError("there is no step: give --step, or time.step in the model", { file: path });
  const order = Number(options.order);
  if (!(Number.isInteger(order) && order >= 1 && order <= 8)) {
    throw new InputError(`found "${options.order}"; accepted: a whole number from 1 to 8`, { file: "--order" });
  }
  const series = isPlainNewmark(method) ? newmarkDistortion(order) : null;
  const matrices = series === null ? null : matricesOf(problem, method, h, order);
  const found = modesOf(problem, Number(options.modes));
  const modes = modeRows(found, method, h);
  const notices = [...allNotices(model, built.notices), ...noticesOfModes(found)];
  tell(notices);
  if (out !== undefined) writeMatrices(out, matrices, method, model.notices, force);
  const notation = format === "latex" ? latex : plainText;
  const lines =
    series === null
      ? null
      : { acceleration: seriesLines(series.acceleration, notation), velocity: seriesLines(series.velocity, notation) };
  if (json) {
    const document = {
      name: model.name,
      method: { name: method.id, ...method.parameters },
      step: h,
      order: series === null ? null : order,
      changes: matrices?.changes ?? null,
      damping: matrices === null ? null : rowsOf(matrices.n, matrices.damping),
      stiffness: matrices === null ? null : rowsOf(matrices.n, matrices.stiffness),
      load: matrices === null ? null : matrices.loads.map((A) => rowsOf(matrices.n, A)),
      series: lines,
      modes,
      notices: noticeData(notices),
    };
    process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
  } else if (!quiet)
    process.stdout.write(asText(`${model.name}: ${method.id}, step ${significant(h)}`, lines, matrices, modes));
}

function fixed(method: Method): FixedStepMethod {
  if (method.clock === "fixed") return method;
  throw new InputError(`${method.id} chooses its own steps: there is no one equation that it solves`, {
    key: "method",
  });
}

const isPlainNewmark = ({ id, parameters }: Method) =>
  id === "newmark" && parameters["compensate"] === "none" && parameters["process"] !== true;

function matricesOf({ system }: Problem, { parameters }: Method, h: number, order: number): DistortedSystem | null {
  if (system.kind !== "linear" || system.dof > 400) return null;
  return distortedSystem(
    system as LinearSystem,
    { beta: Number(parameters["beta"]), gamma: Number(parameters["gamma"]), h },
    order,
  );
}

interface ModeRow {
  readonly frequency: number;
  readonly damping: number;
  /** s of a complex mode, where the damping couples the real ones. */
  readonly root?: Root;
  /** What the scheme makes of them: exact, not a series. */
  readonly distortedFrequency: number | null;
  readonly distortedDamping: number | null;
}

/** The distorted stiffness and damping of a mode are ω̃² and 2 ζ̃ ω̃: the logarithm of the step itself. */
function modeRows({ modes, complex }: ModesOfSystem, method: FixedStepMethod, h: number): ModeRow[] {
  if (complex === null) {
    return modes.map(({ frequency, damping }) => {
      const seen = distortedMode(method, frequency, damping, h);
      return {
        frequency,
        damping,
        distortedFrequency: seen?.frequency ?? null,
        distortedDamping: seen?.damping ?? null,
      };
    });
  }
  const found = eigenvaluesOfModes(method, complex.reduced, complex.modes, h);
  return complex.modes.map((mode, k) => {
    const lambda = found[k] ?? null;
    const { decay, angle } = lambda === null ? { decay: Number.NaN, angle: Number.NaN } : logarithmOf(lambda);
    const phase = Math.hypot(decay, angle);
    const known = phase > 0;
    return {
      ...mode,
      distortedFrequency: known ? phase / h : null,
      distortedDamping: known ? decay / phase : null,
    };
  });
}

function writeMatrices(
  folder: string,
  matrices: DistortedSystem | null,
  method: Method,
  notices: readonly Notice[],
  force: boolean,
): void {
  if (matrices === null) {
    throw new InputError(`there are distorted matrices of linear systems under newmark alone, not under ${method.id}`, {
      file: "--out",
    });
  }
  makeFolder(folder);
  const { n } = matrices;
  for (const [name, values] of [
    ["C", matrices.damping],
    ["K", matrices.stiffness],
    ...matrices.loads.map((A, j) => [`F${j}`, A] as const),
  ] as const) {
    const text = writeMatrixMarket({ matrix: { pattern: fullPattern(n), values }, rows: n, columns: n });
    writeFile(join(folder, `${name}.mtx`), withComments(text, `${name}.mtx`, notices), force);
  }
}

const rowsOf = (n: number, A: Float64Array) =>
  Array.from({ length: n }, (_, i) => Array.from(A.subarray(i * n, i * n + n)));

function asText(
  title: string,
  lines: { readonly acceleration: readonly string[]; readonly velocity: readonly string[] } | null,
  matrices: DistortedSystem | null,
  modes: readonly ModeRow[],
): string {
  const parts = [`${title}\n`];
  if (lines !== null) {
    parts.push(
      [
        "With G = M⁻¹C, H = M⁻¹K, f = M⁻¹F and v = q̇, the scheme solves q̈ =",
        ...lines.acceleration.map((line) => `  ${line}`),
        "",
      ].join("\n"),
      ["and its velocity is", ...lines.velocity.map((line) => `  ${line}`), ""].join("\n"),
    );
  }
  if (matrices !== null) {
    const { damping, stiffness, load } = matrices.changes;
    const share = (value: number) => `${significant(100 * value, 3)} %`;
    parts.push(`Largest changes: damping ${share(damping)}, stiffness ${share(stiffness)}, load ${share(load)}.\n`);
  }
  parts.push(
    textTable({
      columns: [
        { head: "mode" },
        { head: "ω" },
        { head: "ω distorted" },
        { head: "damping", digits: 4 },
        { head: "damping distorted", digits: 4 },
      ],
      rows: modes.map(({ frequency, damping, distortedFrequency, distortedDamping }, i) => [
        i + 1,
        frequency,
        distortedFrequency,
        damping,
        distortedDamping,
      ]),
    }),
  );
  return parts.join("\n");
}
