import { Resvg } from "@resvg/resvg-js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Figure, figureJson, type Panel, type Series, type Values, withNotices } from "../../src/report/figure.js";
import { svgOf } from "../../src/report/svg.js";

const panel = (series: readonly Series[], more: Partial<Panel> = {}): Panel => ({
  title: "Motion",
  shape: "wide",
  x: { label: "t", unit: "s", scale: "linear" },
  y: { label: "x", unit: "m", scale: "linear" },
  series,
  ...more,
});
const line = (name: string, x: Values, y: Values, colour = 0): Series => ({
  name,
  x,
  y,
  style: "line",
  colour,
});
const texts = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, words]) => words.replace(/<[^>]*>/g, " ").trim());
const places = (svg: string) =>
  [...svg.matchAll(/ (?:d|x|y|[xy][12]|c[xy]|transform)="([^"]*)"/g)].map(([, place]) => place);

const everything: Figure = {
  title: 'Everything < once & "quoted"',
  panels: [
    panel(
      [
        line("x", [0, 1, 2, 3], [0, 1, 0.5, -1]),
        { ...line("y", [0, 1, 2, 3], [1, 0, Number.NaN, 0.5], 1), style: "steps", dash: "dashed" },
        { ...line("z", [0, 1, 2, 3], [0.2, 0.1, 0.4, 0.3], 2), style: "points" },
      ],
      {
        annotations: [
          { kind: "at-x", x: 1.5, text: "impact" },
          { kind: "at-y", y: 0.75, text: "yield" },
          { kind: "text", x: 2.5, y: 0, text: "rest" },
        ],
      },
    ),
    panel([{ ...line("error", [0.1, 0.2, 0.4], [1e-4, 4e-4, 1.6e-3]), style: "marked" }], {
      title: "Convergence",
      shape: "square",
      x: { label: "step", unit: "s", scale: "log" },
      y: { label: "error", scale: "log" },
      slopes: [{ order: 2, x: [0.1, 0.2], y: 3e-5 }],
    }),
  ],
  note: "A note.",
};

describe("a figure", () => {
  it("is drawn the same as when it was last looked at", async () => {
    const svg = await svgOf(everything);
    const rounded = svg.replace(/\d+\.\d{4,}/g, (number) => String(Number(Number(number).toFixed(3))));
    await expect(rounded).toMatchFileSnapshot("snapshots/everything.svg");
  });

  it("is drawn the same from its JSON", async () => {
    expect(await svgOf(JSON.parse(figureJson(everything)) as Figure)).toBe(await svgOf(everything));
  });

  it("stands alone: no style sheet, no script, no reference", async () => {
    const svg = await svgOf(everything);
    expect(svg).not.toMatch(/<style|<script|href|url\(|class=|var\(/);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="\d+" height="\d+" viewBox="[\d ]+"/);
  });

  it("is read by another program", async () => {
    const { width, height } = new Resvg(await svgOf(everything)).render();
    expect(width).toBeGreaterThan(900);
    expect(height).toBeGreaterThan(400);
  });

  it("has the background that is asked for", async () => {
    expect(await svgOf(everything)).toContain('fill="white"/>');
    expect(await svgOf(everything, { background: "transparent" })).not.toContain("<rect");
  });

  it("escapes the user's words", async () => {
    expect(await svgOf(everything)).toContain("Everything &#60; once &#38; &#34;quoted&#34;");
  });

  it("writes labels, units and names", async () => {
    const found = texts(await svgOf(everything));
    for (const words of ["Motion x (m)", "t (s)", "x", "y", "z", "impact", "yield", "rest", "A note."]) {
      expect(found).toContain(words);
    }
  });

  it("is wide enough for its words", async () => {
    const width = (svg: string) => Number(/width="(\d+)"/.exec(svg)?.[1]);
    const narrow = { panels: [panel([line("x", [0, 1], [0, 1])])] };
    expect(width(await svgOf({ ...narrow, title: "word ".repeat(60) }))).toBeGreaterThan(
      2 * width(await svgOf(narrow)),
    );
    // The title of a panel, and what stands beside it.
    for (const shape of ["wide", "square"] as const) {
      const long = { title: "word ".repeat(20), y: { label: "label ".repeat(10), scale: "linear" as const }, shape };
      expect(width(await svgOf({ panels: [panel([line("x", [0, 1], [0, 1])], long)] }))).toBeGreaterThan(1100);
    }
  });

  it("says so when there is nothing to draw", async () => {
    expect(texts(await svgOf({ panels: [panel([])] }))).toContain("no data");
    expect(texts(await svgOf({ panels: [panel([line("x", [0, 1], [Number.NaN, Number.NaN])])] }))).toContain("no data");
    expect(await svgOf({ panels: [] })).toMatch(/^<svg/);
  });

  it("shows a single point", async () => {
    expect(await svgOf({ panels: [panel([line("x", [1], [2])])] })).toContain("<circle");
  });

  it("writes the x label once for panels that share it", async () => {
    const two = { panels: [panel([line("x", [0, 1], [0, 1])]), panel([line("y", [0, 1], [0, 1])])] };
    expect(texts(await svgOf(two)).filter((words) => words === "t (s)")).toHaveLength(1);
  });

  it("has no place that is not a number, whatever the data", async () => {
    const wild = fc.oneof(
      fc.double(),
      fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(wild, wild), { maxLength: 12 }),
        fc.constantFrom("line", "steps", "points", "marked"),
        fc.constantFrom("linear", "log"),
        fc.constantFrom("wide", "square"),
        fc.boolean(),
        async (data, style, scale, shape, equal) => {
          const x = data.map(([first]) => first);
          const y = data.map(([, second]) => second);
          const axis = { label: "u", scale };
          const series = [
            { ...line("a", x, y), style },
            { ...line("b", y, x, 9), style },
          ];
          const svg = await svgOf({ panels: [panel(series, { shape, equal, x: axis, y: axis })] });
          for (const place of places(svg)) expect(place).not.toMatch(/NaN|Infinity|undefined|e[+-]?\d/);
        },
      ),
      { seed: 5, numRuns: 80 },
    );
  });
});

describe("a long result", () => {
  const count = 1_000_000;
  const t = Float64Array.from({ length: count }, (_, i) => i * 1e-3);
  const waves = [1, 2, 3, 4, 5, 6].map((k) =>
    line(
      `q${k}`,
      t,
      t.map((time) => Math.sin(7.3 * k * time) / k),
      k - 1,
    ),
  );
  const orbit = panel([line("orbit", waves[0].y, waves[1].y)], { shape: "square", x: { label: "x", scale: "linear" } });

  it("makes a small file", async () => {
    const svg = await svgOf({ panels: [panel(waves), panel(waves), orbit] });
    expect(svg.length).toBeLessThan(500_000);
    expect(svg).not.toContain("NaN");
  });
});

it("notices stand under the figure, in lines that are no wider than it", async () => {
  const message = "with the step 0.29 the scheme is unstable, and the motion will grow beyond all bounds "
    .repeat(3)
    .trim();
  const plain: Figure = { panels: [panel([line("x", [0, 1], [0, 1])])] };
  const [bare, noted] = await Promise.all([
    svgOf(plain),
    svgOf(withNotices(plain, [{ code: "unstable-step", message }])),
  ]);
  const size = (svg: string) => /width="(\d+)" height="(\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];
  expect(size(noted)[0]).toBe(size(bare)[0]);
  expect(size(noted)[1]).toBeGreaterThan(size(bare)[1] + 2 * 11);
  expect(texts(noted).slice(-4).join(" ")).toContain(message.slice(-60));
});
