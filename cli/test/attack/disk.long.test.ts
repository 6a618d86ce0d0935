/** Disks that are full and disks that are read-only, made of memory: every format keeps what was computed, and goes on where there is room. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { resultFormat } from "../../src/results/writer.js";
import { workplace } from "../program.js";
import { BLOCK, POINT } from "./kills.js";

const { path, write, noether } = workplace();
const disk = path("disk");
mkdirSync(disk);
const mount = (...words: string[]) => spawnSync("mount", words).status === 0;
const isMounted = mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", disk);
afterAll(() => void spawnSync("umount", [disk]));
const REASON = "a disk of memory can be mounted by root only";

write("point.yaml", `${POINT}method: midpoint\ntime: { steps: 1e9, step: 0.01 }\n`);
write("block.yaml", `${BLOCK}method: newmark\ntime: { steps: 1e9, step: 0.05 }\n`);

describe.each([
  ["point.yaml", "a.csv"],
  ["point.yaml", "a.json"],
  ["point.yaml", "a.h5"],
  ["block.yaml", "a.pvd"],
  ["block.yaml", "a.vtkhdf"],
])("%s → %s", (model, name) => {
  test("full", async ({ skip }) => {
    skip(!isMounted, REASON);
    spawnSync("bash", ["-c", `rm -rf ${disk}/*; rm -f ${model}.checkpoint`], { cwd: path("") });
    expect(mount("-o", "remount,size=2m", disk)).toBe(true);
    const out = `disk/${name}`;
    const { status, stdout, stderr } = noether("run", model, "--quiet", "--json", "--out", out);
    expect(status, stderr).toBe(1);
    expect(JSON.parse(stdout).status).toBe("interrupted");
    expect(stderr).toMatch(/cannot be written: the disk is full/);
    const words = /\n {2}noether (.*)\n$/.exec(stderr)?.[1]?.split(" ") ?? [];
    expect(words).toContain("--resume");
    const format = await resultFormat(name);
    const held = format.read(path(out)).data[0]?.length ?? 0;
    expect(held).toBeGreaterThan(1);

    expect(mount("-o", "remount,size=40m", disk)).toBe(true);
    const more = ["--set", `time.steps=${JSON.parse(stdout).steps + 50}`];
    const resumed = noether(...words, ...more);
    expect(resumed.status, resumed.stderr).toBe(0);
    const whole = noether("run", model, "--quiet", ...more, "--out", `whole-${name}`, "--force");
    expect(whole.status).toBe(0);
    expect(format.read(path(out))).toEqual(format.read(path(`whole-${name}`)));
  });
});

test("what converts or draws on a full disk leaves the older file as it was", ({ skip }) => {
  skip(!isMounted, REASON);
  spawnSync("bash", ["-c", `rm -rf ${disk}/*`]);
  expect(mount("-o", "remount,size=256k", disk)).toBe(true);
  noether("run", "point.yaml", "--set", "time.steps=20", "--out", "disk/small.csv");
  noether("run", "point.yaml", "--set", "time.steps=20", "--plot", "disk/small.svg");
  noether("run", "point.yaml", "--set", "time.steps=20000", "--out", "large.h5");
  const before = spawnSync("md5sum", [`${disk}/small.csv`, `${disk}/small.svg`], { encoding: "utf8" }).stdout;
  expect(noether("convert", "large.h5", "disk/small.csv", "--force").status).toBe(1);
  spawnSync("bash", ["-c", `head -c 300k /dev/zero > ${disk}/filling`]);
  expect(noether("plot", "large.h5", "--out", "disk/small.svg", "--force").status).toBe(1);
  spawnSync("rm", [`${disk}/filling`]);
  expect(spawnSync("md5sum", [`${disk}/small.csv`, `${disk}/small.svg`], { encoding: "utf8" }).stdout).toBe(before);
  expect(spawnSync("ls", ["-A", disk], { encoding: "utf8" }).stdout).toBe("small.csv\nsmall.svg\n");
});

test("a read-only disk is refused before the run", ({ skip }) => {
  skip(!isMounted, REASON);
  expect(mount("-o", "remount,ro", disk)).toBe(true);
  for (const words of [
    ["--out", "disk/ro.csv"],
    ["--checkpoint", "disk/ro.state"],
    ["--plot", "disk/ro.svg"],
  ]) {
    const { status, stdout, stderr } = noether("run", "point.yaml", ...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/read-only/);
  }
  expect(mount("-o", "remount,rw", disk)).toBe(true);
  expect(existsSync(path("disk/ro.csv"))).toBe(false);
});
