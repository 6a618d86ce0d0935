/** Wrong input, as the command line answers it: one clear message, exit status 2, nothing on standard output, and nothing
 *  left behind. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { decodeCheckpoint } from "noether/formats";
import { describe, expect, test } from "vitest";
import { resultFormat } from "../../src/results/writer.js";
import { PROGRAM, workplace } from "../program.js";

const { folder, write, noether, path } = workplace();

const MODEL = `noether: 1
system:
  coordinates: [x, y]
  mass: 1
  potential: x^2 + y^2
start: { q: [1, 0], v: [0, 0] }
method: newmark
time: { end: 1, step: 0.1 }
`;
write("model.yaml", MODEL);

function refused(message: RegExp, ...words: string[]): void {
  const { status, stdout, stderr } = noether(...words);
  expect(stderr).toMatch(message);
  // One message: a line, or a line with the place in an expression marked below it.
  expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(3);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
}

describe("in the model file", () => {
  test.each([
    [
      "an unknown key",
      "potential:",
      "potental:",
      /m\.yaml:5:3: system\.potental: unknown key "potental"\. Did you mean "potential"\?/,
    ],
    ["a wrong type", "end: 1", "end: [1]", /m\.yaml:8:14: time\.end: found a list of 1; accepted: a finite number/],
    [
      "a wrong length of q",
      "q: [1, 0]",
      "q: [1]",
      /m\.yaml:6:13: start\.q: found 1 numbers; accepted: 2, one for each/,
    ],
    [
      "a mass that is not symmetric",
      "mass: 1",
      "mass: [[1, 0.5], [0, 1]]",
      /m\.yaml:4:9: system\.mass: .*not symmetric/,
    ],
    ["an indefinite mass", "mass: 1", "mass: [[1, 2], [2, 1]]", /m\.yaml:4:9: system\.mass: .*not positive definite/],
    [
      "a negative step",
      "step: 0.1",
      "step: -0.1",
      /m\.yaml:8:23: time\.step: the step is -0\.1; accepted: a number > 0/,
    ],
    [
      "an end before the start",
      "end: 1",
      "start: 2, end: 1",
      /m\.yaml:8:24: time\.end: the end 1 is not after the start 2/,
    ],
    [
      "an unknown name",
      "x^2 + y^2",
      "x^2 + yy^2",
      /m\.yaml:5:20: .*unknown name "yy".*\n {4}x\^2 \+ yy\^2\n {10}\^\n$/,
    ],
    [
      "a syntax error",
      "x^2 + y^2",
      "x^2 + (y^2",
      /m\.yaml:5:20: .*this "\(" is not closed\n {4}x\^2 \+ \(y\^2\n {10}\^\n$/,
    ],
    ["broken YAML", "[x, y]", "[x, y", /m\.yaml:\d+:\d+: .*not valid YAML/],
    [
      "a method that is none",
      "newmark",
      "nemark",
      /m\.yaml:7:9: method: there is no method "nemark"\. Did you mean "newmark"\?/,
    ],
    [
      "a parameter out of range",
      "newmark",
      "{ name: hht, alpha: 2 }",
      /m\.yaml:7:29: method\.alpha: .*alpha is 2; accepted/,
    ],
    ["steps that do not fit", "step: 0.1", "step: 0.3", /m\.yaml:8:.*not a whole number; accepted: step .*\(3 steps\)/],
  ])("%s", (_, right, wrong, message) => {
    expect(MODEL).toContain(right);
    write("m.yaml", MODEL.replace(right, wrong));
    refused(message, "run", "m.yaml");
  });

  test("check answers as run does", () => {
    write("wrong.yaml", MODEL.replace("end: 1", "end: -1"));
    refused(/wrong\.yaml:8:14: time\.end: the end -1 is not after the start 0/, "check", "wrong.yaml");
  });

  test("a method that lacks what it needs", () => {
    write("damped.yaml", MODEL.replace("mass: 1", "mass: 1\n  damping: 0.1").replace("newmark", "yoshida"));
    refused(/damped\.yaml:8:9: method: yoshida .*forces do not depend on the velocity/, "run", "damped.yaml");
  });
});

describe("in files", () => {
  const matrices = (file: string) =>
    `noether: 1\nsystem: { matrices: { mass: [1, 1], stiffness: { file: ${file} } } }\nmethod: newmark\ntime: { end: 1, step: 0.1 }\n`;

  test("NaN in a matrix, with the line of the matrix file", () => {
    write("K.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 2 NaN\n");
    write("nan.yaml", matrices("K.mtx"));
    refused(/K\.mtx:4: found "NaN" where a number is expected; accepted: finite numbers/, "run", "nan.yaml");
  });

  test("a missing model, and a missing file of a model", () => {
    refused(/none\.yaml: there is no such file/, "run", "none.yaml");
    write("missing.yaml", matrices("none.mtx"));
    refused(
      /missing\.yaml:2:\d+: .*stiffness\.file: the file "none\.mtx" cannot be read: there is no such/,
      "run",
      "missing.yaml",
    );
  });
});

describe("in options", () => {
  test.each([
    [["--method", "nemark"], /--method nemark: .*Did you mean "newmark"\?/],
    [["--method", "newmark(beta=)"], /--method newmark\(beta=\): found "beta="/],
    [["--step", "-1"], /--step -1: time\.step: the step is -1/],
    [["--set", "nothing"], /--set nothing: there is no path before =/],
    [["--set", "system.mas=2"], /--set system\.mas=2: system\.mas: unknown key "mas"\. Did you mean "mass"\?/],
    [["--every", "0"], /'--every <steps>' argument '0' is invalid\. accepted: a whole number ≥ 1/],
    [["--out", "x.xls"], /x\.xls: ends in \.xls; accepted: \.csv, \.json, \.h5/],
    [["--plot", "x.gif"], /x\.gif: ends in \.gif; accepted: \.svg, \.png/],
  ])("%j", (words, message) => {
    refused(message, "run", "model.yaml", ...words);
  });

  test("a list with a hole, and a step whose square is no number", () => {
    refused(
      /--methods: found "midpoint,"; accepted: methods, separated by commas/,
      "compare",
      "model.yaml",
      "--methods",
      "midpoint,",
    );
    for (const command of ["analyze", "distort"])
      refused(
        /the step takes a mode through .*e\+300 radians, beyond the range/,
        command,
        "model.yaml",
        "--step",
        "1e300",
      );
  });

  test("with --json the document is the error, and the message is on standard error", () => {
    const { status, stdout, stderr } = noether("run", "model.yaml", "--json", "--set", "system.mas=2");
    expect(status).toBe(2);
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({ file: "--set system.mas=2", key: "system.mas" });
    expect(stderr).toContain(error.message);
  });
});

describe("where results go", () => {
  test("a path that exists, which stays as it is", () => {
    for (const [option, name] of [
      ["--out", "kept.csv"],
      ["--out", "kept.h5"],
      ["--plot", "kept.svg"],
    ] as const) {
      write(name, "precious");
      refused(new RegExp(`${name}: exists already`), "run", "model.yaml", option, name);
      expect(readFileSync(path(name), "utf8")).toBe("precious");
    }
  });

  test.each([".csv", ".json", ".h5"])(
    "a missing folder, a file for a folder, a folder without permission: %s",
    (ending) => {
      refused(/the folder none does not exist/, "run", "model.yaml", "--out", `none/x${ending}`);
      refused(/a part of its path is a file/, "run", "model.yaml", "--out", `model.yaml/x${ending}`);
      // The superuser may write into every folder of a disk, but not into that of the kernel's own.
      const isRoot = process.getuid?.() === 0;
      const locked = isRoot ? "/sys" : path(`locked${ending}`);
      if (!isRoot) {
        mkdirSync(locked);
        chmodSync(locked, 0o555);
      }
      refused(/permission denied|read-only/, "run", "model.yaml", "--out", `${locked}/x${ending}`);
    },
  );

  test("a run that cannot begin makes no file", () => {
    write("damped.yaml", MODEL.replace("mass: 1", "mass: 1\n  damping: 0.1").replace("newmark", "yoshida"));
    noether("run", "damped.yaml", "--out", "never.csv");
    expect(existsSync(path("never.csv"))).toBe(false);
  });

  test.each([".csv", ".json", ".h5"])("no room: %s stays readable up to the last frame that fitted", async (ending) => {
    const name = `full${ending}`;
    // A limit on the size of files stands for a full disk; bash counts it in blocks of 1024 bytes.
    const command = `ulimit -f 1500; trap '' XFSZ; exec "$0" "$@"`;
    const words = ["run", "model.yaml", "--set", "time={ steps: 1e9, step: 0.001 }", "--out", name];
    const { status, stdout, stderr } = spawnSync("bash", ["-c", command, process.execPath, PROGRAM, ...words], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stderr).toMatch(new RegExp(`${name}: cannot be written: .*; choose another folder`));
    // No mistake of the user: what was computed is summed up, and the run goes on where there is room.
    expect(status).toBe(1);
    expect(stdout).toMatch(/\ninterrupted at t = /);
    expect(stderr).toMatch(/To go on:\n {2}noether run .* --resume model\.yaml\.checkpoint\n$/);
    const { data } = (await resultFormat(name)).read(path(name));
    expect(data[0]?.length).toBeGreaterThan(100);
    const { state, frames } = decodeCheckpoint(readFileSync(path("model.yaml.checkpoint"))).snapshot;
    expect(frames + 1).toBeLessThanOrEqual(data[0]?.length ?? 0);
    const end = state.n + 5000;
    const whole = noether(
      "run",
      "model.yaml",
      "--set",
      `time={ steps: ${end}, step: 0.001 }`,
      "--out",
      `whole${ending}`,
    );
    expect(whole.status).toBe(0);
    const resumed = noether(
      ...["run", "model.yaml", "--set", `time={ steps: ${end}, step: 0.001 }`, "--out", name],
      ...["--resume", "model.yaml.checkpoint"],
    );
    expect(resumed).toMatchObject({ status: 0, stderr: "" });
    const format = await resultFormat(name);
    expect(format.read(path(name))).toEqual(format.read(path(`whole${ending}`)));
  });

  test("a device that is always full", ({ skip }) => {
    skip(!existsSync("/dev/full"), "this system has no /dev/full");
    spawnSync("ln", ["-s", "/dev/full", path("device.csv")]);
    refused(/device\.csv: is a device, and a file is meant/, "run", "model.yaml", "--out", "device.csv", "--force");
  });
});
