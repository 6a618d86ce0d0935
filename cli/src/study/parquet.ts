/** Tables of studies as Parquet: typed columns; the study's own text, its name, and the columns with their units and roles as metadata. Compressed by Snappy, so that every
 *  reader of Parquet opens them. */
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { InputError } from "noether";
import { type Column, type ColumnType, type Row, type Study, type StudyTable, tableOfColumns } from "noether/studies";
import { readBytes } from "../files.js";

const TYPES = { float64: "DOUBLE", int64: "INT64", text: "STRING", bool: "BOOLEAN" } as const;

/** As many as take little memory, and enough to be compressed well. */
const GROUP = 50_000;

const KEYS = { name: "noether.name", study: "noether.study", columns: "noether.columns" } as const;

/** `together`: rows that are encoded as a group. */
export function parquetOf({ columns, name, bundle }: Study, rows: Iterable<Row>, together = GROUP): Uint8Array {
  const writer = new ByteWriter();
  const described = columns.map((column) => ({ name: column.name, type: TYPES[column.type] }));
  const table = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: described.map((each) => ({ ...each, data: [] })) }),
    // A least and a greatest value are of no use to readers where there may be NaN among them.
    statistics: false,
    kvMetadata: [
      { key: KEYS.name, value: name },
      { key: KEYS.study, value: bundle.text },
      { key: KEYS.columns, value: JSON.stringify(columns) },
    ],
  });
  let group: Row[] = [];
  const flush = () => {
    if (group.length === 0) return;
    const columnData = columns.map((column, j) => ({
      name: column.name,
      data: group.map(({ values }) => stored(values[j] ?? null, column.type)),
    }));
    void table.write({ columnData, rowGroupSize: together });
    group = [];
  };
  for (const row of rows) {
    group.push(row);
    if (group.length === together) flush();
  }
  flush();
  void table.finish();
  return new Uint8Array(writer.getBuffer());
}

const stored = (value: Row["values"][number], type: ColumnType) =>
  type === "int64" && typeof value === "number" ? BigInt(value) : value;

export async function readParquet(path: string): Promise<StudyTable> {
  const bytes = readBytes(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const { about, rows } = await attempted(path, async () => ({
    about: new Map(parquetMetadata(file).key_value_metadata?.map(({ key, value }) => [key, value ?? ""])),
    rows: await parquetReadObjects({ file }),
  }));
  const columns = columnsIn(about.get(KEYS.columns), path);
  const data = columns.map(({ name, type }) => {
    const cells = rows.map((row) => row[name] as string | number | bigint | boolean | null | undefined);
    return type === "text"
      ? cells.map((cell) => String(cell ?? ""))
      : Float64Array.from(cells, (cell) => (cell === null || cell === undefined ? Number.NaN : Number(cell)));
  });
  return tableOfColumns(columns, data, about.get(KEYS.study) ?? "");
}

async function attempted<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new InputError(`cannot be read as Parquet: ${error instanceof Error ? error.message : String(error)}`, {
      file: path,
    });
  }
}

function columnsIn(text: string | undefined, path: string): readonly Column[] {
  if (text !== undefined) return JSON.parse(text) as readonly Column[];
  throw new InputError(`is Parquet, but not the table of a study: its metadata have no ${KEYS.columns}`, {
    file: path,
  });
}
