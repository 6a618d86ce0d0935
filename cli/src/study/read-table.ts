/** Tables of studies that were written before. */
import { basename, dirname, extname, resolve } from "node:path";
import { InputError } from "noether";
import { decodeStudyCsv, loadStudy, type Study, type StudyTable } from "noether/studies";
import { beginningOf, readBytes, readText } from "../files.js";
import { filesIn } from "./open.js";

/** Is it a table of a study, as far as can be seen from its name and its beginning? */
export function isStudyTable(path: string): boolean {
  const ending = extname(path).toLowerCase();
  return ending === ".parquet" || (ending === ".csv" && /^# study: /m.test(beginningOf(path, 1 << 16)));
}

export async function readStudyTable(path: string): Promise<StudyTable> {
  if (extname(path).toLowerCase() === ".csv") return decodeStudyCsv(readText(path), { file: path });
  const { readParquet } = await import("./read-parquet.js");
  return readParquet(path);
}

/** The study that a table came from, from its own text; the files that it names are looked for beside the table. */
export function studyOfTable(table: StudyTable, path: string): Study {
  if (table.text === "") throw new InputError("does not hold the study that it came from", { file: path });
  const folder = dirname(path);
  return loadStudy(table.text, {
    file: `the study in ${basename(path)}`,
    readFile: (file) => readBytes(resolve(folder, file)),
    listFolder: (below) => filesIn(resolve(folder, below)),
  });
}
