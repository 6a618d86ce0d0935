import { existsSync, readFileSync, statSync } from "node:fs";
import { decodeResultCsv, decodeResultJson } from "noether/formats";
import { describe, expect, test } from "vitest";
import { workplace } from "../program.js";

const { write, noether, path } = workplace();
const content = (name: string) => readFileSync(path(name), "utf8");

write(
  "pendulum.yaml",
  `noether: 1
name: Pendulum
units: { time: s }
system:
  coordinates: [angle]
  parameters: { g: 9.81 }
  mass: 1
  potential: g*(1 - cos(angle))
start: { q: [2], v: [0.5] }
method: midpoint
time: { end: 2, step: 0.01 }
record: { every: 10, probes: { height: 1 - cos(angle) } }
`,
);

describe("--json", () => {
  test("prints the document of the contract and nothing else", () => {
    const { status, stdout, stderr } = noether("run", "pendulum.yaml", "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual([
      "name",
      "method",
      "status",
      "notices",
      "steps",
      "t",
      "q",
      "v",
      "invariants",
      "ledger",
      "step",
      "work",
      "seconds",
    ]);
    expect(document).toMatchObject({
      name: "Pendulum",
      method: { name: "midpoint" },
      status: "completed",
      steps: 200,
      t: 2,
      step: { mean: 0.01, min: 0.01, max: 0.01 },
    });
    expect(Object.keys(document.invariants[0])).toEqual(["name", "initial", "final", "min", "max"]);
    expect(Object.keys(document.ledger)).toEqual([
      "kinetic",
      "potential",
      "work",
      "dissipation",
      "algorithmic",
      "residual",
    ]);
    expect(Object.keys(document.work)).toEqual(["gradients", "tangents", "factorizations", "iterations"]);
  });

  test("of a large factor reports its size, and the memory to people", () => {
    write(
      "block.yaml",
      `noether: 1
system:
  solid:
    mesh: { box: { size: [2, 1, 1], cells: [12, 6, 6], element: hex8 } }
    material: { model: linear-elastic, E: 1, nu: 0.3, density: 1 }
    supports: [{ on: left, fix: [x, y, z] }]
start: { v: [0, 0, X] }
method: newmark
time: { steps: 1, step: 0.5 }
`,
    );
    const { work } = JSON.parse(noether("run", "block.yaml", "--json").stdout);
    expect(work.fill).toBeGreaterThan(100_000);
    expect(noether("run", "block.yaml").stdout).toMatch(/factor: [\d,]+ entries; peak memory [\d.]+ GB/);
  });

  test("of a method with its own steps reports them", () => {
    const { step, method } = JSON.parse(noether("run", "pendulum.yaml", "--json", "--method", "dop853").stdout);
    expect(method).toEqual({ name: "dop853", tolerance: 1e-10, summation: "compensated" });
    expect(step.min).toBeLessThan(step.max);
  });

  test("such a method has a ledger at recorded times where nothing does work", () => {
    const columns = (...words: string[]) => {
      expect(
        noether("run", "pendulum.yaml", "--method", "dop853", "--out", "own.csv", "--force", ...words).status,
      ).toBe(0);
      return decodeResultCsv(content("own.csv")).header.columns;
    };
    expect(columns()).toContain("ledger.algorithmic");
    expect(columns("--set", "system.damping=0.1")).not.toContain("ledger.algorithmic");
  });

  test("leaves q and v out above 100 unknowns, unless --state asks for them", () => {
    write(
      "chain.yaml",
      "noether: 1\nsystem: { model: spring-chain, with: { masses: 101 } }\nmethod: central-difference\n",
    );
    const without = JSON.parse(
      noether("run", "chain.yaml", "--json", "--set", "time={ steps: 2, step: 0.001 }").stdout,
    );
    expect(without).not.toHaveProperty("q");
    const words = ["run", "chain.yaml", "--json", "--state", "--set", "time={ steps: 2, step: 0.001 }"];
    expect(JSON.parse(noether(...words).stdout).q).toHaveLength(101);
  });
});

test("options override the model, and expressions are numbers", () => {
  const words = [
    "--method",
    "newmark(beta=1/6, gamma=1/2)",
    "--step",
    "1/50",
    "--end",
    "1",
    "--set",
    "system.parameters.g=1",
  ];
  const document = JSON.parse(noether("run", "pendulum.yaml", "--json", ...words).stdout);
  expect(document.method).toMatchObject({ name: "newmark", beta: 1 / 6, gamma: 1 / 2 });
  expect(document).toMatchObject({ steps: 50, t: 1 });
  expect(document.invariants[0].initial).toBeCloseTo(0.125 + 1 - Math.cos(2), 12);
});

test("a condition stops the run", () => {
  const document = JSON.parse(noether("run", "pendulum.yaml", "--json", "--set", "stop=angle < 1").stdout);
  expect(document.status).toBe("stopped");
  expect(document.q[0]).toBeLessThan(1);
});

describe("--out", () => {
  test("keeps every so many frames with all their columns", () => {
    expect(noether("run", "pendulum.yaml", "--out", "p.csv").status).toBe(0);
    const { header, data, summary } = decodeResultCsv(content("p.csv"));
    expect(header.columns).toEqual([
      ...["t", "q.angle", "v.angle", "energy"],
      ...["kinetic", "potential", "work", "dissipation", "algorithmic", "residual"].map((part) => `ledger.${part}`),
      "probe.height",
    ]);
    expect([...(data[0] ?? [])]).toEqual(Array.from({ length: 21 }, (_, i) => 10 * i * 0.01));
    const height = data[10]?.map((x, i) => x - (1 - Math.cos(data[1]?.[i] ?? 0)));
    expect(Math.max(...(height ?? []).map(Math.abs))).toBeLessThan(1e-15); // 4 ulp of a number up to 2
    expect(summary).toMatchObject({ status: "completed", steps: 200 });
    expect(header).toMatchObject({ name: "Pendulum", version: "0.1.0", units: { time: "s" }, labels: ["angle"] });
    expect(header.citations[0]).toMatch(/^\[\w+\] /);
  });

  test("the same run writes the same bytes", () => {
    expect(noether("run", "pendulum.yaml", "--out", "a.json").status).toBe(0);
    expect(noether("run", "pendulum.yaml", "--out", "b.json").status).toBe(0);
    expect(content("a.json")).toBe(content("b.json"));
  });

  test("a result is run again from what it carries", () => {
    const words = ["--step", "0.02", "--quiet"];
    expect(noether("run", "pendulum.yaml", "--out", "first.json", ...words).status).toBe(0);
    expect(noether("run", "first.json", "--out", "again.json").status).toBe(0);
    expect(content("again.json")).toBe(content("first.json"));
    expect(decodeResultJson(content("again.json")).data[0]).toHaveLength(11);
  });

  test("quantities are chosen in the model", () => {
    const words = ["--set", "record={ quantities: [q] }", "--out", "q.csv"];
    expect(noether("run", "pendulum.yaml", ...words).status).toBe(0);
    expect(decodeResultCsv(content("q.csv")).header.columns).toEqual(["t", "q.angle"]);
  });
});

describe("--plot", () => {
  test("draws SVG and PNG", () => {
    expect(noether("run", "pendulum.yaml", "--plot", "run.svg", "--out", "run.h5").status).toBe(0);
    expect(content("run.svg")).toMatch(/^<svg /);
    expect(noether("run", "pendulum.yaml", "--plot", "run.png").status).toBe(0);
    expect(readFileSync(path("run.png")).subarray(1, 4).toString()).toBe("PNG");
  });

  test("and noether plot draws the same from the result", () => {
    expect(noether("run", "pendulum.yaml", "--plot", "now.svg", "--out", "now.csv").status).toBe(0);
    expect(noether("plot", "now.csv", "--out", "later.svg")).toMatchObject({ status: 0, stdout: "later.svg\n" });
    expect(content("later.svg")).toBe(content("now.svg"));
    expect(noether("plot", "now.csv", "--kind", "phase", "--out", "phase.png", "--quiet").stdout).toBe("");
    expect(statSync(path("phase.png")).size).toBeGreaterThan(1000);
  });
});

test("for people there is text", () => {
  const { status, stdout, stderr } = noether("run", "pendulum.yaml");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^Pendulum: midpoint\ncompleted at t = 2 after 200 steps, /);
  expect(stdout).toMatch(/^energy +\d/m);
});

describe("a computation that fails", () => {
  write(
    "cliff.yaml",
    `noether: 1
system: { coordinates: [height], mass: 1, potential: -height^4 }
start: { q: [1], v: [1] }
method: rk4
time: { end: 10, step: 0.01 }
`,
  );

  test("keeps what was computed, says where and why, and exits 1", () => {
    const { status, stderr, stdout } = noether("run", "cliff.yaml", "--out", "cliff.csv", "--json");
    expect(status).toBe(1);
    expect(stderr).toMatch(/gains energy that nothing explains: between t = 0\.\d+ and t = 0\.\d+/);
    expect(stderr).toMatch(/Try a smaller step \(half of it is 0\.005\)/);
    expect(stderr).toMatch(/What was computed until then is in cliff\.csv/);
    const document = JSON.parse(stdout);
    expect(document.status).toBe("failed");
    expect(document.failure).toMatchObject({ kind: "growth" });
    const { data, summary } = decodeResultCsv(content("cliff.csv"));
    expect(summary).toMatchObject({ status: "failed" });
    expect(data[0]).toHaveLength(document.steps + 1);
    expect(data.slice(0, 3).every((column) => column.every(Number.isFinite))).toBe(true);
  });

  test("Newton's failure names the degree of freedom and the term", () => {
    // At the midpoint x the step asks for x = −3/2 − 3/4 x², which no number solves.
    const start = ["--set", "system.potential=height^3", "--set", "start={ q: [-1], v: [-1] }"];
    const { status, stderr } = noether("run", "cliff.yaml", "--method", "midpoint", "--step", "1", ...start);
    expect(status).toBe(1);
    expect(stderr).toMatch(/Newton's iteration did not converge in step \d+.*\n*.*"height"/);
    expect(stderr).toMatch(/largest term is the/);
  });
});

test("compare: one table, one figure", () => {
  const words = ["--methods", "midpoint, newmark(beta=1/6),rk4", "--plot", "compare.svg"];
  const { status, stdout } = noether("compare", "pendulum.yaml", ...words);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^midpoint .*\nnewmark\(beta=1\/6\) .*\nrk4 /m);
  expect(content("compare.svg")).toMatch(/^<svg /);
  const documents = JSON.parse(noether("compare", "pendulum.yaml", "--methods", "midpoint,rk4", "--json").stdout);
  expect(documents.map(({ method }: { method: { name: string } }) => method.name)).toEqual(["midpoint", "rk4"]);
});

test("certify: claims measured on the model", () => {
  const { status, stdout } = noether("certify", "pendulum.yaml", "--json", "--plot", "order.svg");
  const { method, findings } = JSON.parse(stdout);
  expect(method).toEqual({ name: "midpoint", tolerance: 0, summation: "compensated" });
  const verdicts = new Map(findings.map(({ property, verdict }: Record<string, string>) => [property, verdict]));
  expect(verdicts.get("order")).toBe("holds");
  expect(verdicts.get("symplectic")).toBe("holds");
  expect(verdicts.get("energy")).toBe("holds");
  expect(status).toBe(0);
  expect(content("order.svg")).toMatch(/^<svg /);
  // Every number behind a verdict, and none that is missing.
  const symplectic = findings.find(({ property }: Record<string, string>) => property === "symplectic");
  for (const { step, defect, bound } of symplectic.evidence.defects[0].points) {
    for (const value of [step, defect, bound]) expect(Number.isFinite(value)).toBe(true);
  }
});

describe("check", () => {
  test("validates without running", () => {
    expect(noether("check", "pendulum.yaml").stdout).toMatch(/^pendulum\.yaml: Pendulum \(nonlinear, 1 unknowns\)/);
    expect(existsSync(path("pendulum.yaml.checkpoint"))).toBe(false);
  });

  test("prints the schema for editors", () => {
    const schema = JSON.parse(noether("check", "--schema").stdout);
    expect(schema.properties).toHaveProperty("system");
  });
});

test("dissipation beyond all energy that there was is a notice: a dashpot that dies away within a step", () => {
  const model = (c: number) =>
    `noether: 1
system:
  coordinates: [x, y]
  matrices: { mass: [1, 1], damping: [[${c}, 0], [0, 0.1]], stiffness: [[2, -1], [-1, 2]] }
start: { q: [1, 0.5], v: [3, 0] }
time: { end: 10, step: 0.1 }
method: { name: generalized-alpha }
`;
  write("stiff.yaml", model(1000));
  write("soft.yaml", model(1));
  const codes = (...words: string[]) =>
    JSON.parse(noether("run", ...words, "--json").stdout).notices.map(({ code }: { code: string }) => code);
  expect(codes("stiff.yaml")).toEqual(["unresolved-damping"]);
  // Its books are right; but it turns the velocity around in every step, −0.96 times, where it should be gone.
  expect(codes("stiff.yaml", "--method", "newmark")).toEqual(["unresolved-motion"]);
  expect(codes("soft.yaml")).toEqual([]);
});

test("displacements that a linear body is not computed for are a notice, which tells when", () => {
  const model = (force: number, material = "linear-elastic") =>
    `noether: 1
system:
  solid:
    mesh: { box: { size: [1, 0.1, 0.1], cells: [8, 1, 1], element: hex8 } }
    material: { model: ${material}, E: 1e6, nu: 0.3, density: 1000 }
    supports: [{ on: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } }, fix: all }]
    loads: [{ on: { plane: { point: [1, 0, 0], normal: [1, 0, 0] } }, force: [0, 0, ${force}] }]
time: { end: 1.6, step: 0.02 }
method: midpoint
`;
  write("bent.yaml", model(-10));
  write("straight.yaml", model(-0.1));
  write("turning.yaml", model(-1, "st-venant-kirchhoff"));
  const notices = (name: string) => JSON.parse(noether("run", name, "--json").stdout).notices;
  // F L²/(2EI) = 0.6 at rest, twice that when the force is put on at once, and less with elements as few as these, which are too stiff.
  expect(notices("bent.yaml")).toMatchObject([
    {
      code: "large-displacements",
      message: expect.stringMatching(/^at t = \d.* by (0\.[4-9]\d?|1\.[0-2]) of their distance/),
    },
  ]);
  expect(notices("straight.yaml")).toEqual([]);
  expect(notices("turning.yaml")).toEqual([]);
});

test("a motion that the steps do not follow is a notice, whatever its energy does", () => {
  const model = (step: number) =>
    `noether: 1
system: { coordinates: [x, y], mass: 1, potential: 5000*x^2 + y^2 }
start: { q: [1, 0.5], v: [0, 0] }
time: { steps: 1000, step: ${step} }
method: midpoint
`;
  const notices = (step: number, method: string) => {
    write("swinging.yaml", model(step));
    return JSON.parse(noether("run", "swinging.yaml", "--method", method, "--json").stdout).notices;
  };
  // ω = 100: a step of 0.1 is one and a half periods, one of 0.02 two radians, one of 0.005 half of one.
  const [notice] = notices(0.1, "newmark");
  expect(notice.code).toBe("unresolved-motion");
  // ω² = (5000 + 0.5 · 0.5²)/(0.5 + 0.5 · 0.5²): the slow one has a fifth of the amplitudes' squares.
  expect(Number(/period of about ([\d.]+)/.exec(notice.message)?.[1])).toBeCloseTo((2 * Math.PI) / Math.sqrt(8000), 2);
  expect(notices(0.005, "newmark")).toEqual([]);
  expect(notices(0.015, "gauss")).toEqual([]);
  expect(notices(0.1, "gauss")).toMatchObject([{ code: "unresolved-motion" }]);
});
