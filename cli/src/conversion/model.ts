/** What a model file can be converted to: its matrices for other programs, and its mesh. */
import { basename, extname, join } from "node:path";
import { InputError, type Notice, noticesOf } from "noether";
import { smallMotion } from "noether/analysis";
import { meshFormat, writeMatrixMarket, writeMesh } from "noether/formats";
import type { Matrix } from "noether/linalg";
import { buildSystem } from "noether/model-file";
import { isDeck } from "../engineering-files.js";
import { makeFolder, refuseOutputFolder, writeFile } from "../files.js";
import { allNotices, type ReadOptions, readModel } from "../model.js";
import { withComments } from "../notices.js";

/** A model file; and a deck of which not the mesh is wanted but what it stands for, matrices. */
export const isModel = (path: string, out: string) =>
  /\.ya?ml$/i.test(path) || (isDeck(path) && (/\.mtx$/i.test(out) || extname(out) === ""));

/** Of a folder; C.mtx where there is damping. */
const FILES = ["M.mtx", "K.mtx", "unknowns.csv"];

/** Writes OUT/M.mtx, OUT/K.mtx, OUT/C.mtx and OUT/unknowns.csv; one of them where OUT is such a name; the mesh where it is one. */
export async function convertModel(
  path: string,
  out: string,
  { force, ...options }: Pick<ReadOptions, "acceptDifferences" | "memory"> & { readonly force: boolean },
): Promise<Notice[]> {
  if (meshFormat(out) === null && !/\.mtx$/i.test(out)) refuseOutputFolder(out, FILES, force);
  const model = await readModel(path, [], { ...options, purpose: "modes" });
  const built = buildSystem(model);
  const left = convertBuilt(built, model.notices, path, out, force);
  return [...allNotices(model, built.notices), ...noticesOf("conversion", left)];
}

function convertBuilt(
  { problem, body }: ReturnType<typeof buildSystem>,
  notices: readonly Notice[],
  path: string,
  out: string,
  force: boolean,
): string[] {
  if (meshFormat(out) !== null) {
    if (body === undefined) throw new InputError("has no mesh: only solids and frames do", { file: path });
    const { bytes, notices: left } = writeMesh(body.mesh, out);
    writeFile(out, bytes, force);
    return [...left];
  }
  const { mass, stiffness, viscosity } = smallMotion(problem);
  const n = problem.system.dof;
  const matrices: Record<string, Matrix | null> = { M: mass.matrix, K: stiffness, C: viscosity };
  const text = (matrix: Matrix) => withComments(writeMatrixMarket({ matrix, rows: n, columns: n }), "M.mtx", notices);
  if (/\.mtx$/i.test(out)) {
    const name = /(?:^|[^a-z])([mkc])\.mtx$/i.exec(basename(out))?.[1]?.toUpperCase() ?? "";
    const matrix = matrices[name];
    if (matrix === undefined) {
      const accepted =
        "accepted: a name that says which matrix it is, as M.mtx, K.mtx, C.mtx, part-K.mtx; or a folder for all";
      throw new InputError(accepted, { file: out });
    }
    if (matrix === null) throw new InputError("there is no damping in this model", { file: path });
    writeFile(out, text(matrix), force);
    return [];
  }
  makeFolder(out);
  for (const [name, matrix] of Object.entries(matrices)) {
    if (matrix !== null) writeFile(join(out, `${name}.mtx`), text(matrix), force);
  }
  const labels = problem.system.labels.map((label, i) => `${i + 1},"${label.replaceAll('"', '""')}"\n`);
  writeFile(join(out, "unknowns.csv"), `row,name\n${labels.join("")}`, force);
  return viscosity === null ? ["there is no damping, and no C.mtx"] : [];
}
