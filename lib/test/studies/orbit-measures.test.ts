import { expect, test } from "vitest";
import { lyapunovIndicator } from "../../src/analysis/lyapunov.js";
import { yoshida } from "../../src/methods/yoshida.js";
import { henonHeiles } from "../../src/models/oscillators/henon-heiles.js";
import { loadStudy, prepareStudy } from "../../src/studies/index.js";

const study = (measure: string, method = "{ name: yoshida, order: 4 }") => `noether: 1
study:
  model:
    noether: 1
    system:
      coordinates: [x, y]
      parameters: { energy: 1/8, y0: 0.1 }
      mass: 1
      potential: (x^2 + y^2)/2 + x^2*y - y^3/3
    start: { q: [0, y0], v: [sqrt(2*energy - y0^2 + 2/3*y0^3), 0] }
    method: ${method}
    time: { end: 60, step: 0.1 }
  vary: { y0: [0.1, -0.25] }
  measure:
    ${measure}
`;

function rowsOf(text: string) {
  const { bundle, count, caseAt, columns } = loadStudy(text, { file: "study.yaml" });
  const prepared = prepareStudy(bundle);
  const rows = Array.from({ length: count }, (_, i) => prepared.run(caseAt(i)));
  const names = columns.map(({ name }) => name);
  return { names, at: (row: number, name: string) => rows[row].values[names.indexOf(name)] };
}

test("sections are columns, one a quantity and crossing; crossings that did not happen are missing", () => {
  const { names, at } = rowsOf(study("cut: { section: { surface: x, of: [y, vy, x], crossings: 12 } }"));
  expect(names.filter((name) => name.startsWith("cut."))).toHaveLength(36);
  expect(names.slice(2, 6)).toEqual(["cut.y.1", "cut.vy.1", "cut.x.1", "cut.y.2"]);
  for (const row of [0, 1]) {
    // The surface is where x vanishes, to rounding; the periods are about 2π, so that 60 have eight or nine crossings.
    expect(Math.abs(at(row, "cut.x.1") as number)).toBeLessThan(1e-15);
    expect(at(row, "cut.y.8")).toBeTypeOf("number");
    expect(at(row, "cut.y.12")).toBeNull();
    expect(at(row, "outcome")).toBe("completed");
  }
  expect(at(0, "cut.y.1")).not.toBe(at(1, "cut.y.1"));
});

test("the indicator of chaos is that of the library, and other measures can use it", () => {
  const { at } = rowsOf(study("m: { lyapunov: megno }\n    l: { lyapunov: exponent, unit: 1/s }\n    twice: 2*l"));
  const problem = henonHeiles({ energy: 1 / 8, y: -0.25, vy: 0 });
  const found = lyapunovIndicator(problem, yoshida({ order: 4 }), { time: { step: 0.1, steps: 600 } });
  // The same motion by another way to the gradient: an expression, and code by hand. Nearby orbits have grown apart by e⁵ at most.
  expect(at(1, "m")).toBeCloseTo(found.megno, 5);
  expect(at(1, "l")).toBeCloseTo(found.exponent, 6);
  expect(at(1, "twice")).toBe(2 * (at(1, "l") as number));
});

test("what is wrong is said with its place", () => {
  const refused = (measure: string, method?: string) => () => loadStudy(study(measure, method), { file: "study.yaml" });
  expect(refused("m: { lyapunov: megno }", "{ name: dop853, tolerance: 1e-9 }")).toThrow(
    /study\.yaml:\d+:\d+: study\.measure\.m\.lyapunov: dop853 chooses its own steps/,
  );
  expect(refused("m: { lyapunov: speed }")).toThrow(/study\.yaml:15:\d+: study\.measure\.m\.lyapunov/);
  expect(refused("c: { section: { surface: z, of: [y] } }")).toThrow(
    /study\.yaml:15:\d+: study\.measure\.c\.section\.surface/,
  );
  expect(refused("c: { section: { surface: x, of: [y, w] } }")).toThrow(/study\.measure\.c\.section\.of\[1\]/);
  expect(refused("c: { section: { surface: x, of: [] } }")).toThrow(/is empty/);
  expect(refused("c: { section: { surface: x, of: [y], crossings: 0 } }")).toThrow(/crossings: found 0/);
  expect(refused("c: { section: { surface: x, of: [y] }, lyapunov: megno }")).toThrow(/one of them/);
});
