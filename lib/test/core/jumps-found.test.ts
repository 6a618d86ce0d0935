/** Jumps are found wherever they are written: far from others, in small components, beside the state, in sums of loads, as single values. */
import { describe, expect, test } from "vitest";
import { begin, run } from "../../src/core/run.js";
import { buildProblem } from "../../src/model-file/build.js";
import { modelFrom } from "../../src/model-file/load.js";

type Plan = Record<string, unknown>;

const planned = (model: Plan) => buildProblem(modelFrom({ noether: 1, ...model }));

function stateOf(model: Plan): number[] {
  const { problem, method, time } = planned(model);
  const { last, status } = run(problem, method, { time });
  expect(status).toBe("completed");
  return [...last.q, ...last.v];
}

const codesOf = (model: Plan) => {
  const { problem, method, time } = planned(model);
  return begin(problem, method, { time }).notices.map(({ code }) => code);
};

/** The same motion in parts between which it is begun anew, each with its own load: no jump has to be found. */
function inParts(parts: readonly { readonly system: Plan; readonly end: number }[], start: Plan): number[] {
  let [t, q, v] = [0, start.q as number[], start.v as number[]];
  for (const { system, end } of parts) {
    const method = { name: "dop853", tolerance: 1e-13 };
    const state = stateOf({ system, start: { q, v }, method, time: { start: t, end } });
    [t, q, v] = [end, state.slice(0, q.length), state.slice(q.length)];
  }
  return [...q, ...v];
}

const distance = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

/** From two steps, the second of which is half of the first. */
function orderOf(model: (step: number) => Plan, step: number, exact: readonly number[]): number {
  const [coarse, fine] = [step, step / 2].map((h) => distance(stateOf(model(h)), exact));
  return Math.log2(coarse / fine);
}

describe("a condition far away", () => {
  const pulses = "if(t < 1e-9, 1, 0) + if(t < 3e-9, 1, 0)";
  const model = (force: string, method: unknown) => ({
    system: { coordinates: ["x"], matrices: { mass: [1e-18], stiffness: [4], damping: [2e-10] }, force: [force] },
    start: { q: [0.1], v: [0] },
    method,
    time: { end: 4e-9, step: 2.5e-11 },
  });

  test.each([
    { name: "newmark", beta: "1/6", compensate: "fourth-order" },
    { name: "newmark", beta: "1/12", process: true },
    "newmark",
    "simpson",
    "galerkin",
  ])("does not move the jumps of a nanosecond: %s", (method) => {
    const [guarded, plain] = [`if(t < 1e6, 1, 0)*(${pulses})`, pulses].map((force) => stateOf(model(force, method))[0]);
    // The same loads at the same times, but for the rounding of a hundred steps.
    expect(Math.abs(guarded - plain)).toBeLessThan(1e-13);
  });
});

test.each(["simpson", "newmark", "rk4"])("a jump in a component that is small beside another: %s", (name) => {
  const model = (large: string) => ({
    system: {
      coordinates: ["x", "y"],
      matrices: { mass: [1, 1], stiffness: [4, 4], damping: [0.2, 0.2] },
      force: [large, "if(t < 1, 1, 0)"],
    },
    start: { q: [0.1, 0.1], v: [0, 0] },
    method: name,
    time: { end: 2, step: 0.05 },
  });
  // The components do not act on one another; iterations end a little later where one is large.
  expect(Math.abs(stateOf(model("1e10"))[1] - stateOf(model("0"))[1])).toBeLessThan(1e-14);
});

describe("a jump in time within a force that reads the state", () => {
  const system = (force: string) => ({ coordinates: ["x"], mass: 1, potential: "2*x^2", force: [force] });
  const start = { q: [0.1], v: [0] };
  const exact = inParts(
    [
      { system: system("1 - 0.1*vx"), end: 1 },
      { system: system("-0.5 - 0.1*vx"), end: 2 },
    ],
    start,
  );
  const model = (method: unknown) => (step: number) => ({
    system: system("if(t < 1, 1, -0.5) - 0.1*vx"),
    start,
    method,
    time: { end: 2, step },
  });

  test.each([
    ["newmark", 2],
    ["central-difference", 2],
    ["generalized-alpha", 2],
    ["hht", 2],
    ["wbz", 2],
    ["bathe", 2],
    ["energy-momentum", 2],
    ["midpoint", 2],
    ["simpson", 4],
    ["galerkin", 4],
    ["rk4", 4],
  ] as const)("%s keeps its order", (method, claimed) => {
    expect(codesOf(model(method)(0.025))).toEqual([]);
    expect(orderOf(model(method), 0.05, exact)).toBeGreaterThan(claimed - 0.15);
  });

  test("dop853 ends a step there", () => {
    const state = stateOf(model({ name: "dop853", tolerance: 1e-12 })(0.5));
    expect(distance(state, exact)).toBeLessThan(1e-10);
  });

  test("inside of a step it is spoken of, a corner is not taken for one", () => {
    expect(codesOf(model("newmark")(0.4))).toEqual(["load-jumps"]);
    const ramp = { ...model("newmark")(0.4), system: system("max(0, 1 - abs(t - 1)) - 0.1*vx") };
    expect(codesOf(ramp)).toEqual([]);
    // What jumps vanishes at the start, where x moves but vx is zero.
    const later = { ...model("newmark")(0.4), system: system("if(t < 1, 0, -0.1*vx)") };
    expect(codesOf(later)).toEqual(["load-jumps"]);
  });

  test("conditions on the state are spoken of where an order is claimed that they cost", () => {
    const codes = (force: string, method: string) => codesOf({ ...model(method)(0.05), system: system(force) });
    expect(codes("-0.1*sign(vx)", "newmark")).toEqual(["load-conditions"]);
    expect(codes("-0.1*sign(vx)", "gauss")).toEqual(["load-conditions"]);
    expect(codes("-max(x, 0)", "newmark")).toEqual([]);
    expect(codes("-max(x, 0)", "simpson")).toEqual(["load-conditions"]);
    expect(codes("-0.1*vx*sqrt(1 + vx^2)", "simpson")).toEqual([]);
    // Nothing is lost: derivatives that jump are too high for the order, or none can.
    expect(codes("-0.1*abs(x)^3", "simpson")).toEqual([]);
    expect(codes("-0.1*abs(x)^2", "yoshida")).toEqual([]);
    expect(codes("-asin(0.5*sin(x))", "simpson")).toEqual([]);
    expect(codes("-0.1*asin(x/9)", "simpson")).toEqual([]);
    expect(codes("-if(x^2 + 1 > 0, x, 3)", "simpson")).toEqual([]);
    // Second derivatives jump, which leaves the third order; corners that are corners.
    expect(codes("-0.1*vx*abs(vx)", "newmark")).toEqual([]);
    expect(codes("-0.1*vx*abs(vx)", "simpson")).toEqual(["load-conditions"]);
    expect(codes("-asin(sin(x))", "simpson")).toEqual(["load-conditions"]);
    expect(codes("-0.1*vx*abs(vx) - abs(vx)", "simpson")).toEqual(["load-conditions"]);
  });

  test("drag is of third order where the speed changes its sign", () => {
    const { problem, method, time } = planned({ ...model("simpson")(0.05), system: system("-0.1*vx*abs(vx)") });
    const [{ message }] = begin(problem, method, { time }).notices;
    expect(message).toMatch(/simpson is at most of order 3, since a derivative of the force jumps there$/);
  });

  test("conditions in time that are not listed are spoken of where they cost an order", () => {
    const codes = (force: string, method: string) => codesOf({ ...model(method)(0.05), system: system(force) });
    expect(codes("abs(t^2 - 1.1)", "newmark")).toEqual([]);
    expect(codes("abs(t^2 - 1.1)", "simpson")).toEqual(["load-kinks-unlisted"]);
    expect(codes("sign(t^2 - 1.1)", "newmark")).toEqual(["load-kinks-unlisted"]);
    expect(codes("sign(t^2 - 1.1) + abs(t^2 - 1.1)", "newmark")).toEqual(["load-kinks-unlisted"]);
    // These never change.
    for (const never of ["abs(t^2 + 1)", "if(exp(t) > 0, 1, 2)", "if(t^4 + 1 > 0, sin(t), 2)", "abs(tanh(t^2) - 2)"]) {
      expect(codes(never, "simpson"), never).toEqual([]);
    }
  });

  test.each(["tanh(1/(t - 1))", "1/(1 + exp(1/(t - 1)))", "tanh((t - 1)^-3)", "exp(-1/abs(t - 1)^3)*sign(t - 1)"])(
    "%s jumps at its pole",
    (force) => {
      expect(codesOf({ ...model("newmark")(0.4), system: system(`${force} - 0.1*vx`) })).toEqual(
        force.startsWith("exp") ? [] : ["load-jumps"],
      );
      expect(codesOf({ ...model("newmark")(0.05), system: system(`${force} - 0.1*vx`) })).toEqual([]);
    },
  );
});

describe("a solid at large strain", () => {
  const solid = (loads: readonly unknown[]) => ({
    solid: {
      mesh: { box: { size: [1, 1], cells: [1, 1], element: "quad4" } },
      plane: "strain",
      material: { model: "st-venant-kirchhoff", E: 30, nu: 0.3, density: 6 },
      supports: [{ on: "left", fix: "all" }],
      loads,
    },
  });
  const gravity = { gravity: [0, -0.5] };
  const rest = { q: [0, 0, 0, 0], v: [0, 0, 0, 0] };

  test.each([
    [
      "beside gravity",
      [gravity, { on: "right", force: ["if(t < 0.5, 1, 0)", 0] }],
      [gravity, { on: "right", force: [1, 0] }],
      [gravity],
    ],
    [
      "in two components",
      [{ on: "right", force: ["if(t < 0.5, 1, 0)", "if(t < 0.5, 0.3, 0)"] }],
      [{ on: "right", force: [1, 0.3] }],
      [],
    ],
    [
      "of a pressure that follows the surface",
      [gravity, { on: "right", pressure: "if(t < 0.5, 1, 0)", follow: true }],
      [gravity, { on: "right", pressure: 1, follow: true }],
      [gravity],
    ],
  ])("jumps %s", (_, loads, first, then) => {
    const exact = inParts(
      [
        { system: solid(first), end: 0.5 },
        { system: solid(then), end: 1 },
      ],
      rest,
    );
    for (const [method, claimed] of [
      ["simpson", 4],
      ["newmark", 2],
    ] as const) {
      const model = (step: number) => ({ system: solid(loads), method, time: { end: 1, step } });
      expect(orderOf(model, 0.025, exact), method).toBeGreaterThan(claimed - 0.2);
    }
  });
});

describe("values and branches", () => {
  const system = (force: string) => ({
    coordinates: ["x"],
    matrices: { mass: [1], stiffness: [4], damping: [0.2] },
    force: [force],
  });
  const model = (force: string, method: string, time: Plan) => ({
    system: system(force),
    start: { q: [0.1], v: [0] },
    method,
    time,
  });

  test.each([
    ["if(t < 1, 1, if(t > 1, 1, 0))", "1"],
    ["if(sin(pi*t) >= 1, 5, 1)", "1"],
    ["1 + 3*(1 - abs(sign(t - 1)))", "1"],
    ["1 + if(t == 1, 1, 0)", "1"],
  ])("%s is %s but for single times, of which no method sees anything", (force, plain) => {
    // Ends of steps, and in the second case their middles, lie on these times.
    for (const [method, step] of [
      ["simpson", 0.125],
      ["newmark", 0.125],
      ["midpoint", 0.2],
      ["gauss", 0.2],
    ] as const) {
      const [odd, even] = [force, plain].map((each) => stateOf(model(each, method, { end: 2.6 - (2.6 % step), step })));
      expect(distance(odd, even), method).toBeLessThan(1e-13);
    }
  });

  test("products of square waves", () => {
    const square = "sign(sin(pi*t))*sign(sin(3*pi*t))";
    const sign = ["1", "-1", "1", "1", "-1", "1", "1", "-1"];
    const exact = inParts(
      sign.map((each, k) => ({ system: system(each), end: Math.min((k + 1) / 3, 2.5) })),
      { q: [0.1], v: [0] },
    );
    expect(codesOf(model(square, "simpson", { end: 2.5, step: 1 / 48 }))).toEqual([]);
    expect(distance(stateOf(model(square, "simpson", { end: 2.5, step: 1 / 48 })), exact)).toBeLessThan(1e-7);
  });

  test.each([
    ["atan(tan(pi*t))", "pi*t", "pi*(t - 1)", "pi*(t - 2)"],
    ["atan2(sin(2*pi*t), cos(2*pi*t))", "2*pi*t", "2*pi*(t - 1)", "2*pi*(t - 2)"],
  ])("the sawtooth %s jumps in the middle of every second", (force, ...parts) => {
    const exact = inParts(
      parts.map((each, k) => ({ system: system(each), end: Math.min(k + 0.5, 2) })),
      { q: [0.1], v: [0] },
    );
    expect(codesOf(model(force, "simpson", { end: 2, step: 0.025 }))).toEqual([]);
    // Of fourth order; first order would leave some 1e-2.
    expect(distance(stateOf(model(force, "simpson", { end: 2, step: 0.025 })), exact)).toBeLessThan(1e-6);
    expect(codesOf(model(force, "simpson", { end: 2, step: 0.04 }))).toEqual(["load-jumps"]);
  });

  test.each([
    "if(sin(pi*t) + 5*exp(-(t - 100)^2*4) > 0, 1, 0)",
    "if(abs(t - 3) + 5*exp(-(t - 100)^2*4) > 1, 1, 0)",
    "if(sin(1e-4*t) + 0.5*sin(2e-4*t) > 0.1, 1, 0)",
    "atan(tan(t^2))",
  ])("%s has times that are not known, and that is said", (force) => {
    expect(codesOf(model(force, "newmark", { start: 98, end: 102, step: 0.025 }))).toContain("load-kinks-unlisted");
  });

  test.each(["atan(t/(1 + t^2))", "atan2(t, 1)", "sqrt(1 + t^2)", "asin(0.5*sin(t))", "tan(0.1*sin(t))"])(
    "%s is smooth, and nothing is said",
    (force) => {
      expect(codesOf(model(force, "simpson", { end: 2, step: 0.04 }))).toEqual([]);
    },
  );

  test.each(["abs(sin(pi*t))", "sign(sin(pi*t))"])("dop853 starts on a kink of %s", (force) => {
    const from = (start: number) => stateOf(model(force, "dop853", { start, end: start + 2 }));
    // Whole periods later the load is the same but for the rounding of the time.
    for (const start of [10, 100, 300, 1000, 2000])
      expect(distance(from(start), from(0)), `${start}`).toBeLessThan(1e-9);
  });
});
