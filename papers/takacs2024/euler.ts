/** Figures 1 and 2, section 2: explicit Euler on an oscillator, and the equation that it really solves. */
import { distortedField, fractionText, oneStepMethods, slopeOf, treeText } from "noether/analysis";
import type { Figure, Series } from "noether/report";
import { digits, misprint, stated } from "../claim.js";
import type { Item } from "../reproduction.js";

const OMEGA = 1;
const STEP = 0.1;
const STEPS = 200;

interface Points {
  readonly t: number[];
  readonly x: number[];
  readonly v: number[];
}

function euler(): Points {
  const out: Points = { t: [0], x: [1], v: [0] };
  for (let n = 0; n < STEPS; n++) {
    const [x, v] = [out.x[n], out.v[n]];
    out.t.push((n + 1) * STEP);
    out.x.push(x + STEP * v);
    out.v.push(v - STEP * OMEGA * OMEGA * x);
  }
  return out;
}

/** (17), and its velocity by (15) cut after Δt². */
function distorted(): Points {
  const growth = (STEP / 2) * OMEGA * OMEGA;
  const rate = OMEGA - (STEP * STEP * OMEGA ** 3) / 3;
  const out: Points = { t: [], x: [], v: [] };
  for (let n = 0; n <= STEPS; n++) {
    const t = n * STEP;
    out.t.push(t);
    out.x.push(Math.exp(growth * t) * Math.cos(rate * t));
    // The pair (15), (16) is a spiral: v = −ω eᵍᵗ sin.
    out.v.push(-OMEGA * Math.exp(growth * t) * Math.sin(rate * t));
  }
  return out;
}

const exact = (): Points => {
  const t = Array.from({ length: STEPS + 1 }, (_, n) => n * STEP);
  return { t, x: t.map((s) => Math.cos(OMEGA * s)), v: t.map((s) => -OMEGA * Math.sin(OMEGA * s)) };
};

const figures: Item = {
  id: "figures-1-2",
  title: "Explicit Euler on an oscillator",
  reproduce() {
    const [numerical, approximate, true_] = [euler(), distorted(), exact()];
    const size = Math.max(...numerical.x.map(Math.abs));
    const off = (a: Points, b: Points) => Math.max(...a.x.map((value, k) => Math.abs(value - b.x[k]))) / size;
    const series = (x: keyof Points, y: keyof Points): Series[] =>
      [
        { name: "exact", points: true_ },
        { name: "explicit Euler", points: numerical },
        { name: "distorted equation, to Δt²", points: approximate },
      ].map(({ name, points }, colour) => ({
        name,
        x: points[x],
        y: points[y],
        style: colour === 1 ? "points" : "line",
        colour,
      }));
    const figure = (title: string, of: Series[], square: boolean): Figure => ({
      panels: [
        {
          title,
          shape: square ? "square" : "wide",
          ...(square ? { equal: true } : {}),
          x: { label: square ? "x" : "t", scale: "linear" },
          y: { label: square ? "v" : "x", scale: "linear" },
          series: of,
        },
      ],
      note: "ω = 1: the caption has ω = 0, with which nothing would oscillate.",
    });
    return {
      claims: [
        stated(
          "Figures 1 and 2",
          "the truncated distorted equation matches explicit Euler closely, and the exact solution does not",
          `to t = 20, off by ${digits(100 * off(approximate, numerical), 2)} % and ${digits(100 * off(true_, numerical), 2)} % of the motion`,
          off(approximate, numerical) < 0.02 && off(true_, numerical) > 0.3,
        ),
        misprint(
          "Figure 1, caption",
          "printed: ω = 0",
          null,
          "ω = 1",
          true,
          "An oscillator with ω = 0 does not oscillate; the figure shows one period in about 6 s.",
        ),
      ],
      figures: [
        { name: "figure-1", figure: figure("Position", series("t", "x"), false) },
        { name: "figure-2", figure: figure("Phase plane", series("x", "v"), true) },
      ],
    };
  },
};

/** m̃ ẍ + c̃ ẋ + k̃ x = 0 with (19)–(21), its remainder against the step itself: Euler multiplies the amplitude of ẍ + ω²x = 0 by λ = 1 ± iωΔt, and s = ln λ/Δt is a
 *  root of the distorted equation to the order that is kept. */
function distortedRoots(step: number, omega: number): number {
  const k = omega * omega;
  const [mass, damping, stiffness] = [
    1 + (step * step * k) / 3,
    -step * k + (step ** 3 * k * k) / 6,
    k * (1 - (step * step * k) / 12),
  ];
  const [re, im] = [Math.log1p((step * omega) ** 2) / (2 * step), Math.atan(step * omega) / step];
  return Math.hypot(mass * (re * re - im * im) + damping * re + stiffness, 2 * mass * re * im + damping * im);
}

const secondOrder: Item = {
  id: "equations-18-21",
  title: "Explicit Euler's distorted mass, damping and stiffness",
  reproduce() {
    const steps = [0.1, 0.05, 0.025];
    const points = steps.map((step) => ({ x: Math.log(step), y: Math.log(distortedRoots(step, 1.3)) }));
    const order = slopeOf(points);
    return {
      claims: [
        stated(
          "(18)–(21)",
          "m̃ = m(1 + Δt²k/3m) + O(Δt⁴), c̃ = −Δt k + Δt³k²/6m + O(Δt⁴), k̃ = k(1 − Δt²k/12m) + O(Δt⁴)",
          `the step's own root ln λ/Δt leaves a remainder of order ${digits(order, 3)}`,
          order > 3.9,
          "They are one of many ways to write the equation: dividing by m̃ leaves two numbers that count.",
        ),
      ],
      figures: [],
    };
  },
};

const coefficients: Item = {
  id: "equations-10-13",
  title: "The distorted field of explicit Euler",
  reproduce() {
    const terms = new Map(
      distortedField(oneStepMethods["explicit Euler"], 4).map(({ tree, coefficient }) => [
        treeText(tree),
        fractionText(coefficient),
      ]),
    );
    const is = (name: string, value: string) => terms.get(name) === value;
    return {
      claims: [
        stated("(10)", "f₁ = −½ Df f", `${terms.get("f' f")} f'f`, is("f' f", "-1/2")),
        misprint(
          "(11), (13)",
          "printed: f₂ = 1/3 D²f(f, f) + 1/12 Df Df f",
          null,
          `${terms.get("f''(f, f)")} f''(f, f) + ${terms.get("f' f' f")} f'f'f`,
          is("f''(f, f)", "1/12") && is("f' f' f", "1/3"),
          "The two coefficients are exchanged; (15) and (16) use the right ones.",
        ),
        misprint(
          "(12)",
          "printed: first term of f₃ with +¼",
          null,
          `${terms.get("f' f' f' f")} f'f'f'f`,
          is("f' f' f' f", "-1/4"),
          "(13) has the right sign.",
        ),
      ],
      figures: [],
    };
  },
};

export const eulerItems: readonly Item[] = [figures, coefficients, secondOrder];
