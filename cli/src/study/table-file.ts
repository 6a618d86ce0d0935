/** Tables of studies as files, by the ending of their names. Whoever reads one finds the whole table, or the one before it. */
import { closeSync, fsyncSync, openSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { InputError } from "noether";
import { type Row, type Study, studyCsvHead, studyCsvRow } from "noether/studies";
import { syncFile, withDraft, writeAll } from "../files.js";
import { parquetOf } from "./parquet.js";

/** Writes the rows of a study, in their order, into a draft. */
type TableFormat = (draft: string, study: Study, rows: Iterable<Row>) => void;

const PIECE = 1 << 16;

const csv: TableFormat = (draft, { columns, name, bundle }, rows) => {
  const fd = openSync(draft, "wx");
  try {
    let [at, text] = [0, studyCsvHead(columns, name, bundle.text)];
    const flush = () => {
      const bytes = Buffer.from(text);
      writeAll(fd, bytes, at);
      at += bytes.length;
      text = "";
    };
    for (const row of rows) {
      text += studyCsvRow(row);
      if (text.length > PIECE) flush();
    }
    flush();
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
};

const parquet: TableFormat = (draft, study, rows) => {
  writeFileSync(draft, parquetOf(study, rows), { flag: "wx" });
  syncFile(draft);
};

const FORMATS: Readonly<Record<string, TableFormat>> = { ".csv": csv, ".parquet": parquet };

export function tableFormat(path: string): TableFormat {
  const ending = extname(path).toLowerCase();
  const format = FORMATS[ending];
  if (format !== undefined) return format;
  const found = ending === "" ? "has no ending" : `ends in ${ending}`;
  throw new InputError(`${found}; accepted for tables: ${Object.keys(FORMATS).join(", ")}`, { file: path });
}

export function writeTable(path: string, study: Study, rows: Iterable<Row>): void {
  const write = tableFormat(path);
  withDraft(path, true, (draft) => write(draft, study, rows));
}
