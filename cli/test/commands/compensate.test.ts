import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const place = workplace();
place.write(
  "two.yaml",
  `noether: 1
system:
  matrices: { mass: [2, 1], stiffness: [[3, -1], [-1, 2]], damping: [[0.2, 0], [0, 0.1]] }
  force: [cos(t), 0]
start: { q: [1, 0], v: [0, 0.5] }
method: { name: newmark, beta: 1/6, compensate: fourth-order }
time: { end: 4, step: 0.1 }
`,
);

test("plain Newmark on the files gives what compensated Newmark gives on the model", () => {
  const { status, stdout } = place.noether("compensate", "two.yaml", "--out", "files", "--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    kind: "fourth-order",
    form: "paper",
    step: 0.1,
    processedVelocity: false,
  });
  // K̂ is not symmetric by some 1e-5, as the paper's form is under such a damping; the mass form's stiffness is.
  expect(place.noether("compensate", "two.yaml", "--form", "symmetric", "--out", "symmetric").status).toBe(0);
  place.write(
    "elsewhere.yaml",
    `noether: 1
system:
  matrices: { mass: { file: symmetric/M.mtx }, stiffness: { file: symmetric/K.mtx }, damping: { file: symmetric/C.mtx } }
  force: { table: { file: symmetric/load.csv } }
start: { q: [1, 0], v: [0, 0.5] }
method: { name: newmark, beta: 1/6 }
time: { end: 4, step: 0.1 }
`,
  );
  const there = JSON.parse(place.noether("run", "elsewhere.yaml", "--json").stdout);
  const here = JSON.parse(
    place.noether("run", "two.yaml", "--method", "newmark(beta=1/6, compensate=fourth-order, form=symmetric)", "--json")
      .stdout,
  );
  expect(there.q[0]).toBeCloseTo(here.q[0], 12);
  expect(there.v[1]).toBeCloseTo(here.v[1], 12);
});

const rowsOf = (name: string) =>
  readFileSync(place.path(name), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(",").map(Number));

test("the script for NumPy and SciPy runs, and shows order four", (context) => {
  const interpreter = ["/usr/bin/python3", "python3"].find(
    (program) => spawnSync(program, ["-c", "import numpy, scipy"]).status === 0,
  );
  if (interpreter === undefined) return context.skip("there is no Python with NumPy and SciPy");
  const exact = JSON.parse(place.noether("run", "two.yaml", "--method", "dop853(tolerance=1e-13)", "--json").stdout).q;
  const errors = [0.2, 0.1, 0.05].map((step) => {
    place.noether("compensate", "two.yaml", "--step", String(step), "--out", `scipy${step}`, "--quiet");
    const { status, stderr } = spawnSync(interpreter, [place.path(`scipy${step}/newmark.py`)], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const [, ...q] = rowsOf(`scipy${step}/newmark.csv`).at(-1) ?? [];
    return Math.hypot(...q.map((x, i) => x - exact[i]));
  });
  expect(Math.log2((errors[0] ?? 0) / (errors[1] ?? 0))).toBeCloseTo(4, 0);
  expect(Math.abs(Math.log2((errors[1] ?? 0) / (errors[2] ?? 0)) - 4)).toBeLessThan(0.15);
});

test("the model for OpenSees has the matrices, the load and the number of steps", () => {
  place.write(
    "row.yaml",
    `noether: 1
system:
  matrices: { mass: [2, 1, 3], stiffness: [[3, -1, 0], [-1, 2, -0.5], [0, -0.5, 1]] }
  force: [cos(t), 0, 0]
start: { q: [1, 0, 0], v: [0, 0.5, 0] }
method: newmark
time: { start: 1, end: 3, step: 0.1 }
`,
  );
  expect(place.noether("compensate", "row.yaml", "--out", "row", "--quiet").status).toBe(0);
  const lines = readFileSync(place.path("row/opensees.tcl"), "utf8").split("\n");
  const words = (name: string) => lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(" "));
  const K = [0, 1, 2, 3].map(() => [0, 0, 0, 0]);
  const materials = new Map(words("uniaxialMaterial").map(([, , tag, k]) => [tag, Number(k)]));
  for (const [, , , from = "", to = "", , material = ""] of words("element")) {
    const k = materials.get(material) ?? Number.NaN;
    const [i, j] = [Number(from), Number(to)];
    for (const [row, column, sign] of [
      [i, i, 1],
      [j, j, 1],
      [i, j, -1],
      [j, i, -1],
    ] as const) {
      (K[row] as number[])[column] = (K[row]?.[column] ?? 0) + sign * k;
    }
  }
  const [, ...entries] = readFileSync(place.path("row/K.mtx"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("%"))
    .map((line) => line.trim().split(/\s+/).map(Number));
  expect(entries.length).toBeGreaterThan(5);
  for (const [i = 0, j = 0, value] of entries) expect(K[i]?.[j]).toBeCloseTo(value ?? Number.NaN, 12);
  expect(words("mass")).toEqual([
    ["mass", "1", "2"],
    ["mass", "2", "1"],
    ["mass", "3", "3"],
  ]);
  expect(lines).toContain("analyze 20 0.1");
  // KM⁻¹F acts on the neighbour as well.
  expect(words("timeSeries")).toHaveLength(2);
  expect(readFileSync(place.path("row/opensees.py"), "utf8")).toContain('ops.integrator("Newmark", 0.5, ');

  // Steps as OpenSees takes them, its paths zero from the time of their last value on, end where the compensated method does.
  const paths = new Map(
    lines.flatMap((line) => {
      const [, node, values] = /^timeSeries Path (\d+) -dt 0\.1 -values \{(.*)\}$/.exec(line) ?? [];
      return node === undefined ? [] : [[Number(node), values?.split(" ").map(Number) ?? []] as const];
    }),
  );
  const loadAt = (step: number) =>
    [1, 2, 3].map((node) => {
      const values = paths.get(node) ?? [];
      return step + 1 >= values.length ? 0 : (values[step] ?? 0);
    });
  const startOf = (name: string) => words(name).map(([, , , value]) => Number(value));
  const masses = words("mass").map(([, , m]) => Number(m));
  const stiffness = (i: number, q: readonly number[]) => q.reduce((sum, x, j) => sum + (K[i + 1]?.[j + 1] ?? 0) * x, 0);
  let [q, v, a] = ["setNodeDisp", "setNodeVel", "setNodeAccel"].map(startOf) as [number[], number[], number[]];
  const [h, beta] = [0.1, 1 / 6];
  for (let step = 1; step <= 20; step++) {
    const free = q.map((x, i) => x + h * (v[i] ?? 0) + (0.5 - beta) * h * h * (a[i] ?? 0));
    let next = [...a];
    // K h² is small beside M: the fixed point is found to rounding.
    for (let turn = 0; turn < 60; turn++) {
      const trial = free.map((x, i) => x + beta * h * h * (next[i] ?? 0));
      next = loadAt(step).map((F, i) => (F - stiffness(i, trial)) / (masses[i] ?? 1));
    }
    v = v.map((x, i) => x + (h / 2) * ((a[i] ?? 0) + (next[i] ?? 0)));
    q = free.map((x, i) => x + beta * h * h * (next[i] ?? 0));
    a = next;
  }
  const run = place.noether("run", "row.yaml", "--method", "newmark(beta=1/6, compensate=fourth-order)", "--json");
  const end: number[] = JSON.parse(run.stdout).q;
  for (const [i, x] of end.entries()) expect(q[i]).toBeCloseTo(x, 12);
});

test("a mass that is not diagonal has no file for OpenSees, and that is said", () => {
  const { stdout } = place.noether("compensate", "two.yaml", "--form", "mass", "--out", "mass", "--json");
  const { notices, files } = JSON.parse(stdout);
  expect(notices).toMatchObject([{ code: "opensees", message: expect.stringMatching(/nodal masses only/) }]);
  expect(files.filter((name: string) => name.includes("opensees"))).toEqual([]);
});

test("matrices for Nastran stand in sixteen columns", () => {
  place.noether("compensate", "two.yaml", "--form", "symmetric", "--out", "nastran", "--quiet");
  const deck = readFileSync(place.path("nastran/matrices.bdf"), "utf8");
  expect(deck).toContain("$ K2GG=KHAT");
  expect(deck).toContain("DMIG,KHAT,0,6,2,0");
  const cards = deck.split("\n").filter((line) => line.startsWith("*"));
  expect(cards.every((line) => line.length === 56)).toBe(true);
  expect(deck.split("\n").filter((line) => line.startsWith("DMIG*"))).toContain(
    `DMIG*   ${"KHAT".padEnd(16)}${"1".padStart(16)}${"0".padStart(16)}`,
  );

  // Read again, a triangle: what the Matrix Market files have, to the eleven digits of a negative number that fit.
  for (const name of ["M", "K"]) {
    let column = 0;
    let read = 0;
    const entries = readFileSync(place.path(`nastran/${name}.mtx`), "utf8")
      .split("\n")
      .flatMap((line) => (/^\d+ \d+ \S+$/.test(line) ? [line.split(" ").map(Number)] : []))
      .slice(1);
    for (const line of deck.split(`DMIG,${name}HAT,`)[1].split("\nDMIG,")[0].split("\n")) {
      if (line.startsWith("DMIG*")) column = Number(line.slice(24, 40));
      if (!line.startsWith("*")) continue;
      const row = Number(line.slice(8, 24));
      const value = Number(line.slice(40, 56).replace("D", "e"));
      const [, , expected] = entries.find(([i, j]) => (i === row && j === column) || (i === column && j === row)) ?? [];
      expect(Math.abs(value / (expected ?? Number.NaN) - 1)).toBeLessThan(6e-11);
      read++;
    }
    expect(read).toBeGreaterThan(1);
  }
});

test.each([
  [["--beta", "x"], /--beta: found "x"; accepted: a number from 0 to 1/],
  [["--kind", "third-order"], /third-order/],
  [["--step", "3"], /would be unstable/],
])("%j is refused", (words, message) => {
  const { status, stderr } = place.noether("compensate", "two.yaml", "--out", "none", ...words);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});

test("a solid of some thousand unknowns is exported", () => {
  place.write(
    "block.yaml",
    `noether: 1
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [8, 8, 8], element: hex8 } }
    material: { model: linear-elastic, E: 1e6, nu: 0.3, density: 1000 }
    mass: lumped
    supports: [{ on: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } }, fix: [x, y, z] }]
start: { v: [1, 0, 0] }
method: newmark
time: { end: 0.1, step: 0.001 }
`,
  );
  const { status, stderr } = place.noether("compensate", "block.yaml", "--out", "block");
  expect(stderr).not.toMatch(/call stack/);
  expect(status).toBe(0);
});

const PENDULUM = (mass: string, forces: string, method: string, v: string) => `noether: 1
system:
  coordinates: [x, y]
  mass: ${mass}
  potential: 9 - 9*cos(x) + 2*(y - x)^2 + (y - x)^4
  ${forces}
start: { q: [1.2, 0.4], v: ${v} }
method: ${method}
time: { end: 2, step: 0.05 }
`;

test("a nonlinear model goes to a plain Newmark as Rayleigh damping by the tangent", () => {
  place.write(
    "swing.yaml",
    PENDULUM("[2, 1]", "damping: [0.6, 0.3]", "{ name: newmark, beta: 1/12, process: true }", "[0.5, -1]"),
  );
  const { status, stdout } = place.noether(
    "compensate",
    "swing.yaml",
    "--kind",
    "processed",
    "--out",
    "swing",
    "--json",
  );
  expect(status).toBe(0);
  const { rayleigh } = JSON.parse(stdout);
  const [a, h] = [0.3, 0.05];
  expect(rayleigh.tangent).toBeCloseTo((a * h * h) / 12, 15);
  const text = (name: string) => readFileSync(place.path(`swing/${name}`), "utf8");
  expect(text("opensees.tcl")).toContain(`rayleigh ${rayleigh.mass} ${rayleigh.tangent} 0.0 0.0`);
  expect(text("opensees.tcl")).toContain(`set massFactor ${rayleigh.heavier}`);
  // The same in a model file: masses heavier, and −(α M̂ + β K(q)) v with K written out.
  const heavier = [2, 1].map((m) => m * rayleigh.heavier);
  const bend = "(4 + 12*(y - x)^2)";
  const forces = `force: ["-${rayleigh.mass}*${heavier[0]}*vx - ${rayleigh.tangent}*((9*cos(x) + ${bend})*vx - ${bend}*vy)", "-${rayleigh.mass}*${heavier[1]}*vy - ${rayleigh.tangent}*(${bend}*vy - ${bend}*vx)"]`;
  const start = text("start.csv")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",")[2]);
  place.write("there.yaml", PENDULUM(`[${heavier}]`, forces, "{ name: newmark, beta: 1/12 }", `[${start}]`));
  const there = JSON.parse(place.noether("run", "there.yaml", "--json").stdout);
  const here = JSON.parse(place.noether("run", "swing.yaml", "--json").stdout);
  for (const i of [0, 1]) expect(there.q[i]).toBeCloseTo(here.q[i], 11);
});

test("damping that is not in proportion to the mass is written as C and B, without a script", () => {
  place.write(
    "odd.yaml",
    PENDULUM("[2, 1]", "damping: [0.6, 0.1]", "{ name: newmark, beta: 1/12, process: true }", "[0.5, -1]"),
  );
  const { stdout } = place.noether("compensate", "odd.yaml", "--kind", "processed", "--out", "odd");
  expect(stdout).toMatch(/no script for OpenSees is written/);
  expect(stdout).toMatch(/odd\/B\.mtx/);
  expect(stdout).not.toMatch(/opensees/);
  // B = h²/12 C M⁻¹.
  const [, value] = /^1 1 (\S+)$/m.exec(readFileSync(place.path("odd/B.mtx"), "utf8")) ?? [];
  expect(Number(value)).toBeCloseTo((0.05 ** 2 / 12) * 0.3, 15);
  expect(place.noether("compensate", "odd.yaml", "--out", "no").stderr).toMatch(/--kind processed takes it/);
});

test("a generalised-α solver is given M, C, K, its coefficients and its start", () => {
  const { status, stdout } = place.noether(
    "compensate",
    "two.yaml",
    "--kind",
    "period",
    "--rho",
    "1/2",
    "--out",
    "alpha",
    "--json",
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ kind: "period", rho: 0.5, alphaM: 0, gamma: expect.closeTo(5 / 6, 14) });
  for (const name of ["M.mtx", "C.mtx", "K.mtx", "load.csv", "start.csv"]) {
    expect(readFileSync(place.path(`alpha/${name}`), "utf8").length).toBeGreaterThan(20);
  }
});

test("through the kinks of a load another solver is of fourth order, which is said for higher ones", () => {
  place.write(
    "ramp.yaml",
    `noether: 1
system: { matrices: { mass: [2, 1], stiffness: [[3, -1], [-1, 2]] }, force: ["min(t, 1)", 0] }
start: { q: [1, 0], v: [0, 0.5] }
time: { end: 4, step: 0.1 }
`,
  );
  const codes = (kind: string, ...more: string[]) =>
    JSON.parse(
      place.noether("compensate", "ramp.yaml", "--kind", kind, "--out", "ramp", "--force", "--json", ...more).stdout,
    ).notices.map(({ code }: { code: string }) => code);
  expect(codes("sixth-order")).toContain("load-kinks");
  expect(codes("eighth-order")).toContain("load-kinks");
  expect(codes("fourth-order")).not.toContain("load-kinks");
  expect(codes("sixth-order", "--end", "0.9")).not.toContain("load-kinks");
  // Between two steps another solver is of second order.
  expect(codes("fourth-order", "--step", "0.16")).toContain("load-kinks");
  expect(codes("damping", "--step", "0.16")).not.toContain("load-kinks");
  expect(codes("fourth-order", "--step", "0.16", "--end", "0.8")).not.toContain("load-kinks");
});

test("a load that jumps costs the order in another solver, which is said with the times", () => {
  place.write("record.txt", "1 0.8\n1.5 -1\n2 0\n");
  const noticed = (force: string, ...words: string[]): string[] => {
    place.write(
      "jumping.yaml",
      `noether: 1
system: { matrices: { mass: [2, 1], stiffness: [[3, -1], [-1, 2]] }, force: ${force} }
start: { q: [1, 0], v: [0, 0.5] }
time: { end: 4, step: 0.1 }
`,
    );
    const { stdout } = place.noether("compensate", "jumping.yaml", "--out", "jumping", "--force", "--json", ...words);
    return JSON.parse(stdout).notices.map(({ message }: { message: string }) => message);
  };
  const second =
    /^the load jumps at t = 1, where .* of second order after that, not of (\w+)\. Choose a shorter step; noether run /;
  const step = '["if(t < 1, 1, -1)", 0]';
  for (const [kind, order] of [
    ["fourth-order", "fourth"],
    ["sixth-order", "sixth"],
    ["processed", "fourth"],
  ] as const) {
    const [message = "", ...others] = noticed(step, "--kind", kind);
    expect(second.exec(message)?.[1], kind).toBe(order);
    expect(others, kind).toEqual([]);
  }
  // A record that begins off zero; its end at zero and its sample in the middle are kinks.
  const record = "{ groundMotion: { file: record.txt } }";
  expect(noticed(record)).toEqual([expect.stringMatching(second)]);
  expect(noticed(record, "--step", "0.3")).toContainEqual(
    expect.stringMatching(
      /jumps at t = 1, between two steps: .* of first order after that, not of fourth\. Choose a step/,
    ),
  );
  // Of second order before and after; and where a run ends or begins only one side counts.
  expect(noticed(step, "--kind", "damping")).toEqual([]);
  expect(noticed(step, "--end", "1")).toEqual([]);
  expect(noticed(step, "--set", "time.start=1")).toEqual([]);
});

test("rational and coupled forms are exported", () => {
  place.write(
    "free.yaml",
    `noether: 1
system: { matrices: { mass: [2, 1], stiffness: [[3, -1], [-1, 2]] }, force: [cos(t), 0] }
start: { q: [1, 0], v: [0, 0.5] }
time: { end: 4, step: 0.1 }
`,
  );
  const rational = place.noether(
    "compensate",
    "free.yaml",
    "--kind",
    "sixth-order",
    "--form",
    "rational",
    "--out",
    "r",
    "--json",
  );
  expect(JSON.parse(rational.stdout)).toMatchObject({ form: "rational", symmetric: true, processedVelocity: true });
  const words = ["--kind", "coupled-damping", "--gamma", "0.6", "--beta", "0.3025", "--out", "c", "--json"];
  const { changes } = JSON.parse(place.noether("compensate", "two.yaml", ...words).stdout);
  expect(changes.stiffness).toBeGreaterThan(0);
});
