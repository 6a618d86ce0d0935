/** How much memory a mesh and its system may take: `--memory`, or three quarters of what the machine gives this process. */
import { totalmem } from "node:os";
import { InputError } from "noether";

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

export function memoryLimit(given: string | undefined): number {
  if (given === undefined) {
    // A container may have less than its machine; 0 and absurd numbers say that it has not.
    const own = process.constrainedMemory?.() ?? 0;
    return 0.75 * (own > 0 && own < totalmem() ? own : totalmem());
  }
  const [, number, unit = ""] = /^([0-9.]+) ?([kmg]i?b)?$/i.exec(given) ?? [];
  const bytes = Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  if (bytes > 0) return bytes;
  throw new InputError(`found "${given}"; accepted: a size as 8GB, 500MB or 4GiB`, { file: "--memory" });
}
