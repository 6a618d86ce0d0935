/** Systems of kind `matrices`: M a + C v + K q = F(t). */
import type { Matrix } from "../../core/matrix.js";
import { noticesOf } from "../../core/notice.js";
import type { Mass, Problem, TimeLoad } from "../../core/system.js";
import { readTable } from "../../formats/table.js";
import { massless, matrixMass } from "../../linalg/mass.js";
import { multiply } from "../../linalg/matrix.js";
import { type NamedNumbers, timeLoadOf } from "../../symbolic/index.js";
import { modalDamping, rayleighDamping } from "../../systems/damping.js";
import { linearSystem } from "../../systems/linear.js";
import { type Samples, tableLoad } from "../../systems/loads.js";
import { condensedLinear } from "../../systems/massless.js";
import { coordinates, expression, file, matrix, numbers, parameters, proportionalDamping, rows } from "../atoms.js";
import { proportionalDampingAt } from "../damping-entry.js";
import type { Entry } from "../entry.js";
import { equilibriumAt } from "../equilibrium.js";
import type { Files } from "../files.js";
import { groundForceAt, groundMotionForce } from "../ground-motion-entry.js";
import { matrixAt } from "../matrix-entry.js";
import { keys, list, oneOf, optional } from "../shape.js";
import { replacedStart, stateAt } from "../start.js";
import type { SystemKind } from "../system-kind.js";
import { type BuiltSystem, coordinatesAt, type SystemParts } from "../system-parts.js";

type Inertia = Pick<Mass, "matrix" | "apply">;

const shape = keys("a linear system M a + C v + K q = F(t)", {
  matrices: keys("a map with mass, stiffness and damping", {
    mass: matrix,
    stiffness: matrix,
    damping: optional(
      oneOf("a matrix, { rayleigh: [a0, a1] } or { modal: ratio }", [numbers, rows, file, ...proportionalDamping]),
    ),
  }),
  coordinates: optional(coordinates),
  parameters,
  force: optional(
    oneOf("a list of expressions in t, { groundMotion: … } or { table: { file: name } }", [
      list("a list, one expression for each coordinate", expression("t")),
      groundMotionForce,
      keys("a table of times and one column for each coordinate", { table: file }),
    ]),
  ),
});

export const matricesKind = {
  id: "matrices",
  shape: shape,
  files: [
    ["matrices", "mass"],
    ["matrices", "stiffness"],
    ["matrices", "damping"],
    ["force", "groundMotion"],
    ["force", "table"],
  ],
  build,
} as const satisfies SystemKind;

function build({ system, start, parameters, files, threads, t0, end }: SystemParts): BuiltSystem {
  const given = system.at("matrices");
  const stiffness = matrixAt(given.at("stiffness"), files, null);
  const dof = stiffness.pattern.size;
  const labels = labelsAt(system, parameters, dof);
  const matrix = matrixAt(given.at("mass"), files, dof);
  const inertia: Inertia = { matrix, apply: (v, out) => multiply(matrix, v, out) };
  const damping = given.has("damping") ? dampingAt(given.at("damping"), inertia, stiffness, files) : null;
  const { load, table, isPushed } = system.has("force")
    ? loadAt(system.at("force"), inertia, parameters, files)
    : { load: null, table: null, isPushed: () => false };
  const light = massless(matrix);

  const {
    view,
    retained,
    system: made,
  } = given.blamed(() =>
    light.length > 0
      ? condensedLinear({
          mass: matrix,
          damping,
          stiffness,
          load,
          acting: light.some(isPushed) ? load : null,
          t0,
          labels,
        })
      : {
          system: linearSystem({
            mass: given.at("mass").blamed(() => matrixMass(matrix, { threads })),
            damping,
            stiffness,
            load,
            labels,
          }),
          view: undefined,
          retained: labels.keys(),
        },
  );
  const linear = { ...made, threads };
  const places = [...retained];
  const pick = (all: Float64Array) => Float64Array.from(places, (i) => all[i]);
  // What is felt because the ground accelerates is nothing that a system at rest is under.
  const isShaken = system.has("force") && system.at("force").has("groundMotion");
  const still = isShaken ? { ...linear, resting: () => null } : linear;
  const own: Problem =
    start.value === "equilibrium"
      ? { system: linear, t0, q0: equilibriumAt(start, still, t0), v0: new Float64Array(linear.dof) }
      : {
          system: linear,
          t0,
          q0: pick(stateAt(start, "q", labels, files)),
          v0: pick(stateAt(start, "v", labels, files)),
        };
  const problem = view === undefined ? own : { ...own, view };
  const ofTable = table === null ? [] : noticesOf("table-ends", uncoveredBy(table, t0, end));
  return { problem, cites: [], notices: [...ofTable, ...replacedStart(problem, start, files)] };
}

function labelsAt(system: Entry, parameters: NamedNumbers, dof: number): string[] {
  if (!system.has("coordinates")) return Array.from({ length: dof }, (_, i) => `q${i}`);
  const entry = system.at("coordinates");
  const names = coordinatesAt(entry, parameters);
  if (names.length !== dof)
    throw entry.error(`found ${names.length} names for matrices of ${dof} rows; give one for each`);
  return names;
}

function dampingAt(entry: Entry, mass: Inertia, stiffness: Matrix, files: Files): Matrix {
  const plan = proportionalDampingAt(entry);
  if (plan?.kind === "rayleigh") return rayleighDamping(mass, stiffness, plan.mass, plan.stiffness);
  if (plan?.kind === "modal") return entry.at("modal").blamed(() => modalDamping(mass, stiffness, plan.ratio));
  return matrixAt(entry, files, stiffness.pattern.size);
}

/** With the table that it is given by; null: by none. */
interface GivenLoad {
  readonly load: TimeLoad;
  readonly table: (Samples & { readonly file: string }) | null;
  /** Whether it may act on a coordinate that has no mass. */
  isPushed(dof: number): boolean;
}

function loadAt(entry: Entry, mass: Inertia, parameters: NamedNumbers, files: Files): GivenLoad {
  const dof = mass.matrix.pattern.size;
  if (entry.has("groundMotion"))
    return { load: groundForceAt(entry.at("groundMotion"), mass, files), table: null, isPushed: () => false };
  if (entry.has("table")) {
    const name = entry.at("table").at("file");
    const file = name.text();
    const samples = entry.blamed(() => readTable(files.text(name), { file, columns: dof }));
    const isPushed = (i: number) => Array.from(samples.columns[i]).some((value) => value !== 0);
    return { load: entry.blamed(() => tableLoad(samples)), table: { ...samples, file }, isPushed };
  }
  const items = entry.items();
  if (items.length !== dof)
    throw entry.error(`found ${items.length} expressions; accepted: ${dof}, one for each coordinate`);
  const load = entry.blamed(() => timeLoadOf({ parameters, expressions: items.map((item) => item.formula()) }));
  return { load, table: null, isPushed: (i) => Number(items[i].text()) !== 0 };
}

/** A table whose force goes on at its ends, in a run that does so too, was perhaps meant to go on. */
function uncoveredBy({ times, columns, file }: NonNullable<GivenLoad["table"]>, t0: number, end: number): string[] {
  const isPushing = (row: number) => columns.some((column) => column[row] !== 0);
  const last = times.length - 1;
  const isLate = times[0] > t0 && isPushing(0);
  const isEarly = Number.isFinite(end) && times[last] < end && isPushing(last);
  const rows = [
    ...(isLate ? [`begins at t = ${times[0]} with a force, after the run, and none acts before`] : []),
    ...(isEarly ? [`ends at t = ${times[last]} with a force, before the run, and none acts after`] : []),
  ];
  return rows.map((what) => `${file} ${what}: add a row with the force there, or with zero`);
}
