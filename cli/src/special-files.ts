/** Inputs are files. A device has no end, a pipe may have no writer, and a folder no content: they are refused before they are opened. */
import { statSync } from "node:fs";
import { InputError } from "noether";

/** What a system complains about (no such file, no permission) is thrown as it is. */
export function refuseSpecial(path: string): void {
  const found = statSync(path);
  if (found.isFile()) return;
  const kind = found.isDirectory()
    ? "is a folder"
    : found.isFIFO()
      ? "is a pipe"
      : found.isCharacterDevice() || found.isBlockDevice()
        ? "is a device"
        : "is no file";
  throw new InputError(`${kind}, and a file is meant; copy its content into one`, { file: path });
}
