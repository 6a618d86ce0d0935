import { expect, test } from "vitest";
import { addEntry, compensation, lost, lostOfLarger, stateSum, vectorSum } from "../../src/stepping/summation.js";

test("what an addition loses is found exactly, whichever number is larger", () => {
  expect(lost(1, 2 ** -60, 1)).toBe(2 ** -60);
  expect(lost(2 ** -60, 1, 1)).toBe(2 ** -60);
  expect(lost(0.1, 0.2, 0.1 + 0.2)).toBe(-(2 ** -55)); // 0.1 + 0.2 is rounded up by half of an ulp of 2⁻⁵⁴
});

test("a million times 0.1 is 1e5 to the last bit, and is not with plain sums", () => {
  const [compensated, plain] = (["compensated", "plain"] as const).map((how) => {
    const s = { q: new Float64Array(1), v: new Float64Array(1) };
    const step = Float64Array.of(0.1);
    const sum = stateSum(1, how);
    for (let n = 0; n < 1_000_000; n++) sum.add(s, step, step);
    return s;
  });
  expect(compensated!.q[0]).toBe(100_000);
  expect(compensated!.v[0]).toBe(100_000);
  expect(Math.abs(plain!.q[0]! - 100_000)).toBeGreaterThan(1e-7);
});

test("an increment and its factor reach the state once the sum can hold them", () => {
  const s = { q: Float64Array.of(1), v: Float64Array.of(-1) };
  const half = Float64Array.of(2 ** -53); // half an ulp of 1: a tie, rounded to even
  const sum = stateSum(1, "compensated");
  sum.add(s, half, half, 0.5);
  sum.add(s, half, half, 0.5);
  expect([s.q[0], sum.memory[0]?.[0]]).toEqual([1, 2 ** -53]);
  sum.add(s, half, half);
  expect([s.q[0], sum.memory[0]?.[0]]).toEqual([1 + 2 ** -52, 0]);
  expect([s.v[0], sum.memory[1]?.[0]]).toEqual([-1 + 2 ** -52, 0]);
});

test.each(["compensated", "plain"] as const)(
  "%s sums of a vector, of its entries and of a state agree bit for bit",
  (how) => {
    const [q, v, x, y] = Array.from({ length: 4 }, () => new Float64Array(2));
    const [state, vector, c] = [stateSum(2, how), vectorSum(2, how), compensation(2, how)];
    for (let n = 1; n < 100; n++) {
      const dx = Float64Array.of(Math.sin(n), 1 / n);
      state.add({ q: q!, v: v! }, dx, dx);
      vector.add(x!, dx);
      for (let j = 0; j < 2; j++) addEntry(y!, c, j, dx[j]!);
    }
    for (const other of [v, x, y]) expect([...other!]).toEqual([...q!]);
    expect(vector.memory).toEqual(state.memory.slice(0, 1));
    expect(vector.memory).toEqual(c === null ? [] : [c]);
  },
);

test("what a product loses is found exactly, and is nothing where it overflows", () => {
  /** h w added to nothing, and what is carried of it. */
  const carried = (h: number, w: number) => {
    const [s, sum] = [{ q: new Float64Array(1), v: new Float64Array(1) }, stateSum(1, "compensated")];
    sum.addTimes(s, h, Float64Array.of(w), new Float64Array(1));
    return [s.q[0], sum.ofPositions[0]];
  };
  const whole = (x: number) => BigInt(x * 2 ** 60);
  for (let n = 1; n < 1000; n++) {
    const [x, y] = [0.02, 1 + Math.abs(Math.sin(n))];
    const product = x * y;
    const exact = whole(x) * whole(y) - (whole(product) << 60n);
    expect(carried(x, y)).toEqual([product, Number(exact) / 2 ** 120]);
  }
  expect(carried(2, 1e305)).toEqual([2e305, 0]);
});

test("two operations find what the larger number loses", () => {
  for (let n = 1; n < 1000; n++) {
    const [x, y] = [1 + Math.abs(Math.sin(n)), Math.sin(3 * n) / 50];
    expect(lostOfLarger(x, y, x + y)).toBe(lost(x, y, x + y));
  }
});

test("steps h w add up to the last bit of twice the digits, where rounded products have a mean", () => {
  const [h, steps] = [0.02, 100_000];
  const s = { q: Float64Array.of(0.3), v: Float64Array.of(0.7) };
  const sum = stateSum(1, "compensated");
  const plain = { q: s.q.slice(), v: s.v.slice() };
  const plainSum = stateSum(1, "compensated");
  const whole = (x: number) => BigInt(x * 2 ** 60) << 60n; // doubles here are multiples of 2⁻⁶⁰
  let [q, v] = [whole(0.3), whole(0.7)];
  const exact = (x: number) => BigInt(h * 2 ** 60) * BigInt(x * 2 ** 60);
  for (let n = 0; n < steps; n++) {
    const [w, a] = [Float64Array.of(Math.cos(n / 50)), Float64Array.of(-Math.sin(n / 50))].map((x) =>
      x.map((y) => Math.round(y * 2 ** 52) / 2 ** 52),
    );
    sum.addTimes(s, h, w!, a!);
    plainSum.add(plain, w!, a!, h);
    q += exact(w![0]!);
    v += exact(a![0]!);
  }
  const off = (state: number, carried: number, total: bigint) =>
    Math.abs(Number(total - whole(state)) / 2 ** 120 - carried);
  expect(off(s.q[0]!, sum.memory[0]![0]!, q)).toBeLessThan(1e-28);
  expect(off(s.v[0]!, sum.memory[1]![0]!, v)).toBeLessThan(1e-28);
  // The products alone lose more than 10⁻¹⁷ on the way.
  expect(off(plain.q[0]!, plainSum.memory[0]![0]!, q)).toBeGreaterThan(1e-18);
});

test("two coordinates are summed like two of many, bit for bit", () => {
  const sums = [2, 3].map((n) => ({ sum: stateSum(n, "compensated"), q: new Float64Array(n), v: new Float64Array(n) }));
  for (let n = 1; n < 200; n++) {
    for (const { sum, q, v } of sums) {
      const dq = Float64Array.of(Math.sin(n), 1 / n, 0);
      const dv = Float64Array.of(Math.cos(3 * n), 1e-9 * n, 0);
      sum.addTimes({ q, v }, 0.1, dq.subarray(0, q.length), dv.subarray(0, q.length));
    }
    const [two, three] = sums.map(({ sum, q, v }) => [q, v, ...sum.memory].map((x) => [...x.subarray(0, 2)]));
    expect(two).toEqual(three);
  }
});

test("what a scheme knows to be lost joins what the sum has lost", () => {
  for (const dof of [2, 3]) {
    const s = { q: new Float64Array(dof), v: new Float64Array(dof) };
    const sum = stateSum(dof, "compensated");
    sum.carry(1, 2 ** -60, -(2 ** -61));
    sum.carry(1, 2 ** -60, -(2 ** -61));
    expect(sum.memory.map((x) => x[1])).toEqual([2 ** -59, -(2 ** -60)]);
    sum.add(s, new Float64Array(dof), new Float64Array(dof));
    expect([s.q[1], s.v[1]]).toEqual([2 ** -59, -(2 ** -60)]);
  }
});
