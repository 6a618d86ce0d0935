/** Results beyond the half gigabyte that one text may have: gone on with, drawn and converted, in little memory. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { PROGRAM, workplace } from "../program.js";

const { folder, path, write, noether } = workplace();
write(
  "spring.yaml",
  `noether: 1
system: { coordinates: [x], mass: 1, potential: x^2/2 }
start: { q: [1], v: [0] }
method: midpoint
time: { steps: 4500000, step: 0.05 }
`,
);
const more = ["--set", "time.steps=4500100"];

/** Exit status and the peak of memory, in megabytes. */
function measured(...words: string[]): {
  readonly status: number | null;
  readonly peak: number;
  readonly stderr: string;
} {
  const script = `process.on("exit", () => console.error("peak " + process.resourceUsage().maxRSS));`;
  const preload = `data:text/javascript,${encodeURIComponent(script)}`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", preload, PROGRAM, ...words], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stderr, peak: Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024 };
}

/** The end of a file. */
function tail(name: string, bytes: number): string {
  const fd = openSync(path(name), "r");
  const buffer = Buffer.alloc(bytes);
  readSync(fd, buffer, 0, bytes, statSync(path(name)).size - bytes);
  closeSync(fd);
  return buffer.toString("latin1");
}

test.each(["csv", "json"])("a .%s of more than 512 MiB", (ending) => {
  const name = `large.${ending}`;
  expect(noether("run", "spring.yaml", "--quiet", "--out", name, "--checkpoint", `${name}.state`).status).toBe(0);
  expect(statSync(path(name)).size).toBeGreaterThan(2 ** 29);
  const peaks: Record<string, number> = {};
  const check = (what: string, ...words: string[]) => {
    const { status, peak, stderr } = measured(...words);
    expect(status, stderr).toBe(0);
    peaks[what] = Math.round(peak);
    // The file has 650 MB or more. Read at once are 4 MiB; the rest is the program, what it draws, and garbage that nobody was in a hurry for.
    expect(peak).toBeLessThan(900);
  };
  check("resume", "run", "spring.yaml", "--quiet", ...more, "--resume", `${name}.state`, "--out", name);
  expect(noether("run", "spring.yaml", "--quiet", ...more, "--out", `whole.${ending}`).status).toBe(0);
  expect(spawnSync("cmp", [path(name), path(`whole.${ending}`)]).status).toBe(0);
  rmSync(path(`whole.${ending}`));
  check("plot", "plot", name, "--out", `${ending}.svg`);
  check("convert", "convert", name, `${ending}.h5`);
  rmSync(path(name));
  check("back", "convert", `${ending}.h5`, `back.${ending}`);
  expect(tail(`back.${ending}`, 2000)).toMatch(/"steps":4500100/);
  rmSync(path(`back.${ending}`));
  rmSync(path(`${ending}.h5`));
  console.log(`.${ending}: peaks in MB ${JSON.stringify(peaks)}`);
});
