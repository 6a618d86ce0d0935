import { describe, expect, test } from "vitest";
import type { Body } from "../../../src/mesh/body.js";
import { box } from "../../../src/mesh/generate/box.js";
import { building } from "../../../src/mesh/generate/building.js";
import { bodyPicture } from "../../../src/report/figures/body.js";
import { bodyRunFigure } from "../../../src/report/figures/body-run.js";
import { svgOf } from "../../../src/report/svg.js";

/** A mesh that moves as told: q holds one number, the size of the displacement along `direction`. */
function moving(mesh: Body["mesh"], direction: number, stressed: boolean): Body {
  const displacement = {
    name: "displacement",
    on: "nodes" as const,
    components: ["x", "y", "z"],
    evaluate: (_t: number, q: Float64Array, _v: Float64Array, out: Float64Array) =>
      out.forEach((_, i) => {
        out[i] = i % 3 === direction ? q[0] : 0;
      }),
  };
  const stress = {
    name: "von-mises",
    on: "nodes" as const,
    components: [],
    evaluate: (_t: number, _q: Float64Array, _v: Float64Array, out: Float64Array) =>
      out.forEach((_, i) => {
        out[i] = mesh.points[3 * i];
      }),
  };
  return { mesh, linear: true, fields: stressed ? [displacement, stress] : [displacement] };
}

const at = (t: number, x: number) => ({ t, q: Float64Array.of(x), v: new Float64Array(1) });

describe("a picture of a body", () => {
  const cube = moving(box({ size: [1, 1, 1], cells: [2, 2, 2] }), 2, true);

  test("shows three sides of a cube, and where it was", () => {
    const { picture } = bodyPicture(cube, [at(0, 0), at(1, 0.2)]);
    const outlines = picture.areas.filter(({ value }) => value === null);
    expect(outlines).toHaveLength(3 * 4);
    expect(picture.lines.every(({ style }) => style === "rest")).toBe(true);
    // Twelve edges of two cells each.
    expect(picture.lines).toHaveLength(24);
    expect(picture.title).toBe("Body at t = 1");
    expect(picture.scale).toEqual({ label: "von Mises", least: 0, most: expect.closeTo(1, 0) });
  });

  test("magnifies small displacements, by a round number, and says so", () => {
    const { note } = bodyPicture(cube, [at(0, 0), at(1, 3e-4)]);
    expect(note).toBe("Displacements are drawn 200 times as large.");
    expect(bodyPicture(cube, [at(0, 0.3)]).note).toBeUndefined();
  });

  test("shows a body that travels on its way, which it shortens", () => {
    const { picture, note } = bodyPicture(
      cube,
      [0, 1, 2, 3, 4].map((t) => at(t, 15 * t)),
    );
    expect(picture.title).toBe("Body at t = 0, 1, 2, 3, 4");
    expect(note).toBe("The body's way is drawn 10 times shorter than it was.");
    expect(picture.areas.filter(({ value }) => value === null)).toHaveLength(5 * 12);
  });

  test("stands side by side where it would hide itself", () => {
    // It falls by less than its height.
    const { picture, note } = bodyPicture(
      cube,
      [0, 1, 2].map((t) => at(t, -0.4 * t)),
    );
    expect(note).toBe("It is drawn side by side; only up and down it is where it was.");
    const outlines = picture.areas.filter(({ value }) => value === null);
    const reaches = [0, 1, 2].map((k) => outlines.slice(12 * k, 12 * (k + 1)).flatMap(({ x }) => x));
    for (const k of [1, 2]) expect(Math.min(...reaches[k])).toBeGreaterThan(Math.max(...reaches[k - 1]));
    const heights = [0, 1, 2].map((k) => Math.max(...outlines.slice(12 * k, 12 * (k + 1)).flatMap(({ y }) => y)));
    expect(heights[1]).toBeLessThan(heights[0]);
  });

  test("draws members as lines", () => {
    const frame = moving(building({ bays: [5], storeys: [3] }), 0, false);
    const { picture } = bodyPicture(frame, [at(0, 0.5)]);
    expect(picture.areas).toEqual([]);
    expect(picture.lines.map(({ style }) => style)).toEqual(["rest", "rest", "rest", "body", "body", "body"]);
    expect(picture.scale).toBeNull();
  });

  test("colours members by the bending moment, which changes sign on the way", () => {
    const { mesh, fields } = moving(building({ bays: [5], storeys: [3] }), 0, false);
    const forces = {
      name: "section-forces",
      on: "elements" as const,
      components: ["N-from", "V-from", "M-from", "N-to", "V-to", "M-to"],
      evaluate: (_t: number, _q: Float64Array, _v: Float64Array, out: Float64Array) => {
        for (let m = 0; m < 3; m++) out.set([9, 9, -4, 9, 9, 2], 6 * m);
      },
    };
    const turns = { ...fields[0], name: "rotation" };
    const { picture } = bodyPicture({ mesh, linear: true, fields: [...fields, turns, forces] }, [at(0, 0.5)]);
    const values = picture.lines.flatMap(({ value }) => (value === null ? [] : [value]));
    // Twelve pieces of each member, by the larger moment of their ends: from 4 down to 0 and up to 2.
    expect(values).toHaveLength(36);
    expect(picture.scale).toEqual({ label: "moment", least: 0, most: 4 });
    expect(Math.min(...values)).toBeCloseTo(0.5, 12);
    expect(values[11]).toBeCloseTo(2, 12);
  });

  test("stands beside the panels of its run", async () => {
    const time = { name: "t", role: "time" as const, values: Float64Array.of(0, 1, 2) };
    const tip = { name: "tip", role: "probe" as const, values: Float64Array.of(0, 0.1, 0) };
    const svg = await svgOf(bodyRunFigure([time, tip], cube, [at(1, 0.2)], "Cube"));
    expect(svg).toContain("Probes");
    expect(svg).toContain("von Mises");
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });
});
