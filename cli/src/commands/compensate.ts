/** `noether compensate MODEL --kind fourth-order`: matrices and loads for other solvers, so changed that their Newmark method
 *  gains order or loses its damping. */

import { join } from "node:path";
import { Command, Option } from "commander";
import {
  type Compensation,
  type CompensationForm,
  type CompensationKind,
  compensated,
  InputError,
  type LinearSystem,
  maxOf,
  type Notice,
  noticesOf,
  type Problem,
  sampledLoad,
  velocityProcess,
} from "noether";
import { writeMatrixMarket } from "noether/formats";
import { type Matrix, matrixMass, multiplyAdd } from "noether/linalg";
import { buildSystem, chosenStep } from "noether/model-file";
import { significant } from "noether/report";
import { type Exported, eachEntry, isSymmetric } from "../compensation/exported.js";
import { loadNotices } from "../compensation/load-notices.js";
import { nastranDeck } from "../compensation/nastran.js";
import { openSeesPy, openSeesRefusal, openSeesTcl } from "../compensation/opensees.js";
import { type OtherKind, otherScheme } from "../compensation/other-schemes.js";
import { scipyScript } from "../compensation/scipy.js";
import { makeFolder, refuseOutputFolder, writeFile } from "../files.js";
import { allNotices, overridesOf, type ReadOptions, readModel, withMeshOptions } from "../model.js";
import { noticeData, tell, withComments } from "../notices.js";

interface Options extends ReadOptions {
  readonly kind: CompensationKind | OtherKind;
  readonly rho?: string;
  readonly form: CompensationForm;
  readonly beta?: string;
  readonly gamma?: string;
  readonly step?: string;
  readonly end?: string;
  readonly set?: readonly string[];
  readonly out?: string;
  readonly json?: true;
  readonly force?: boolean;
  readonly quiet?: true;
}

export function command(): Command {
  return withMeshOptions(new Command("compensate"))
    .description("Matrices and loads for other solvers: their Newmark method then gains order, or loses its damping.")
    .argument("<model>", "a model file of a linear system")
    .addOption(
      new Option("-k, --kind <kind>", "what to compensate")
        .choices(["damping", "coupled-damping", "fourth-order", "sixth-order", "eighth-order", "processed", "period"])
        .default("fourth-order"),
    )
    .addOption(
      new Option("--form <form>", "which matrices change")
        .choices(["paper", "symmetric", "mass", "rational"])
        .default("paper"),
    )
    .option("--beta <value>", "of the solver (default: 1/6, or 1/4 for damping and coupled-damping)")
    .option("--gamma <value>", "of the solver (default: 1/2)")
    .option("--rho <value>", "of a generalised-α solver, with --kind period (default: 0.8)")
    .option("-s, --step <step>", "the solver's step (default: the model's)")
    .option("-e, --end <time>", "how far to write the load (default: the model's end)")
    .option("--set <path=value>", "another value anywhere in the model", (value: string, before: string[] = []) => [
      ...before,
      value,
    ])
    .option("-o, --out <folder>", "where to write (default: compensated)")
    .option("--json", "print one JSON document")
    .option("--force", "overwrite older files")
    .option("--quiet", "print nothing")
    .action(compensate);
}

async function compensate(path: string, options: Options): Promise<void> {
  const { kind, form, out = "compensated", force = false, json, quiet, set } = options;
  refuseOutputFolder(out, ["report.json"], force);
  const overrides = overridesOf({
    ...(set === undefined ? {} : { set }),
    ...(options.step === undefined ? {} : { step: options.step }),
    ...(options.end === undefined ? {} : { end: options.end }),
  });
  const model = await readModel(path, overrides, options);
  const built = buildSystem(model);
  const { problem } = built;
  const { system } = problem;
  const h = chosenStep(model, built);
  if (h === null) throw new InputError("there is no step: give --step, or time.step in the model", { file: path });
  const deliver: Deliver = (files, facts, notices, text) => {
    const all = [...allNotices(model, built.notices), ...notices];
    const report = {
      name: model.name,
      kind,
      ...facts,
      notices: noticeData(all),
      files: [...files.keys(), "report.json"].map((name) => join(out, name)),
    };
    files.set("report.json", `${JSON.stringify(report, null, 2)}\n`);
    makeFolder(out);
    for (const [name, content] of files) {
      writeFile(join(out, name), withComments(content, name, model.notices), force);
    }
    tell(all);
    if (json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    else if (!quiet) process.stdout.write([...text, ...report.files, ""].join("\n"));
  };
  const end = endOf(model, problem.t0, h);
  const steps = Math.round((end - problem.t0) / h);
  if (kind === "processed" || kind === "period") {
    const made = otherScheme(problem, { kind, h, steps, rho: fraction(options.rho ?? "0.8", "--rho") });
    const facts = { step: h, unknowns: system.dof, ...made.facts };
    const notices = [...made.notices, ...loadNotices(problem, { kind, h, steps })];
    deliver(made.files, facts, notices, [`${model.name}: ${kind}, step ${significant(h)}`, ...made.sentences]);
    return;
  }
  if (system.kind !== "linear") {
    throw new InputError(
      "this compensation is for linear systems, and this one is nonlinear; --kind processed takes it",
      {
        file: path,
      },
    );
  }
  const beta = fraction(options.beta ?? (kind.endsWith("damping") ? "1/4" : "1/6"), "--beta");
  const gamma = fraction(options.gamma ?? "1/2", "--gamma");
  const {
    parts,
    form: used,
    notices: ofMethod,
  } = within(path, () => compensated(problem, system, h, { kind, form, beta, gamma }));
  refuseBeyondRange(path, parts);
  const exported = exportedOf(problem, system, parts, { h, beta, gamma, steps });
  const refused = openSeesRefusal(exported);
  const facts = {
    form: used,
    beta,
    gamma,
    step: h,
    unknowns: system.dof,
    changes: {
      mass: change(parts.mass, system.mass.matrix),
      damping: parts.damping === null ? 0 : change(parts.damping, system.viscosity),
      stiffness: change(parts.stiffness, system.stiffness),
    },
    symmetric: [parts.mass, parts.damping, parts.stiffness].every((matrix) => matrix === null || isSymmetric(matrix)),
    processedVelocity: parts.velocity !== null,
  };
  deliver(
    filesOf(problem.t0, exported),
    facts,
    [
      ...ofMethod,
      ...loadNotices(problem, { kind, h, steps }),
      ...noticesOf("opensees", refused === null ? [] : [`there is no file for OpenSees: ${refused}`]),
    ],
    asText({ name: model.name, kind, ...facts }),
  );
}

/** What is refused on the way, with the name of the file. */
function within<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof InputError ? error.at({ file }) : error;
  }
}

/** Products of matrices whose entries are 1e160 apart are no numbers any more. */
function refuseBeyondRange(file: string, { mass, damping, stiffness }: Compensation): void {
  for (const [name, matrix] of Object.entries({ mass, damping, stiffness })) {
    if (matrix === null || matrix.values.every(Number.isFinite)) continue;
    const reason = `the compensated ${name} is beyond the range of numbers; check the units of the matrices, and the step`;
    throw new InputError(reason, { file });
  }
}

/** Writes the files and the report, and says what was written. */
type Deliver = (
  files: Map<string, string>,
  facts: Readonly<Record<string, unknown>>,
  notices: readonly Notice[],
  text: readonly string[],
) => void;

interface Scheme {
  readonly h: number;
  readonly beta: number;
  readonly gamma: number;
  readonly steps: number;
}

function exportedOf(problem: Problem, system: LinearSystem, parts: Compensation, scheme: Scheme): Exported {
  const { t0, q0: q, v0 } = problem;
  const { h, steps, beta, gamma } = scheme;
  const n = system.dof;
  const v = v0.slice();
  velocityProcess(n, parts.velocity, system.load, h).start(t0, q, v0, v);
  const loads = system.load === null ? null : sampledLoad(system.load, parts, { t0, h, steps });
  const force = loads?.[0]?.slice() ?? new Float64Array(n);
  multiplyAdd(parts.stiffness, q, -1, force);
  if (parts.damping !== null) multiplyAdd(parts.damping, v, -1, force);
  const a = new Float64Array(n);
  matrixMass(parts.mass).solve(force, a);
  const { mass, damping, stiffness } = parts;
  return { mass, damping, stiffness, labels: system.labels, q, v, a, loads, h, steps, beta, gamma };
}

function filesOf(t0: number, exported: Exported): Map<string, string> {
  const { mass, damping, stiffness, labels, q, v, loads, h } = exported;
  const n = labels.length;
  const files = new Map<string, string>();
  for (const [name, matrix] of Object.entries({ M: mass, C: damping, K: stiffness })) {
    if (matrix !== null) files.set(`${name}.mtx`, writeMatrixMarket({ matrix, rows: n, columns: n }));
  }
  files.set("start.csv", `coordinate,q,v\n${labels.map((label, i) => `${label},${q[i]},${v[i]}\n`).join("")}`);
  if (loads !== null) {
    const rows = loads.map((F, k) => [t0 + k * h, ...F].join(","));
    files.set("load.csv", `${[`t,${labels.join(",")}`, ...rows].join("\n")}\n`);
  }
  files.set("newmark.py", scipyScript(exported));
  files.set("matrices.bdf", nastranDeck(exported));
  if (openSeesRefusal(exported) === null) {
    files.set("opensees.tcl", openSeesTcl(exported));
    files.set("opensees.py", openSeesPy(exported));
  }
  return files;
}

/** The end that the model gives; without one, a hundred steps. */
function endOf(model: Awaited<ReturnType<typeof readModel>>, t0: number, h: number): number {
  const time = model.root.at("time");
  if (time.has("end")) return time.at("end").number();
  return t0 + h * (time.has("steps") ? time.at("steps").number() : 100);
}

/** Largest change of an entry, relative to the largest entry. */
function change(now: Matrix, before: Matrix | null): number {
  const size = (values: Iterable<number>) => maxOf(Array.from(values, Math.abs), 0);
  if (before === null) return size(now.values) > 0 ? 1 : 0;
  const places = new Map<number, number>();
  eachEntry(before, (i, j, value) => places.set(i * now.pattern.size + j, value));
  let most = 0;
  eachEntry(now, (i, j, value) => {
    most = Math.max(most, Math.abs(value - (places.get(i * now.pattern.size + j) ?? 0)));
  });
  return most / (size(before.values) || 1);
}

/** `1/6`, `0.25`. */
function fraction(text: string, option: string): number {
  const [above = "", below = "1"] = text.split("/");
  const value = Number(above) / Number(below);
  if (above.trim() !== "" && Number.isFinite(value) && value >= 0 && value <= 1) return value;
  throw new InputError(`found "${text}"; accepted: a number from 0 to 1, as in 1/6`, { file: option });
}

interface Report {
  readonly name: string;
  readonly kind: string;
  readonly form: string;
  readonly beta: number;
  readonly gamma: number;
  readonly step: number;
  readonly changes: Readonly<Record<string, number>>;
  readonly symmetric: boolean;
  readonly processedVelocity: boolean;
}

function asText({ name, kind, form, beta, gamma, step, changes, symmetric, processedVelocity }: Report): string[] {
  const sizes = Object.entries(changes).map(([what, size]) => `${what} ${significant(100 * size, 3)} %`);
  return [
    `${name}: ${kind} compensation, ${form} form, for Newmark with β = ${significant(beta)}, γ = ${significant(gamma)}, step ${significant(step)}`,
    `largest changes: ${sizes.join(", ")}; matrices are ${symmetric ? "symmetric" : "not all symmetric"}`,
    ...(processedVelocity
      ? ["The solver's velocity is not the motion's: start it with start.csv, and read its displacements only."]
      : []),
  ];
}
