/** Compensated systems in the words of other programs, as far as they can read matrices and loads. */
import type { Matrix } from "noether/linalg";

/** Abaqus's MATRIX INPUT: row node, its freedom, column node, its freedom, value; one freedom a node here. */
export function abaqusMatrix({ pattern, values }: Matrix): string {
  const lines: string[] = [];
  for (let i = 0; i < pattern.size; i++) {
    for (let k = pattern.rowStart[i] ?? 0; k < (pattern.rowStart[i + 1] ?? 0); k++) {
      const value = values[k] ?? 0;
      if (value !== 0) lines.push(`${i + 1}, 1, ${(pattern.column[k] ?? 0) + 1}, 1, ${value}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

export function abaqusDeck(dof: number, damped: boolean): string {
  const names = damped ? ["M", "C", "K"] : ["M", "K"];
  return [
    "** Compensated matrices of one freedom a node, numbered as in the model.",
    "*NODE",
    ...Array.from({ length: dof }, (_, i) => `${i + 1}, ${i}., 0., 0.`),
    ...names.map((name) => `*MATRIX INPUT, NAME=${name}, TYPE=UNSYMMETRIC, INPUT=${name}.inp`),
    `*MATRIX ASSEMBLE, STIFFNESS=K, MASS=M${damped ? ", VISCOUS DAMPING=C" : ""}`,
    "** Loads: *AMPLITUDE tables from the columns of load.csv, with *CLOAD on freedom 1 of each node.",
    "",
  ].join("\n");
}

/** OpenSees reads loads from files; its elements have no place for arbitrary matrices. */
export function openSeesScript(
  { h, beta, gamma, end }: { readonly h: number; readonly beta: number; readonly gamma: number; readonly end: number },
  loaded: boolean,
  dof: number,
): string {
  const series = Array.from(
    { length: loaded ? dof : 0 },
    (_, i) => `# timeSeries Path ${i + 1} -dt ${h} -filePath column${i + 1}.txt   ;# column ${i + 2} of load.csv`,
  );
  return [
    "# Newmark with the parameters that the compensation was made for. Matrices: see M.mtx, C.mtx, K.mtx.",
    ...series,
    `integrator Newmark ${gamma} ${beta}`,
    "algorithm Linear",
    "analysis Transient",
    `analyze ${Math.round(end / h)} ${h}`,
    "",
  ].join("\n");
}
