/** The elementary functions beside exact ones, in ulps; and their digits, which are the same in every engine. */
import { describe, expect, test } from "vitest";
import * as own from "../../src/core/elementary.js";
import * as exact from "./exact-functions.js";
import { divided, fixed, ulps, unit } from "./exact-functions.js";

const functions = { ...own };

/** A value v 2^shift. */
type Value = readonly [v: bigint, shift?: bigint];

/** The same numbers every time: multiplicative, modulo a prime, exact in doubles. */
function uniform(): () => number {
  let seed = 20261116;
  return () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
}

const exponential = (x: bigint): Value => {
  const { v, shift } = exact.exp(x);
  return [v, shift];
};
const whole = ([v, shift = 0n]: Value): bigint => (shift >= 0n ? v << shift : v >> -shift);

interface Case {
  readonly name: keyof typeof own;
  readonly value: (x: bigint) => Value;
  /** Of the sizes of arguments of both signs. */
  readonly from: number;
  readonly to: number;
  readonly positive?: true;
  /** What their authors claim, or rather: what was found on a thousand times as many arguments, with the next whole number of ulps above. */
  readonly most: number;
}

const CASES: readonly Case[] = [
  { name: "sin", value: (x) => [exact.sinCos(x)[0]], from: 1e-8, to: 1e6, most: 1 },
  { name: "cos", value: (x) => [exact.sinCos(x)[1]], from: 1e-8, to: 1e6, most: 1 },
  { name: "tan", value: (x) => [divided(...exact.sinCos(x))], from: 1e-8, to: 1e6, most: 1 },
  { name: "asin", value: (x) => [exact.asin(x)], from: 1e-8, to: 1, most: 1 },
  { name: "acos", value: (x) => [exact.PI / 2n - exact.asin(x)], from: 1e-8, to: 1, most: 1 },
  { name: "atan", value: (x) => [exact.atan(x)], from: 1e-8, to: 1e8, most: 1 },
  { name: "exp", value: exponential, from: 1e-8, to: 700, most: 1 },
  { name: "log", value: (x) => [exact.log(x)], from: 1e-60, to: 1e60, positive: true, most: 1 },
  { name: "log1p", value: (x) => [exact.log(unit + x)], from: 1e-10, to: 0.99, most: 1 },
  { name: "cosh", value: (x) => [exact.hyperbolic(x).cosh], from: 1e-8, to: 100, most: 1 },
  { name: "cbrt", value: (x) => exponential(exact.log(x) / 3n), from: 1e-60, to: 1e60, positive: true, most: 1 },
  { name: "sinh", value: (x) => [exact.hyperbolic(x).sinh], from: 1e-8, to: 100, most: 1 },
  {
    name: "tanh",
    value: (x) => [divided(exact.hyperbolic(x).sinh, exact.hyperbolic(x).cosh)],
    from: 1e-8,
    to: 30,
    most: 1,
  },
  { name: "expm1", value: (x) => [whole(exponential(x)) - unit], from: 1e-8, to: 40, most: 1 },
  { name: "atanh", value: (x) => [exact.log(divided(unit + x, unit - x)) / 2n], from: 1e-6, to: 0.999, most: 1 },
];

/** Arguments that are reduced by many bits of π. */
const LARGE: readonly Case[] = [
  { name: "sin", value: (x) => [exact.sinCos(x)[0]], from: 1e6, to: 1e15, most: 2 },
  { name: "cos", value: (x) => [exact.sinCos(x)[1]], from: 1e6, to: 1e15, most: 2 },
  { name: "tan", value: (x) => [divided(...exact.sinCos(x))], from: 1e6, to: 1e15, most: 3 },
];

const ARGUMENTS = 150;

describe("within so many ulps", () => {
  test.each([...CASES, ...LARGE])("$name, $from to $to: $most", ({ name, value, from, to, positive, most }) => {
    const random = uniform();
    const f = functions[name] as (x: number) => number;
    let worst = 0;
    for (let k = 0; k < ARGUMENTS; k++) {
      const size = from * (to / from) ** random();
      const x = positive === true || random() < 0.5 ? size : -size;
      worst = Math.max(worst, ulps(f(x), ...value(fixed(x))));
    }
    expect(worst).toBeLessThan(most);
    // A function that is right is off by half an ulp somewhere: the measure is not blind.
    expect(worst).toBeGreaterThan(0.3);
  });

  test("pow: 1", () => {
    const random = uniform();
    let worst = 0;
    for (let k = 0; k < ARGUMENTS; k++) {
      const x = 1e-10 * 1e20 ** random();
      const y = 40 * random() - 20;
      const power = exponential((exact.log(fixed(x)) * fixed(y)) >> exact.BITS);
      worst = Math.max(worst, ulps(own.pow(x, y), ...power));
    }
    expect(worst).toBeLessThan(1);
  });

  test("hypot: 1, and nothing overflows", () => {
    const random = uniform();
    let worst = 0;
    for (let k = 0; k < ARGUMENTS; k++) {
      const [x, y] = [random(), 10 * random() - 5];
      const square = fixed(x) * fixed(x) + fixed(y) * fixed(y);
      worst = Math.max(worst, ulps(own.hypot(x, y), exact.sqrt(square >> exact.BITS)));
    }
    expect(worst).toBeLessThan(1);
    for (const unit of [2 ** 1000, 2 ** -1000]) expect(own.hypot(3 * unit, 4 * unit)).toBe(5 * unit);
    expect(own.hypot(2, 3, 6)).toBe(7);
    expect(own.hypot(-5)).toBe(5);
  });
});

// From a program with 2,400 bits: arguments that come close to multiples of π/2, the closest of all doubles among them, and the largest double.
test.each([
  [10435125.153738145, -1.0, 1.1935862011024242e-14, -83781129429644.6],
  [7149066.361973025, 1.0, -1.0743294912219757e-13, -9308131333736.068],
  [-744745287.9618334, 0.4622407639086793, 0.8867544621715306, 0.5212725547235701],
  [1e22, -0.8522008497671888, 0.523214785395139, -1.6287782256068988],
  [5.319372648326541e255, 1.0, -4.687165924254628e-19, -2.133485385753704e18],
  [1.7976931348623157e308, 0.004961954789184062, -0.9999876894265599, -0.004962015874444895],
])("sin, cos and tan of %d", (x, sin, cos, tan) => {
  const within = (found: number, exactly: number, ulps: number) =>
    expect(Math.abs(found - exactly)).toBeLessThanOrEqual(ulps * 2 ** (Math.floor(Math.log2(Math.abs(exactly))) - 52));
  within(own.sin(x), sin, 1);
  within(own.cos(x), cos, 1);
  within(own.tan(x), tan, 2);
  expect(own.sin(-x)).toBe(-own.sin(x));
  expect(own.cos(-x)).toBe(own.cos(x));
});

test("atan2 has the angle in all four quarters", () => {
  for (const [y, x] of [
    [1, 2],
    [1, -2],
    [-1, -2],
    [-1, 2],
  ]) {
    expect(Math.abs(own.atan2(y, x) - Math.atan2(y, x))).toBeLessThanOrEqual(2 ** -52);
  }
  expect(Object.is(own.atan2(-0, 1), -0)).toBe(true);
  expect(own.atan2(0, -1)).toBe(Math.PI);
});

test("what is no number, and what is infinite", () => {
  expect(own.log(-1)).toBeNaN();
  expect(own.log(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(own.exp(1000)).toBe(Number.POSITIVE_INFINITY);
  expect(own.exp(-1000)).toBe(0);
  expect(own.sin(Number.POSITIVE_INFINITY)).toBeNaN();
  expect(own.pow(-8, 1 / 3)).toBeNaN();
  expect(own.pow(0, 0)).toBe(1);
  expect(own.asin(1.5)).toBeNaN();
});

test("the exponent of a number, exactly", () => {
  for (const k of [-1000, -52, -1, 0, 1, 10, 1000]) {
    const power = 2 ** k;
    expect(own.binaryExponent(power)).toBe(k);
    expect(own.binaryExponent(-power * 1.5)).toBe(k);
    expect(own.binaryExponent(power * (1 - 2 ** -53))).toBe(k - 1);
  }
});

/** The bits of every function on a thousand arguments, in one number: the same on every machine. */
test("the digits are those of every machine", () => {
  expect(own.digitsArePortable).toBe(true);
  const random = uniform();
  const double = new Float64Array(1);
  const bits = new Int32Array(double.buffer);
  const names = CASES.map(({ name }) => name);
  const digest = Object.fromEntries(
    names.map((name) => {
      const f = functions[name] as (x: number) => number;
      let hash = 0;
      for (let k = 0; k < 1000; k++) {
        double[0] = f(0.99 * random());
        hash = Math.imul(hash ^ bits[0], 0x01000193);
        hash = Math.imul(hash ^ bits[1], 0x01000193);
      }
      return [name, hash >>> 0];
    }),
  );
  expect(digest).toMatchInlineSnapshot(`
    {
      "acos": 1996072961,
      "asin": 1743069612,
      "atan": 4077931713,
      "atanh": 2079178945,
      "cbrt": 2405916984,
      "cos": 145532202,
      "cosh": 2481826814,
      "exp": 1873286936,
      "expm1": 3468179935,
      "log": 68138681,
      "log1p": 2216798419,
      "sin": 205927488,
      "sinh": 68871054,
      "tan": 3632001409,
      "tanh": 3240886317,
    }
  `);
});
