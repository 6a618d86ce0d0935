/** What will be written, looked at before anything is computed: no name twice, and room and permission for each. */
import { InputError } from "noether";
import { realPath, refuseOutput } from "./files.js";

/** Paths by the words that name them on the command line, those that are read among them. */
export type NamedPaths = Readonly<Record<string, string | undefined>>;

/** Two files under one name: the later would replace the earlier. */
export function refuseTwice(paths: NamedPaths): void {
  const seen = new Map<string, string>();
  for (const [name, path] of Object.entries(paths)) {
    if (path === undefined) continue;
    const place = attemptedRealPath(path);
    const other = seen.get(place);
    if (other !== undefined) {
      throw new InputError(`is given twice, as ${other} and as ${name}; give each a name of its own`, { file: path });
    }
    seen.set(place, name);
  }
}

/** Errors of a path come from opening it. */
function attemptedRealPath(path: string): string {
  try {
    return realPath(path);
  } catch {
    return path;
  }
}

export function refuseOutputs(paths: readonly (string | undefined)[]): void {
  for (const path of paths) if (path !== undefined) refuseOutput(path);
}
