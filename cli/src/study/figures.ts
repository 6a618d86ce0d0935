/** The figures of a study, one file each. */
import { basename, dirname, extname, join } from "node:path";
import { InputError } from "noether";
import { studyFigure } from "noether/report";
import type { Study, StudyTable } from "noether/studies";
import { onError } from "../colour.js";
import { writeFigure } from "../figures.js";
import { makeFolder, refuseOutputFolder } from "../files.js";

export interface FigureFiles {
  /** Of all figures, in their order. */
  readonly paths: readonly string[];
  readonly folder: string;
}

/** `folder/KIND.svg`, or beside a table `TABLE-KIND.svg`. Of several of a kind the others are counted: KIND-2.svg. */
export function figureFiles(
  { figures }: Pick<Study, "figures">,
  place: { folder?: string; table?: string },
): FigureFiles {
  const { folder = dirname(place.table ?? ""), table } = place;
  const prefix = place.folder === undefined && table !== undefined ? `${basename(table, extname(table))}-` : "";
  const seen = new Map<string, number>();
  const paths = figures.map(({ kind }) => {
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return join(folder, `${prefix}${kind}${count === 1 ? "" : `-${count}`}.svg`);
  });
  return { paths, folder };
}

/** Before a long computation: is there something to draw, and a place for it? */
export function refuseFigures({ paths, folder }: FigureFiles, wanted: boolean, force: boolean): void {
  if (wanted && paths.length === 0)
    throw new InputError("the study asks for no figures; add study.figures, as [{ kind: convergence }]", {
      file: "--figures",
    });
  if (paths.length > 0)
    refuseOutputFolder(
      folder,
      paths.map((path) => basename(path)),
      force,
    );
}

/** Draws what can be drawn and tells about the rest; the names of the files that were written. */
export async function drawFigures(study: Study, table: StudyTable, { paths, folder }: FigureFiles): Promise<string[]> {
  if (paths.length > 0) makeFolder(folder);
  const written: string[] = [];
  for (const [i, figure] of study.figures.entries()) {
    const path = paths[i] as string;
    try {
      await writeFigure(studyFigure(figure, table, study.bundle.files), path, true);
      written.push(path);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      process.stderr.write(`${onError.yellow("noether:")} ${path} is not drawn: ${error.message}\n`);
      process.exitCode = 2;
    }
  }
  return written;
}
