import { describe, expect, test } from "vitest";
import { buildSystem, loadModel } from "../../src/model-file/index.js";
import { abstractScene } from "../../src/scene/abstract.js";
import { contourLines } from "../../src/scene/contours.js";
import { pointsFromLabels } from "../../src/scene/from-labels.js";

const problemOf = (system: string, q: string, more = "") =>
  buildSystem(loadModel(`noether: 1\nsystem:\n${system}\nstart: { q: [${q}] ${more}}\n`)).problem;

const potential = (coordinates: string, V: string, more = "") =>
  `  coordinates: [${coordinates}]\n  mass: 1\n  potential: ${V}\n${more}`;

describe("names of coordinates", () => {
  test.each([
    ["x, y", 2, ["point"]],
    ["x, y, z", 3, ["point"]],
    ["x1, y1, x2, y2", 2, ["1", "2"]],
    ["x1, x2, y1, y2", 2, ["1", "2"]],
    ["sun_x, sun_y, sun_z, moon_x, moon_y, moon_z", 3, ["sun", "moon"]],
  ])("%s are those of points", (labels, dimension, names) => {
    const found = pointsFromLabels(labels.split(", "));
    expect(found?.dimension).toBe(dimension);
    expect(found?.names).toEqual(names);
  });

  test.each(["x", "x, z", "u, w", "x1, y1, x2", "x1, y1, z1, x2, y2", "theta"])("%s are not", (labels) => {
    expect(pointsFromLabels(labels.split(", "))).toBeNull();
  });

  test("coordinates are found where they stand", () => {
    expect([...(pointsFromLabels(["y2", "x1", "y1", "x2"])?.coordinates ?? [])]).toEqual([3, 0, -1, 1, 2, -1]);
  });
});

describe("one coordinate", () => {
  test("is a bead on the curve of V, which reaches to where it turns back", () => {
    const problem = problemOf(potential("u", "u^2/2 + u^4/4"), "1.3");
    const { scene, displacements } = abstractScene(problem);
    const curve = scene.background.find(({ kind }) => kind === "potential")?.points ?? new Float32Array();
    const level = scene.background.find(({ kind }) => kind === "energy")?.points ?? new Float32Array();
    expect(curve[0]).toBeLessThan(-1.3);
    expect(curve[curve.length - 3]).toBeGreaterThan(1.3);
    const out = new Float32Array(3);
    displacements(0, Float64Array.of(1.3), Float64Array.of(0), out);
    expect(out[0]).toBeCloseTo(1.3, 6);
    // All of its energy is potential at the start.
    expect(out[1]).toBeCloseTo(level[1], 5);
    displacements(0, Float64Array.of(0.4), Float64Array.of(0), out);
    const k = curve.findIndex((x, i) => i % 3 === 0 && x >= 0.4);
    const share = (0.4 - curve[k - 3]) / (curve[k] - curve[k - 3]);
    // A chord of a 240th of the width is that close to the curve.
    expect(out[1]).toBeCloseTo(curve[k - 2] + share * (curve[k + 1] - curve[k - 2]), 3);
  });

  test.each([
    ["3*(1 - cos(u))", 0],
    ["-2*sin(u)", Math.PI / 2],
    ["4*cos(u) + 3*sin(u)", Math.atan2(3, 4) + Math.PI],
  ])("is the angle of a pendulum where V is %s", (V, hanging) => {
    const { scene, displacements, velocities } = abstractScene(problemOf(potential("u", V), "0.1"));
    expect(scene.background).toHaveLength(0);
    expect(scene.links.map(({ kind }) => kind)).toEqual(["rod"]);
    const [at, rate] = [new Float32Array(6), new Float32Array(6)];
    for (const angle of [0, 0.7, -2, 3]) {
      displacements(0, Float64Array.of(hanging + angle), Float64Array.of(2), at);
      velocities(0, Float64Array.of(hanging + angle), Float64Array.of(2), rate);
      // Single precision.
      const [x, y, , dx, dy] = [...at.subarray(3), ...rate.subarray(3)];
      expect([x, y]).toEqual([expect.closeTo(Math.sin(angle), 6), expect.closeTo(-Math.cos(angle), 6)]);
      expect([dx, dy]).toEqual([expect.closeTo(2 * Math.cos(angle), 6), expect.closeTo(2 * Math.sin(angle), 6)]);
    }
  });

  test.each(["cos(u) + cos(2*u)/50", "0", "1 - cos(u/2)"])("is none where V is %s", (V) => {
    const { scene } = abstractScene(problemOf(potential("u", V), "0.1"));
    expect(scene.links.flatMap(({ ends }) => [...ends])).toHaveLength(0);
  });

  test("is drawn where the motion went, if that is known", () => {
    const { scene } = abstractScene(problemOf(potential("u", "u/50 - cos(u)"), "0.1"), { least: [-9], most: [12] });
    const [curve] = scene.background.filter(({ kind }) => kind === "potential");
    expect(curve.points[0]).toBeLessThan(-9);
    expect(curve.points[curve.points.length - 3]).toBeGreaterThan(12);
  });

  test("may have a potential that is not defined everywhere, or is not bounded", () => {
    for (const V of ["-1/u + 1/(2*u^2)", "-u^4", "log(u)", "0*u"]) {
      const { scene } = abstractScene(problemOf(potential("u", V), "0.5"));
      for (const { points } of scene.background) expect(points.every(Number.isFinite)).toBe(true);
    }
  });
});

describe("two coordinates", () => {
  test("are a point among contours; that of the energy at the start goes through a point at rest", () => {
    const { scene } = abstractScene(problemOf(potential("a, b", "a^2/2 + 2*b^2"), "1, 0.5"));
    expect(scene.axes).toEqual(["a", "b"]);
    expect(scene.spatial).toBe(false);
    const all = scene.background.filter(({ kind }) => kind === "contour");
    expect(all.length).toBeGreaterThan(5);
    for (const { level, points } of all) {
      for (let i = 0; i < points.length; i += 3) {
        // Linear between the nodes of a grid of 96 cells.
        expect(points[i] ** 2 / 2 + 2 * points[i + 1] ** 2).toBeCloseTo(level, 2);
      }
    }
    const [energy] = scene.background.filter(({ kind }) => kind === "energy");
    expect(energy.level).toBeCloseTo(1, 12);
  });
});

describe("constraints", () => {
  const rods = (system: string, q: string) => {
    const { scene } = abstractScene(problemOf(system, q));
    const { ends = new Uint32Array() } = scene.links.find(({ kind }) => kind === "rod") ?? {};
    return { scene, ends: [...ends] };
  };

  test("that hold distances are rods", () => {
    const constraints = `  constraints: ["x1^2 + y1^2 - 1", "sqrt((x2 - x1)^2 + (y2 - y1)^2) - 1"]`;
    const { scene, ends } = rods(potential("x1, y1, x2, y2", "9.81*(y1 + y2)", constraints), "1, 0, 2, 0");
    expect(ends).toEqual([0, 1, 2, 1]);
    expect([...scene.rest.subarray(0, 3)]).toEqual([0, 0, 0]);
    expect([...scene.supports.points]).toEqual([0]);
  });

  test("may hold a point at a distance from any place, in space too", () => {
    const constraints = `  constraints: ["(x - 1)^2 + (y + 2)^2 + (z - 3)^2 - 4"]`;
    const { scene, ends } = rods(potential("x, y, z", "z", constraints), "1, -2, 5");
    expect(ends).toEqual([0, 1]);
    expect([...scene.rest.subarray(0, 3)].map((x) => Number(x.toFixed(6)))).toEqual([1, -2, 3]);
  });

  test.each(["y - x^2", "x^2 + 4*y^2 - 1", "x - y"])("%s is no rod", (constraint) => {
    const { ends } = rods(potential("x, y", "y", `  constraints: ["${constraint}"]`), "0.5, 0.25");
    expect(ends).toEqual([]);
  });
});

describe("springs in V", () => {
  const springs = (coordinates: string, V: string, q: string) => {
    const { scene } = abstractScene(problemOf(potential(coordinates, V), q));
    const { ends = new Uint32Array() } = scene.links.find(({ kind }) => kind === "spring") ?? {};
    return { scene, ends: [...ends] };
  };
  const spring = (k: number, l: number, square: string) => `${k}/2*(sqrt(${square}) - ${l})^2`;

  test("join two points, and hang one on a place", () => {
    const V = `${spring(100, 1, "x1^2 + y1^2")} + ${spring(80, 0.5, "(x2 - x1)^2 + (y2 - y1)^2")} + 9.81*(y1 + y2)`;
    const { scene, ends } = springs("x1, y1, x2, y2", V, "1, -0.2, 1.9, 0.2");
    expect(ends).toEqual([0, 1, 1, 2]);
    expect([...scene.rest.subarray(0, 3)]).toEqual([0, 0, 0]);
  });

  test("hang one point that has a weight; without it there are contours", () => {
    const V = spring(30, 1, "(x - 2)^2 + (y - 1)^2");
    const { scene, ends } = springs("x, y", `${V} + 9.81*y`, "2.1, -0.6");
    expect(ends).toEqual([0, 1]);
    // The start and two places beside it, in double precision.
    expect([...scene.rest.subarray(0, 3)].map((x) => Number(x.toFixed(4)))).toEqual([2, 1, 0]);
    const bare = springs("x, y", V, "2.1, -0.6");
    expect(bare.ends).toEqual([]);
    expect(bare.scene.background.length).toBeGreaterThan(0);
  });

  test.each([
    ["y", "x, y", [0.2, -1.1]],
    ["-y", "−x, −y", [-0.2, 1.1]],
    ["x", "−y, x", [1.1, 0.2]],
    ["-x", "y, −x", [-1.1, -0.2]],
    // Along no axis, and no weight at all.
    ["(x + y)", "x, y", [0.2, -1.1]],
  ])("weights pull downwards: %s", (height, axes, [across, up]) => {
    const V = `${spring(100, 1, "x1^2 + y1^2")} + ${spring(80, 0.5, "(x2 - x1)^2 + (y2 - y1)^2")}`;
    const weights = height.replaceAll("x", "(x1 + 3*x2)").replaceAll("y", "(y1 + 3*y2)");
    const problem = problemOf(potential("x1, y1, x2, y2", `${V} + 9.81*${weights}`), "0.2, -1.1, 0.5, -1.4");
    const { scene, displacements, velocities } = abstractScene(problem);
    expect(scene.axes.join(", ")).toBe(axes);
    const out = new Float32Array(scene.rest.length);
    displacements(0, problem.q0, problem.v0, out);
    expect([...out.subarray(3, 5)].map((x) => Number(x.toFixed(6)))).toEqual([across, up]);
    velocities(0, problem.q0, problem.q0, out);
    expect([...out.subarray(3, 5)].map((x) => Number(x.toFixed(6)))).toEqual([across, up]);
    // What is drawn along each direction belongs to the coordinate of that name.
    const first = axes.includes("y, ") || axes.startsWith("−y") ? 1 : 0;
    expect([...scene.coordinates.subarray(3, 6)]).toEqual([first, 1 - first, -1]);
  });

  test("of bars with Green's strain too", () => {
    const V = "3000/8*((x^2 + y^2 - 1)/1)^2 + 10*y";
    expect(springs("x, y", V, "1.1, 0").ends).toEqual([0, 1]);
  });

  test.each([
    ["gravity", "x1, y1, x2, y2", "-1/sqrt((x2 - x1)^2 + (y2 - y1)^2)", "1, 0, -1, 0.3"],
    ["a field of force", "x, y", "(x^2 + y^2)/2 + x^2*y - y^3/3", "0, 0.1"],
    ["a coupling that is no distance", "x1, y1, x2, y2", "x1*y2 + x1^2 + y1^2 + x2^2 + 3*y2^2", "1, 0, -1, 0.3"],
  ])("%s is none", (_, coordinates, V, q) => {
    expect(springs(coordinates, V, q).ends).toEqual([]);
  });
});

describe("many coordinates", () => {
  const chain = `  matrices:
    mass: [1, 1, 1]
    stiffness: [[2, -1, 0], [-1, 2, -1], [0, -1, 1]]`;

  test("stand above one another, joined where they act on one another", () => {
    const problem = problemOf(chain, "0.1, 0.2, 0.3");
    const { scene, displacements } = abstractScene(problem);
    expect([...scene.links[0].ends]).toEqual([0, 1, 1, 2, 2, 3]);
    expect(scene.names).toEqual(["fixed point", "q0", "q1", "q2"]);
    const out = new Float32Array(12);
    displacements(0, problem.q0, problem.v0, out);
    expect(out.filter((_, i) => i % 3 === 0)).toEqual(Float32Array.of(0, 0.1, 0.2, 0.3));
    expect(scene.rest[10]).toBe(3);
  });

  test("without mass follow the others", () => {
    const light = chain.replace("[1, 1, 1]", "[1, 0, 1]");
    const problem = problemOf(light, "0.1, 0, 0.3");
    const { scene, displacements } = abstractScene(problem);
    const out = new Float32Array(scene.rest.length);
    displacements(0, problem.q0, problem.v0, out);
    expect(out[3 * scene.names.indexOf("q1") + 1]).toBeCloseTo(0.2, 7);
  });

  test("that act on others than their neighbours are bars as long as their values", () => {
    const problem = problemOf(
      chain.replace("[2, -1, 0]", "[2, -1, -0.5]").replace("[0, -1, 1]", "[-0.5, -1, 2]"),
      "0.1, 0.2, 0.3",
    );
    const { scene, displacements, values } = abstractScene(problem);
    expect(scene.links).toEqual([]);
    expect(scene.axes).toEqual(["coordinate", "value"]);
    const out = new Float32Array(scene.rest.length);
    displacements(0, problem.q0, problem.v0, out);
    const { start, points } = scene.members;
    for (const [i, value] of [0.1, 0.2, 0.3].entries()) {
      const [foot, end] = points.subarray(start[i], start[i + 1]);
      expect(scene.names[end]).toBe(`q${i}`);
      expect([scene.rest[3 * foot], scene.rest[3 * end]]).toEqual([i + 1, i + 1]);
      expect(out[3 * foot + 1]).toBe(0);
      // Single precision.
      expect(out[3 * end + 1]).toBeCloseTo(value, 7);
    }
    // A field of a point is that of its coordinate.
    const speed = new Float32Array(scene.rest.length / 3);
    values(
      scene.fields.findIndex(({ name }) => name === "speed"),
      0,
      problem.q0,
      Float64Array.of(1, 2, 3),
      speed,
    );
    expect([...speed.subarray(0, 3)]).toEqual([1, 2, 3]);
  });
});

describe("contours", () => {
  const grid = (f: (x: number, y: number) => number) => {
    const at = (k: number) => -2 + (4 * k) / 40;
    const values = Float64Array.from({ length: 41 * 41 }, (_, n) => f(at(n % 41), at(Math.floor(n / 41))));
    return { columns: 41, rows: 41, x: at, y: at, values };
  };

  test("of a circle are one closed line", () => {
    const lines = contourLines(
      grid((x, y) => x * x + y * y),
      1,
    );
    expect(lines).toHaveLength(1);
    const [line] = lines;
    expect(line.slice(-2)).toEqual(line.slice(0, 2));
    for (let i = 0; i < line.length; i += 2) expect(Math.hypot(line[i], line[i + 1])).toBeCloseTo(1, 2);
  });

  test("of a saddle are two lines that do not cross", () => {
    const lines = contourLines(
      grid((x, y) => x * y),
      0.25,
    );
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const sign = Math.sign(line[0]);
      for (let i = 0; i < line.length; i += 2) expect(Math.sign(line[i])).toBe(sign);
    }
  });

  test("leave out what is not a number", () => {
    const lines = contourLines(
      grid((x, y) => (x < 0 ? Number.NaN : x * x + y * y)),
      1,
    );
    expect(lines).toHaveLength(1);
    expect(lines[0].every(Number.isFinite)).toBe(true);
    expect(
      contourLines(
        grid(() => Number.NaN),
        0,
      ),
    ).toEqual([]);
  });
});
