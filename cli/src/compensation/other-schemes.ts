/** Exports that are not compensated matrices of Newmark's method alone: Newmark with β = 1/12 for nonlinear systems, whose damping follows
 *  the tangent, and generalised-α methods with a compensated period. */
import {
  coefficientsOf,
  foreignAlpha,
  foreignNewmark,
  generalizedAlpha,
  InputError,
  type Notice,
  newmark,
  type Problem,
  recommendedMethods,
  refusal,
} from "noether";
import { writeMatrixMarket } from "noether/formats";
import type { Matrix } from "noether/linalg";
import { significant } from "noether/report";

export type OtherKind = "processed" | "period";

export interface Export {
  readonly files: Map<string, string>;
  /** What the report says besides name, kind, step and files. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly sentences: readonly string[];
  readonly notices: readonly Notice[];
}

interface Asked {
  readonly kind: OtherKind;
  readonly h: number;
  readonly steps: number;
  readonly rho: number;
}

export function otherScheme(problem: Problem, { kind, h, steps, rho }: Asked): Export {
  const method =
    kind === "processed" ? newmark({ beta: 1 / 12, process: true }) : generalizedAlpha({ rho, compensate: "period" });
  const reason = refusal(method, problem.system, recommendedMethods);
  if (reason !== null) throw new InputError(reason, { file: "--kind" });
  const notices = method.prepare(problem, h, null).check?.() ?? [];
  const made = kind === "processed" ? processedFiles(problem, h, steps) : periodFiles(problem, h, steps, rho);
  return { ...made, notices };
}

const READ = "The solver's velocity is not the motion's: start it with start.csv, and read its displacements only.";

function processedFiles(problem: Problem, h: number, steps: number): Omit<Export, "notices"> {
  const { mass, damping, rayleigh, velocity, load } = foreignNewmark(problem, h, steps);
  const files = new Map<string, string>();
  const parts = { M: mass, C: damping?.constant ?? null, B: damping?.byTangent ?? null };
  for (const [name, matrix] of Object.entries(parts)) if (matrix !== null) files.set(`${name}.mtx`, marketOf(matrix));
  addRun(files, problem, h, velocity, load);
  if (rayleigh !== null) files.set("opensees.tcl", openSees(rayleigh, h, steps));
  const ofDamping =
    damping === null
      ? "Nothing is damped: masses and forces are the model's own."
      : "The solver needs M.mtx as its mass and the damping Ĉ(q) = C + B K(q), K(q) being its current tangent, for Newmark with β = 1/12, γ = 1/2.";
  const ofRayleigh =
    rayleigh === null
      ? "Ĉ(q) is no Rayleigh damping, which would take C = a M and a diagonal mass: no script for OpenSees is written."
      : `As Rayleigh damping: masses times ${significant(rayleigh.heavier, 8)}, ${significant(rayleigh.mass, 6)} of the mass and ${significant(rayleigh.tangent, 6)} of the current tangent.`;
  return {
    files,
    facts: { beta: 1 / 12, gamma: 1 / 2, rayleigh, processedVelocity: true },
    sentences: [ofDamping, ofRayleigh, READ],
  };
}

function periodFiles(problem: Problem, h: number, steps: number, rho: number): Omit<Export, "notices"> {
  const { system } = problem;
  if (system.kind !== "linear") throw new InputError("compensate: period is for linear systems", { file: "--kind" });
  const coefficients = coefficientsOf(rho);
  const { parts, velocity, load } = foreignAlpha(problem, system, h, steps, coefficients);
  const files = new Map<string, string>();
  const matrices = { M: parts.mass, C: parts.damping, K: parts.stiffness };
  for (const [name, matrix] of Object.entries(matrices))
    if (matrix !== null) files.set(`${name}.mtx`, marketOf(matrix));
  addRun(files, problem, h, velocity, load);
  return {
    files,
    facts: { rho, ...coefficients, processedVelocity: true },
    sentences: [
      `For generalised-α with α_m = ${significant(coefficients.alphaM)}, α_f = ${significant(coefficients.alphaF)}, β = ${significant(coefficients.beta)}, γ = ${significant(coefficients.gamma)}, which starts with the acceleration that its own equation gives.`,
      READ,
    ],
  };
}

const marketOf = (matrix: Matrix) => {
  const n = matrix.pattern.size;
  return writeMatrixMarket({ matrix, rows: n, columns: n });
};

function addRun(
  files: Map<string, string>,
  { system, t0, q0 }: Problem,
  h: number,
  velocity: Float64Array,
  load: readonly Float64Array[] | null,
): void {
  const { labels } = system;
  files.set("start.csv", `coordinate,q,v\n${labels.map((label, i) => `${label},${q0[i]},${velocity[i]}\n`).join("")}`);
  if (load === null) return;
  const rows = load.map((values, k) => [t0 + k * h, ...values].join(","));
  files.set("load.csv", `${[`t,${labels.join(",")}`, ...rows].join("\n")}\n`);
}

/** To be read by OpenSees between its model and its analysis. */
function openSees(
  { heavier, mass, tangent }: { readonly heavier: number; readonly mass: number; readonly tangent: number },
  h: number,
  steps: number,
): string {
  return [
    "# Fourth order from Newmark with beta = 1/12 on a model of one's own. Multiply every nodal mass by massFactor, give nodes the velocities",
    "# of start.csv, load them with the columns of load.csv (timeSeries Path with this step and -useLast), and read displacements.",
    `set massFactor ${heavier}`,
    "#        of the mass     of the current tangent, of the initial and the committed one",
    `rayleigh ${mass} ${tangent} 0.0 0.0`,
    `integrator Newmark 0.5 ${1 / 12}`,
    `set steps ${steps}`,
    `set dt ${h}`,
    "",
  ].join("\n");
}
