/** What steps along a band accept: equations that are solved at the places that are meant, to the same part of rounding as the general stepper leaves, and no others. */
import { describe, expect, test } from "vitest";
import { sin } from "../../../src/core/elementary.js";
import type { Method } from "../../../src/core/method.js";
import { begin } from "../../../src/core/run.js";
import { specialised } from "../../../src/core/specialise.js";
import type { DiscreteGradient, System } from "../../../src/core/system.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { gauss } from "../../../src/methods/gauss.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { chainOf, type Equations, leftOf, ofEnergyMomentum, ofGauss, ofMidpoint, watched } from "./exact-residual.js";

const MASSES = 20;
const FEW = 14;

interface Case {
  readonly method: Method;
  readonly equations: Equations;
  readonly steps: readonly number[];
}

/** Gauss has the code where steps are short. */
const cases: Readonly<Record<string, Case>> = {
  midpoint: { method: midpoint(), equations: ofMidpoint, steps: [0.005, 0.01, 0.05, 0.2] },
  "energy-momentum": { method: energyMomentum(), equations: ofEnergyMomentum, steps: [0.005, 0.01, 0.05, 0.2] },
  gauss: { method: gauss(), equations: ofGauss(2), steps: [0.005, 0.01, 0.02] },
};

for (const [name, { method, equations, steps }] of Object.entries(cases)) {
  describe(name, () => {
    test.each(steps)(
      "h = %d: what is left has nothing of the change of the force by the rounding of its place",
      (h) => {
        const left = leftOf({ method, equations, masses: MASSES, h, steps: 60 }).filter(({ isRounding }) => isRounding);
        expect(left.length).toBeGreaterThan(0.9 * 60 * MASSES);
        const sum = (term: (of: (typeof left)[number]) => number) => left.reduce((total, of) => total + term(of), 0);
        const squares = sum(({ change }) => change ** 2);
        // Both are rounding: what is left, less than that of a double that is as large as all terms.
        expect(squares / left.length).toBeGreaterThan(0.3 ** 2);
        expect(sum(({ residual }) => residual ** 2) / left.length).toBeLessThan(0.5 ** 2);
        // 1 without K δ. Of what is left, 0.3 to 0.4 of the unit beside changes of 0.4 to 0.6, it is a random number of 0.02 to 0.03.
        expect(Math.abs(sum(({ residual, change }) => residual * change) / squares)).toBeLessThan(0.2);
      },
    );

    // Both have the same criteria, written down twice: the share of an iteration that is left is foreseen from the ones before. So few masses have a matrix that is cheap to
    // factor in both forms.
    test.each(steps)("h = %d: as many forces as in the general stepper, and no fewer", (h) => {
      const [code, general] = (["always", "never"] as const).map((how) =>
        specialised(how, () => {
          const { system, start } = chainOf(FEW);
          const runner = begin({ ...start, system }, method, { time: { step: h, steps: 100 } });
          while (runner.advance(100));
          return runner.result().work.gradients;
        }),
      );
      // Those iterations differ that begin within a part in a hundred of what is accepted; with a bound 2¹⁰ times as large a sixth of them is saved.
      expect(Math.abs(code / general - 1)).toBeLessThan(0.025);
    });

    test.each(steps)(
      "h = %d: where forces are uncertain by 400 roundings and more, a step fails as in the general stepper",
      (h) => {
        for (const size of [1e-13, 1e-12, 1e-11, 1e-10]) {
          const [code, general] = (["always", "never"] as const).map((how) =>
            specialised(how, () => {
              const { system, start } = chainOf(MASSES);
              const runner = begin({ ...start, system: uncertain(system, size) }, method, {
                time: { step: h, steps: 100 },
              });
              while (runner.advance(100));
              const { status, failure, last } = runner.result();
              return { status, kind: failure?.kind, steps: Math.round(last.t / h) };
            }),
          );
          expect(general.status).toBe("failed");
          expect(code).toEqual(general);
        }
      },
    );
  });
}

/** Forces that are another number by this share with every ulp of the place, and nobody who knows. */
function uncertain(system: System, size: number): System {
  const { gradientRounding: _, ...others } = watched(system, (x, g) => {
    for (let i = 0; i < g.length; i++) g[i] *= 1 + size * sin(1e17 * x[i]);
  });
  const { rounding: __, ...discreteGradient } = others.discreteGradient as DiscreteGradient;
  return { ...others, discreteGradient } as System;
}
