/** `noether convert IN OUT`: meshes (Gmsh, Abaqus, Nastran, VTK, Medit, STL), matrices (.mtx, .csv, .json), tables (.csv, .txt, .json),
 *  records (.at2, .csv), results (.h5, .csv, .json), and the matrices or the mesh of a model. */
import { existsSync, statSync } from "node:fs";
import { extname } from "node:path";
import { Command } from "commander";
import { type Notice, noticesOf } from "noether";
import { meshNotices } from "noether/formats";
import { elementCount, nodeCount } from "noether/mesh";
import { convertModel, isModel } from "../conversion/model.js";
import { type Content, contentOf } from "../conversion/read.js";
import { writeContent } from "../conversion/write.js";
import { refuseExisting, refuseOutput } from "../files.js";
import { lock } from "../lock.js";
import { ACCEPT_DIFFERENCES, MEMORY } from "../model.js";
import { tell } from "../notices.js";
import { refuseTwice } from "../paths.js";

export function command(): Command {
  return new Command("convert")
    .description(
      "Meshes, matrices, tables, records and results from one format to another, by the endings of the names.",
    )
    .argument("<in>", "a mesh, a matrix, a table, a record, a result, a model (.yaml) or a deck (.inp, .bdf)")
    .argument(
      "<out>",
      "mesh: .msh .msh2 .inp .bdf .vtu .vtk .mesh; matrix: .mtx .csv .json; table: .csv .txt .json; record: .at2 .csv .json; " +
        "result: .h5 .csv .json .pvd .vtkhdf; model or deck: a folder for M.mtx, K.mtx, C.mtx, one of these, or a mesh",
    )
    .option("--force", "overwrite an older file")
    .option("--quiet", "print nothing")
    .option(...MEMORY)
    .option(...ACCEPT_DIFFERENCES)
    .action(convert);
}

interface Options {
  readonly force?: boolean;
  readonly quiet?: true;
  readonly acceptDifferences?: boolean;
  readonly memory?: string;
}

async function convert(from: string, to: string, options: Options): Promise<void> {
  const { force = false } = options;
  const isFolder = existsSync(to) && statSync(to).isDirectory();
  if (!force && !(isModel(from, to) && isFolder)) refuseExisting(to);
  refuseTwice({ IN: from, OUT: to });
  const isFile = !isFolder && extname(to) !== "";
  if (isFile) refuseOutput(to);
  // A run that writes the file would lose what it writes from now on; and one that begins removes drafts beside it.
  const held = isFile ? lock(to) : null;
  try {
    await convertTo(from, to, options);
  } finally {
    held?.release();
  }
}

async function convertTo(from: string, to: string, { force = false, quiet, ...options }: Options): Promise<void> {
  if (isModel(from, to)) {
    const notices = await convertModel(from, to, { force, ...options });
    if (!quiet) process.stdout.write(`model ${from} → ${to}\n`);
    tell(notices);
    return;
  }
  const content = await contentOf(from, extname(to).toLowerCase());
  const left = await writeContent(content, from, to, { force, ...options });
  if (!quiet) process.stdout.write(`${describe(content)} ${from} → ${to}\n`);
  tell([...noticesAbout(content), ...noticesOf("conversion", left)]);
}

function describe(content: Content): string {
  if (content.kind !== "mesh") return content.kind;
  const { mesh } = content;
  return `mesh of ${nodeCount(mesh)} nodes, ${elementCount(mesh)} elements and ${mesh.groups.length} groups`;
}

function noticesAbout(content: Content): readonly Notice[] {
  return content.kind === "mesh" ? meshNotices(content) : [];
}
