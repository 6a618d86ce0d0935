/** A result as it lies on the disk, whoever wrote it: after this, a power cut does not take it back, nor the frames that a collection names. */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { syncFile, syncFolder } from "../files.js";

export function syncResult(path: string): void {
  try {
    const folder = join(dirname(path), basename(path, extname(path)));
    if (extname(path).toLowerCase() === ".pvd" && existsSync(folder)) {
      for (const name of readdirSync(folder)) syncFile(join(folder, name));
      syncFolder(folder);
    }
    syncFile(path);
  } catch {
    // A disk that does not take it is no reason to lose the state as well.
  }
}
