import { writeFileSync } from "node:fs";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import type { Cell, Row, Study, StudyColumn } from "noether/studies";
import { expect, test } from "vitest";
import { parquetOf } from "../../src/study/parquet.js";
import { readParquet } from "../../src/study/read-parquet.js";
import { workplace } from "../program.js";

const { path } = workplace();

const columns: readonly StudyColumn[] = [
  { name: "case", type: "int64", role: "case" },
  { name: "end.q.x", type: "float64", unit: "m", role: "measured" },
  { name: "Größe", type: "text", role: "varied" },
  { name: "on", type: "bool", role: "varied" },
];

function studyOf(text: string): Study {
  const bundle = { study: {}, text, name: "A study", files: new Map() };
  const caseAt = (index: number) => ({ index, key: String(index), settings: {} });
  return { name: "A study", axes: [], count: 0, columns, figures: [], example: 0, bundle, caseAt };
}

const rowsOf = (values: readonly (readonly Cell[])[]): Row[] =>
  values.map((each, index) => ({ index, key: String(index), values: each }));

const text = "noether: 1\nstudy: { model: müller.yaml }\n# the end, 5 < 6\n";

test("what is written is read back to the last bit, with units, roles and the study's own text", async () => {
  const numbers = [0.1, -0, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, -1.7976931348623157e308, 1 / 3, null];
  const words = ["", "a, b", 'quoted "x"', "two\nlines", "π ≠ 3", "x".repeat(1000), null, "records/quake.csv"];
  const rows = rowsOf(
    numbers.map((x, i) => [i === 3 ? 2 ** 52 : i, x, words[i] ?? null, i === 6 ? null : i % 2 === 0]),
  );
  writeFileSync(path("t.parquet"), parquetOf(studyOf(text), rows));
  const table = await readParquet(path("t.parquet"));
  expect(table.columns).toEqual(columns);
  expect([table.rows, table.text]).toEqual([8, text]);
  const read = table.column("end.q.x") as Float64Array;
  numbers.forEach((x, i) => {
    expect(Object.is(read[i], x ?? Number.NaN), `row ${i}`).toBe(true);
  });
  expect((table.column("case") as Float64Array)[3]).toBe(2 ** 52);
  expect(table.column("Größe")).toEqual(words.map((word) => word ?? ""));
  expect([...(table.column("on") as Float64Array)]).toEqual([1, 0, 1, 0, 1, 0, Number.NaN, 0]);
});

test("values that occur often keep the sign of zero", async () => {
  const numbers = Array.from({ length: 40 }, (_, i) => [0, -0, 1][i % 3] as number);
  writeFileSync(path("z.parquet"), parquetOf(studyOf(text), rowsOf(numbers.map((x, i) => [i, x, "a", true]))));
  const table = await readParquet(path("z.parquet"));
  expect([...(table.column("end.q.x") as Float64Array)]).toEqual(numbers);
});

test("other readers see typed columns, missing values as such, and the metadata", async () => {
  const bytes = parquetOf(studyOf(text), rowsOf([[7, null, "a", true]]));
  const file = bytes.buffer.slice(0) as ArrayBuffer;
  const { schema, key_value_metadata: about } = parquetMetadata(file);
  expect(schema.slice(1).map(({ name, type, converted_type: as }) => [name, type, as])).toEqual([
    ["case", "INT64", undefined],
    ["end.q.x", "DOUBLE", undefined],
    ["Größe", "BYTE_ARRAY", "UTF8"],
    ["on", "BOOLEAN", undefined],
  ]);
  expect(await parquetReadObjects({ file })).toEqual([{ case: 7n, "end.q.x": null, Größe: "a", on: true }]);
  expect(about?.find(({ key }) => key === "noether.study")?.value).toBe(text);
});

test("no rows, and more than are encoded together", async () => {
  writeFileSync(path("none.parquet"), parquetOf(studyOf(text), []));
  expect((await readParquet(path("none.parquet"))).rows).toBe(0);
  const count = 301;
  const many = Array.from({ length: count }, (_, i): Cell[] => [i, i / 7, "word", i % 3 === 0]);
  writeFileSync(path("many.parquet"), parquetOf(studyOf(text), rowsOf(many), 100));
  const table = await readParquet(path("many.parquet"));
  const read = table.column("end.q.x") as Float64Array;
  expect([table.rows, read[count - 1]]).toEqual([count, (count - 1) / 7]);
});

test("refuses what is no table of a study, by its name", async () => {
  writeFileSync(path("bad.parquet"), "PAR1 no parquet PAR1");
  await expect(readParquet(path("bad.parquet"))).rejects.toThrow(/bad\.parquet: cannot be read as Parquet/);
  const whole = parquetOf(studyOf(text), rowsOf([[1, 2, "a", true]]));
  writeFileSync(path("cut.parquet"), whole.subarray(0, whole.length - 20));
  await expect(readParquet(path("cut.parquet"))).rejects.toThrow(/cut\.parquet: cannot be read as Parquet/);
});

/** A whole table with other columns in its metadata. */
const describedAs = (columns: unknown): Uint8Array => {
  const study = studyOf(text);
  return parquetOf(
    { ...study, columns: Object.assign([...study.columns], { toJSON: () => columns }) },
    rowsOf([[1, 2, "a", true]]),
  );
};

test.each([
  ["no list", "all of them", /not the table of a study/],
  ["a column without a type", [{ name: "case", role: "case" }], /not the table of a study/],
  ["a column twice", [columns[0], columns[0]], /not the table of a study/],
  ["a column that is not there", [{ name: "w", type: "text", role: "varied" }], /has no column "w"/],
  ["words where numbers are meant", [{ ...columns[2], type: "float64" }], /"Größe" holds other things than numbers/],
])("refuses metadata with %s", async (_, described, reason) => {
  writeFileSync(path("odd.parquet"), describedAs(described));
  await expect(readParquet(path("odd.parquet"))).rejects.toThrow(reason);
});

test("a file that makes too much of itself, or takes too long, is refused", async () => {
  const same = Array.from({ length: 200_000 }, (): Cell[] => [1, 2, "a", true]);
  const bytes = parquetOf(studyOf(text), rowsOf(same));
  expect(bytes.length).toBeLessThan(20_000);
  writeFileSync(path("large.parquet"), bytes);
  const limits = { memory: 1e10, seconds: 1000 };
  expect((await readParquet(path("large.parquet"), limits)).rows).toBe(200_000);
  await expect(readParquet(path("large.parquet"), { ...limits, memory: 20e6 })).rejects.toThrow(
    /large\.parquet: cannot be read: it makes more than 20 MB of \d+ bytes/,
  );
  await expect(readParquet(path("large.parquet"), { ...limits, seconds: 1e-3 })).rejects.toThrow(/s of the processor/);
});
