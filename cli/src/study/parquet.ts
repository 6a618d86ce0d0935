/** Tables of studies as Parquet: typed columns; the study's own text, its name, and the columns with their units and roles as metadata. Compressed by Snappy, so that every
 *  reader of Parquet opens them; read-parquet.ts reads them. */
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { ColumnType, Row, Study } from "noether/studies";

const TYPES = { float64: "DOUBLE", int64: "INT64", text: "STRING", bool: "BOOLEAN" } as const;

/** As many as take little memory, and enough to be compressed well. */
const GROUP = 50_000;

/** Of the metadata. */
export const KEYS = { name: "noether.name", study: "noether.study", columns: "noether.columns" } as const;

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
    const columnData = columns.map(({ name, type }, j) => {
      const data = group.map(({ values }) => stored(values[j] ?? null, type));
      // The writer's dictionary of values that occur often takes −0 for 0.
      return { name, data, ...(data.some((value) => Object.is(value, -0)) && { encoding: "PLAIN" as const }) };
    });
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
