import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { lagrangeDalembert } from "../../src/methods/lagrange-dalembert.js";
import { published, sextic, skewed } from "./coupled.js";

const near = (found: readonly number[], expected: readonly number[], tolerance: number) => {
  found.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThan(tolerance);
  });
};

test("a damped step with α = 0.3 agrees with 32-digit arithmetic, with a full mass matrix too", () => {
  const expected = [
    {
      problem: sextic({ c: 0.3 }),
      q: [1.0130526409998712, 0.31490247073307864],
      v: [0.023628043756294112, 0.5466181363003676],
    },
    {
      problem: skewed({ c: 0.3 }),
      q: [0.9893576196304956, 0.3232472371525246],
      v: [-0.2052083875688509, 0.628614765085295],
    },
  ];
  for (const { problem, q, v } of expected) {
    const { last } = run(problem, lagrangeDalembert({ alpha: 0.3 }), { time: { step: 0.2, steps: 1 } });
    near([...last.q, ...last.v], [...q, ...v], 5e-15);
  }
});

test("a thousand weakly damped steps lose the energy of the reference", () => {
  const { last, ledger } = run(sextic({ ...published, c: 1e-3 }), lagrangeDalembert(), {
    time: { step: 0.2, steps: 1000 },
    ledger: true,
  });
  // Rounding grows along the orbit; the reference's own double precision run deviates by 8e-13.
  near([...last.q], [0.07200474344692064, -0.8451879721981058], 1e-11);
  const energy = 0.403784 + (ledger?.kinetic ?? 0) + (ledger?.potential ?? 0);
  expect(Math.abs(energy - 0.2848065963176834)).toBeLessThan(1e-11);
  expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-12);
});

test("the printed (46), without M⁻¹ before the force, is another method where M ≠ 1", () => {
  // The residual of (46) for positions of a run: with M⁻¹ it vanishes, without it the force is off by its own size.
  const problem = skewed({ c: 0.3 });
  const h = 0.2;
  const q: number[][] = [];
  run(problem, lagrangeDalembert(), {
    time: { step: h, steps: 2 },
    observe: { watch: { observe: (s: { q: Float64Array }) => void q.push([...s.q]), finish: () => null } },
  });
  const { system } = problem;
  const [q0, q1, q2] = q;
  const mid = (a: number[], b: number[]) => Float64Array.from(a, (x, i) => (x + b[i]) / 2);
  const acceleration = (x: Float64Array) => {
    const g = new Float64Array(2);
    system.gradient(x, g);
    system.mass.solve(g, g);
    return g.map((value) => -value);
  };
  const drag = (a: number[], b: number[]) => Float64Array.from(a, (x, i) => (-0.3 * (b[i] - x)) / h);
  const residual = (weigh: (f: Float64Array) => Float64Array) => {
    const [a0, a1] = [acceleration(mid(q0, q1)), acceleration(mid(q1, q2))];
    const [f0, f1] = [weigh(drag(q0, q1)), weigh(drag(q1, q2))];
    return Math.max(
      ...q1.map((x, i) => Math.abs((2 * x - q0[i] - q2[i]) / h + (h / 2) * (a0[i] + a1[i] + f0[i] + f1[i]))),
    );
  };
  const inverse = (f: Float64Array) => {
    system.mass.solve(f, f);
    return f;
  };
  expect(residual(inverse)).toBeLessThan(1e-14);
  expect(residual((f) => f)).toBeGreaterThan(1e-3);
});
