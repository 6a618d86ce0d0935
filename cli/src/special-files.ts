/** Inputs are files. A device has no end, a pipe may have no writer, and a folder no content: they are refused before they are opened. */
import { type Stats, statSync } from "node:fs";
import { InputError } from "noether";

/** What a system complains about (no such file, no permission) is thrown as it is. */
export function refuseSpecial(path: string): void {
  const kind = specialKind(statSync(path));
  if (kind !== null) throw new InputError(`${kind}, and a file is meant; copy its content into one`, { file: path });
}

/** What it is instead of a file; null for a file. */
export function specialKind(found: Stats): string | null {
  if (found.isFile()) return null;
  if (found.isDirectory()) return "is a folder";
  if (found.isFIFO()) return "is a pipe";
  return found.isCharacterDevice() || found.isBlockDevice() ? "is a device" : "is no file";
}
