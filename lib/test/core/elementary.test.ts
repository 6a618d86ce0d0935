/** The elementary functions beside exact ones, in ulps; and their digits, which are the same in every engine. */
import { readFileSync } from "node:fs";
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
}

const CASES: readonly Case[] = [
  { name: "sin", value: (x) => [exact.sinCos(x)[0]], from: 1e-8, to: 1e6 },
  { name: "cos", value: (x) => [exact.sinCos(x)[1]], from: 1e-8, to: 1e6 },
  { name: "tan", value: (x) => [divided(...exact.sinCos(x))], from: 1e-8, to: 1e6 },
  { name: "asin", value: (x) => [exact.asin(x)], from: 1e-8, to: 1 },
  { name: "acos", value: (x) => [exact.PI / 2n - exact.asin(x)], from: 1e-8, to: 1 },
  { name: "atan", value: (x) => [exact.atan(x)], from: 1e-8, to: 1e8 },
  { name: "exp", value: exponential, from: 1e-8, to: 700 },
  { name: "log", value: (x) => [exact.log(x)], from: 1e-60, to: 1e60, positive: true },
  { name: "log1p", value: (x) => [exact.log(unit + x)], from: 1e-10, to: 0.99 },
  { name: "cosh", value: (x) => [exact.hyperbolic(x).cosh], from: 1e-8, to: 100 },
  { name: "cbrt", value: (x) => exponential(exact.log(x) / 3n), from: 1e-60, to: 1e60, positive: true },
  { name: "sinh", value: (x) => [exact.hyperbolic(x).sinh], from: 1e-8, to: 100 },
  {
    name: "tanh",
    value: (x) => [divided(exact.hyperbolic(x).sinh, exact.hyperbolic(x).cosh)],
    from: 1e-8,
    to: 30,
  },
  { name: "expm1", value: (x) => [whole(exponential(x)) - unit], from: 1e-8, to: 44 },
  { name: "atanh", value: (x) => [exact.log(divided(unit + x, unit - x)) / 2n], from: 1e-6, to: 0.999 },
];
/** Arguments that are reduced by many bits of π. */
const LARGE: readonly Case[] = CASES.slice(0, 3).map((entry) => ({ ...entry, from: 1e6, to: 1.7e308 }));

const power = (x: number, y: number): Value => exponential((exact.log(fixed(x)) * fixed(y)) >> exact.BITS);
const length = (x: number, y: number): Value => [exact.sqrt((fixed(x) * fixed(x) + fixed(y) * fixed(y)) >> exact.BITS)];

/** The function, an argument or two, and its error there: the largest that was found (docs/topics/digits.md). */
const LARGEST: readonly (readonly [name: keyof typeof own, x: number, y: number, ulps: number])[] = [
  ["sin", 0.81690348517417866, 0, 0.79],
  ["cos", -1.6073470340524065e63, 0, 0.78],
  ["tan", -2.9302210085150071e286, 0, 0.85],
  ["asin", 0.502429757764285, 0, 0.93],
  ["acos", -0.51091952774826932, 0, 0.9],
  ["atan", 0.69645492359172378, 0, 0.85],
  ["atan2", -0.27732558750855496, 0.38688828540726178, 0.93],
  ["exp", -0.051888269791591848, 0, 0.51],
  ["log", 1.0922656878022683, 0, 0.52],
  ["log1p", 0.40046504087198564, 0, 0.82],
  ["cosh", 1.3015316542095305, 0, 1.02],
  ["sinh", 709.44011045420712, 0, 0.75],
  ["tanh", -0.17374993152601789, 0, 0.59],
  ["expm1", -37.083689077041285, 0, 0.71],
  ["atanh", 0.44320331491367865, 0, 1],
  ["cbrt", 2.2217999913710664e186, 0, 0.67],
  ["pow", 6.8444693817286156e-43, 4.3197431570504614, 0.51],
  ["hypot", -0.5100187917067216, 0.52442912699227806, 1],
];
const largest = (name: string): number => LARGEST.find(([other]) => other === name)?.[3] ?? 0;

describe("the largest errors", () => {
  test.each(LARGEST)("%s(%d, %d): %d ulps", (name, x, y, found) => {
    const f = functions[name] as (x: number, y: number) => number;
    const [of2, of1] = [{ pow: power, hypot: length, atan2: exact.angle }, CASES.find((entry) => entry.name === name)];
    const value = name in of2 ? of2[name as keyof typeof of2](x, y) : of1!.value(fixed(x));
    // To two digits.
    expect(Math.abs(ulps(f(x, y), ...value) - found)).toBeLessThan(0.006);
  });

  test("are those that the page shows", () => {
    const page = readFileSync(new URL("../../../docs/topics/digits.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| (\w+) +\|.*?\| +(\d\.\d\d) +\|/gm)].map(([, name, ulps]) => [
      name,
      Number(ulps),
    ]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(LARGEST.map(([name, , , ulps]) => [name, ulps])));
  });
});

const ARGUMENTS = 150;

describe("no errors are larger", () => {
  test.each([...CASES, ...LARGE])("$name, $from to $to", ({ name, value, from, to, positive }) => {
    const random = uniform();
    const f = functions[name] as (x: number) => number;
    let worst = 0;
    for (let k = 0; k < ARGUMENTS; k++) {
      const share = random();
      const size = from ** (1 - share) * to ** share;
      const x = positive === true || random() < 0.5 ? size : -size;
      worst = Math.max(worst, ulps(f(x), ...value(fixed(x))));
    }
    expect(worst).toBeLessThanOrEqual(largest(name));
    // A function that is right is off by half an ulp somewhere: the measure is not blind.
    expect(worst).toBeGreaterThan(0.3);
  });

  test("pow", () => {
    const random = uniform();
    let worst = 0;
    for (let k = 0; k < ARGUMENTS; k++) {
      const x = 1e-10 * 1e20 ** random();
      const y = 40 * random() - 20;
      worst = Math.max(worst, ulps(own.pow(x, y), ...power(x, y)));
    }
    expect(worst).toBeLessThanOrEqual(largest("pow"));
  });

  test("hypot, and nothing overflows", () => {
    const random = uniform();
    let worst = 0;
    for (let k = 0; k < ARGUMENTS; k++) {
      const [x, y] = [random(), 10 * random() - 5];
      worst = Math.max(worst, ulps(own.hypot(x, y), ...length(x, y)));
    }
    expect(worst).toBeLessThanOrEqual(largest("hypot"));
    for (const unit of [2 ** 1000, 2 ** -1000]) expect(own.hypot(3 * unit, 4 * unit)).toBe(5 * unit);
    expect(own.hypot(2, 3, 6)).toBe(7);
    expect(own.hypot(-5)).toBe(5);
  });

  /** Points of all sizes from the smallest to the largest double, at slopes of all sizes and such as the angle is composed at. */
  test("atan2", () => {
    const random = uniform();
    const double = () => (1 + random()) * 2 ** Math.floor(2097 * random() - 1074);
    const either = (x: number) => (random() < 0.5 ? x : -x);
    let worst = 0;
    for (let k = 0; k < 8 * ARGUMENTS; k++) {
      const x = double();
      const slope = k % 2 === 0 ? 0.05 * 400 ** random() : 2 ** (200 * random() - 100);
      const y = k % 5 === 0 ? double() : Math.min(Math.max(slope * x, Number.MIN_VALUE), Number.MAX_VALUE);
      const [height, width] = [either(y), either(x)];
      worst = Math.max(worst, ulps(own.atan2(height, width), ...exact.angle(height, width)));
    }
    expect(worst).toBeLessThanOrEqual(largest("atan2"));
    expect(worst).toBeGreaterThan(0.3);
  });

  test("what is tiny is its own sine", () => {
    const names = ["sin", "tan", "asin", "atan", "sinh", "tanh", "atanh", "expm1", "log1p"] as const;
    for (let k = -1074; k <= -60; k++) {
      const x = 2 ** k * (k < -1022 ? 1 : 1.375);
      for (const name of names) {
        expect(Math.abs(functions[name](x) - x), `${name}(${x})`).toBeLessThanOrEqual(2 ** Math.max(k - 53, -1075));
        expect(functions[name](-x)).toBe(-functions[name](x));
      }
      expect(own.cos(x)).toBe(1);
    }
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
  // Both are rounded, and neighbours.
  const within = (found: number, exactly: number) =>
    expect(Math.abs(found - exactly)).toBeLessThanOrEqual(2 ** (Math.floor(Math.log2(Math.abs(exactly))) - 52));
  within(own.sin(x), sin);
  within(own.cos(x), cos);
  within(own.tan(x), tan);
  for (const [name, f] of [
    ["sin", (): Value => [exact.sinCos(fixed(x))[0]]],
    ["cos", (): Value => [exact.sinCos(fixed(x))[1]]],
    ["tan", (): Value => [divided(...exact.sinCos(fixed(x)))]],
  ] as const)
    expect(ulps(functions[name](x), ...f())).toBeLessThanOrEqual(largest(name));
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
  const special = [0, Number.MIN_VALUE, 1, 2 ** 600, Number.MAX_VALUE, Number.POSITIVE_INFINITY].flatMap((x) => [
    x,
    -x,
  ]);
  for (const y of special) {
    for (const x of special) {
      const [found, host] = [own.atan2(y, x), Math.atan2(y, x)];
      // The language says what of zeros and infinities, and 1 ulp is left for 3π/4.
      expect(Object.is(found, host) || Math.abs(found - host) <= 2 ** -51, `atan2(${y}, ${x})`).toBe(true);
      expect(Object.is(Math.sign(found), Math.sign(host)), `atan2(${y}, ${x})`).toBe(true);
    }
    expect(own.atan2(y, Number.NaN)).toBeNaN();
    expect(own.atan2(Number.NaN, y)).toBeNaN();
  }
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
