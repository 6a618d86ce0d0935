/** Compensated matrices as Nastran's DMIG cards, one scalar point a coordinate. Symmetric ones enter the structure (K2GG, M2GG, B2GG); others the solution
 *  alone (K2PP, B2PP). */
import type { Matrix } from "noether/linalg";
import { type Exported, eachEntry, isSymmetric } from "./exported.js";

export function nastranDeck({ mass, damping, stiffness, labels }: Exported): string {
  const matrices: (readonly [string, Matrix])[] = [
    ["M", mass],
    ...(damping === null ? [] : [["B", damping] as const]),
    ["K", stiffness],
  ];
  const chosen = matrices.map(([letter, matrix]) => {
    const symmetric = isSymmetric(matrix);
    return { name: `${letter}HAT`, card: `${letter}2${symmetric ? "GG" : "PP"}=${letter}HAT`, matrix, symmetric };
  });
  return [
    "$ Case control: give these, and the time steps and the load of your solution.",
    ...chosen.map(({ card }) => `$ ${card}`),
    ...scalarPoints(labels.length),
    ...chosen.flatMap(({ name, matrix, symmetric }) => dmig(name, matrix, symmetric)),
    "",
  ].join("\n");
}

function scalarPoints(count: number): string[] {
  return [`SPOINT,1,THRU,${count}`];
}

/** Large-field cards: sixteen columns a number. */
function dmig(name: string, matrix: Matrix, symmetric: boolean): string[] {
  const lines = [`DMIG,${name},0,${symmetric ? 6 : 1},2,0`];
  // Column by column; of a symmetric matrix one triangle.
  const columns = new Map<number, (readonly [number, number])[]>();
  eachEntry(matrix, (i, j, value) => {
    if (value === 0 || (symmetric && i < j)) return;
    columns.set(j, [...(columns.get(j) ?? []), [i, value]]);
  });
  for (const [j, entries] of [...columns].sort(([a], [b]) => a - b)) {
    lines.push(`${"DMIG*".padEnd(8)}${name.padEnd(16)}${String(j + 1).padStart(16)}${"0".padStart(16)}`);
    for (const [i, value] of entries) {
      lines.push(`${"*".padEnd(8)}${String(i + 1).padStart(16)}${"0".padStart(16)}${double(value).padStart(16)}`);
    }
  }
  return lines;
}

/** In sixteen columns, with Nastran's D for the exponent. */
function double(value: number): string {
  for (let digits = 15; digits > 0; digits--) {
    const text = value.toExponential(digits).replace("e", "D");
    if (text.length <= 16) return text;
  }
  return value.toExponential(1).replace("e", "D");
}
