/** HDF5 files as others might hand them in. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { File, ready } from "h5wasm/node";
import { InputError } from "noether";
import { readApart } from "../../src/results/h5-wall.js";

export const folder = mkdtempSync(join(tmpdir(), "noether-h5-"));
export const removeFolder = () => rmSync(folder, { recursive: true, force: true });

type Build = (file: File) => void;

/** A file as this program writes it, and what `build` adds. */
export async function made(name: string, build: Build = () => {}): Promise<string> {
  await ready;
  const path = join(folder, name);
  const file = new File(path, "w", { libver: ["earliest", "v110"] } as never);
  file.create_attribute("columns", JSON.stringify(["t", "q.x", "q.y"]));
  build(file);
  file.close();
  return path;
}

export function table(
  file: File,
  name: string,
  width: number,
  { dtype = "<d", frames = 50, chunks = true, columns = width } = {},
): void {
  const count = frames * width;
  const data =
    dtype === "<d"
      ? Float64Array.from({ length: count }, (_, k) => k)
      : BigInt64Array.from({ length: count }, (_, k) => BigInt(k));
  const dataset = file.create_dataset({
    name,
    data,
    dtype,
    shape: [frames, width],
    ...(chunks ? { maxshape: [null, width], chunks: [10, width] } : {}),
  } as never);
  dataset.create_attribute("columns", JSON.stringify(Array.from({ length: columns }, (_, k) => `${name}.${k}`)));
}

export const whole: Build = (file) => {
  table(file, "t", 1);
  table(file, "q", 2);
};

/** Null for a file that is read, else the refusal; whatever else is thrown goes on. */
export function refusal(path: string): string | null {
  try {
    readApart(path);
    return null;
  } catch (error) {
    // The library's own complaint, which is shortened where it is shown.
    if (error instanceof InputError || (error as Error).message.startsWith("HDF5-DIAG"))
      return (error as Error).message;
    throw error;
  }
}

/** The file with one byte changed. */
export function withByte(path: string, at: number, byte: number): string {
  const bytes = readFileSync(path);
  bytes[at % bytes.length] = byte;
  const changed = join(folder, `byte-${at}-${byte}.h5`);
  writeFileSync(changed, bytes);
  return changed;
}
