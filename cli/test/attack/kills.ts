/** Runs that are killed without warning, again and again, and gone on with: in the end the result has to be that of a run which nobody
 *  disturbed, to the last bit, and nothing may be left lying about. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { resultFormat } from "../../src/results/writer.js";
import type { workplace } from "../program.js";

/** Two unknowns. */
export const POINT = `noether: 1
system: { coordinates: [x, y], mass: 1, potential: "(x^2 + y^2)/2 + x^2*y/3 - y^3/9 + (x^2 + y^2)^2/20" }
start: { q: [0.3, 0.1], v: [0.4, 0.2] }
`;

/** For methods that are made for potentials of distances, and for linear systems without damping. */
export const CENTRAL = `noether: 1
system: { coordinates: [x, y], mass: 1, potential: "-1/sqrt(x^2 + y^2)" }
start: { q: [1, 0], v: [0, 1.1] }
`;
export const LINEAR = `noether: 1
system: { matrices: { mass: [1, 2], stiffness: [[3, -1], [-1, 2]] } }
start: { q: [0.3, 0.1], v: [0.4, 0.2] }
`;

/** Eight hexahedra on a wall. */
export const BLOCK = `noether: 1
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [2, 2, 2] } }
    material: { model: linear-elastic, E: 10, nu: 0.25, density: 1 }
    supports: [ { on: left, fix: all } ]
    loads: [ { gravity: [0, 0, -1] } ]
`;

export interface Trial {
  readonly model: string;
  readonly method: string;
  /** As the model file has it. */
  readonly time: string;
  /** Frames that are recorded: every so many. */
  readonly every: number;
  /** Steps between checkpoints. */
  readonly checkpoint: number;
  readonly out: string;
  readonly kills: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

export interface Tally {
  kills: number;
  resumes: number;
}

/** Kills, goes on, compares; counts what it did. */
export async function survive(at: ReturnType<typeof workplace>, name: string, trial: Trial): Promise<Tally> {
  const { model, method, time, every, checkpoint, out, kills, random } = trial;
  const { path, write, noether, start } = at;
  const file = write(`${name}.yaml`, `${model}method: ${method}\ntime: ${time}\nrecord: { every: ${every} }\n`);
  const whole = `whole-${out}`;
  const began = performance.now();
  const undisturbed = noether("run", file, "--quiet", "--out", whole);
  const took = performance.now() - began;
  expect(undisturbed.status, undisturbed.stderr).toBe(0);

  const state = `${name}.state`;
  const tally = { kills: 0, resumes: 0 };
  for (let round = 0; round <= kills; round++) {
    const going = existsSync(path(state)) ? ["--resume", state] : ["--force"];
    if (going[0] === "--resume") tally.resumes++;
    const words = [
      "run",
      file,
      "--quiet",
      "--out",
      out,
      "--checkpoint",
      state,
      "--every",
      String(checkpoint),
      ...going,
    ];
    if (round === kills) {
      const last = noether(...words);
      expect(last.status, last.stderr).toBe(0);
      break;
    }
    const child = start(...words);
    let complaints = "";
    child.stderr.on("data", (chunk) => {
      complaints += chunk;
    });
    child.stdout.resume();
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    // From before the program has begun until it has ended, however long that takes on this machine; every other time after its next
    // checkpoint, which on a busy machine would be seldom otherwise.
    const moment = round % 2 === 0 ? setTimeout(took * random()) : afterChange(path(state), (took / 10) * random());
    await Promise.race([moment, ended]);
    child.kill("SIGKILL");
    const status = await ended;
    if (status === null) tally.kills++;
    else expect(status, complaints).toBe(0);
    if (existsSync(path(out))) await opens(path(out));
  }
  await expectSame(path(out), path(whole));
  const left = readdirSync(at.folder).filter((each) => each.startsWith(out) || each.startsWith(state));
  expect(left.sort()).toEqual([out, state].sort());
  return tally;
}

/** So many milliseconds after a file has appeared or changed; it is not waited for longer than anybody would. */
async function afterChange(file: string, delay: number): Promise<void> {
  const written = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  const before = written();
  for (let waited = 0; written() === before && waited < 60_000; waited += 5) await setTimeout(5);
  await setTimeout(delay);
}

/** A file that was cut off in the middle of a write opens, whatever is in it. */
async function opens(path: string): Promise<void> {
  if (path.endsWith(".vtu")) expect(readFileSync(path, "latin1").trimEnd().endsWith("</VTKFile>")).toBe(true);
  else (await resultFormat(path)).read(path);
}

async function expectSame(ours: string, theirs: string): Promise<void> {
  if (/\.(?:h5|vtkhdf)$/.test(ours)) {
    const format = await resultFormat(ours);
    expect(format.read(ours)).toEqual(format.read(theirs));
    return;
  }
  const text = (path: string) => readFileSync(path, "latin1").replaceAll("whole-", "");
  expect(text(ours) === text(theirs), `${ours} differs`).toBe(true);
  if (!ours.endsWith(".pvd")) return;
  const [a, b] = [ours, theirs].map((path) => path.replace(/\.pvd$/, ""));
  const frames = (folder: string) => readdirSync(folder).sort();
  expect(frames(a as string).map((name) => `whole-${name}`)).toEqual(frames(b as string));
  for (const name of frames(a as string)) {
    const same = readFileSync(join(a as string, name)).equals(readFileSync(join(b as string, `whole-${name}`)));
    expect(same, name).toBe(true);
  }
}
