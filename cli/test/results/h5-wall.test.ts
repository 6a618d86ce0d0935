/** HDF5 files are read by a process of their own first: what crashes, hangs or leads elsewhere is refused in words that name the file. */
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folder, made, refusal, removeFolder, table, whole, withByte } from "./h5-files.js";

afterAll(removeFolder);

test("a file as it is written here is read", async () => {
  expect(refusal(await made("whole.h5", whole))).toBeNull();
});

test.each([
  ["whole numbers where doubles are expected", "not of doubles", (file) => table(file, "t", 1, { dtype: "<q" })],
  [
    "data that is not in chunks, as external storage",
    "not stored in chunks",
    (file) => table(file, "t", 1, { chunks: false }),
  ],
  ["other columns than it names", "has 2 columns, and names others", (file) => table(file, "q", 2, { columns: 1 })],
  [
    "a link within the file",
    "is a link or no dataset",
    (file) => {
      whole(file);
      file.create_soft_link("/q", "v");
    },
  ],
  [
    "a link to another file",
    "is a link or no dataset",
    (file) => {
      whole(file);
      file.create_external_link("other.h5", "/q", "v");
    },
  ],
  [
    "frames that are only announced",
    "has 30000000 frames, for which the file is too short",
    (file) => {
      table(file, "t", 1);
      (file.get("t") as unknown as { resize(shape: number[]): void }).resize([30_000_000, 1]);
    },
  ],
] as readonly [string, string, Parameters<typeof made>[1]][])("%s", async (what, reason, build) => {
  const path = await made(`${what.replaceAll(" ", "-")}.h5`, build);
  const said = refusal(path);
  expect(said).toContain(reason);
  expect(said).toContain(path);
});

test("text, a file cut short, and single bytes changed are refused or read, never more", async () => {
  const text = join(folder, "text.h5");
  writeFileSync(text, "t,x\n0,1\n");
  expect(refusal(text)).not.toBeNull();
  const path = await made("cut.h5", whole);
  truncateSync(path, 3000);
  expect(refusal(path)).not.toBeNull();
  const base = await made("base.h5", whole);
  for (const [at, byte] of [
    [96, 0xff],
    [2100, 0xff],
  ] as const) {
    const said = refusal(withByte(base, at, byte));
    if (said !== null) expect(said.length).toBeLessThan(20_100);
  }
});
