/** What the text states and no figure shows: variants, symplecticity, stability, and what is misprinted. */
import { begin, orThrow, run, simpson } from "noether";
import { symplecticDefect } from "noether/analysis";
import { digits } from "../claim.js";
import type { Claim, Item } from "../reproduction.js";
import { errors, frequencies, G, LENGTH, pendulum, SCHEMES } from "./pendulum.js";

export const variants: Item = {
  id: "section-3",
  title: "Two variants, one scheme",
  reproduce() {
    const ends = (["one-factor", "midpoint", "eliminated"] as const).map((form) => {
      const { last } = orThrow(run(pendulum().problem, simpson({ form }), { time: { step: 0.1, steps: 1000 } }));
      return [...last.q, ...last.v];
    });
    const [ours = [], ...theirs] = ends;
    const apart = Math.max(...theirs.flatMap((end) => end.map((value, i) => Math.abs(value - (ours[i] ?? 0)))));
    return {
      claims: [
        {
          where: "Sections 3.4, 3.5",
          says: "both variants lead to the same result at each node",
          paper: null,
          ours: `after 1000 steps they and the form with one factor differ by ${digits(apart)}`,
          // Positions and velocities below 10, a thousand steps.
          verdict: apart < 1e-10 ? "reproduced" : "differs",
          remark: "M + h²K/24 is the only matrix that has to be factored; neither L⁻¹ nor the midpoint need be formed.",
        },
        periodMisprint(),
        rightSideMisprint(),
      ],
      figures: [],
    };
  },
};

function periodMisprint(): Claim {
  // With the period that is printed, T = 1 t̄ and 10 meshes are ten steps of t̄/10 = 1/(10 ω₀).
  const method = SCHEMES[0]?.method;
  if (method === undefined) throw new Error("Newmark is the first");
  const printed = errors(method, 1 / (20 * Math.PI), 10).q;
  const used = errors(method, 1 / 10, 10).q;
  return {
    where: "Section 6",
    says: "t̄ = 1/ω₀",
    paper: `error of the first cell ${digits(printed)}; Table 2 has 0.342`,
    ours: `${digits(used)} with t̄ = 2π/ω₀`,
    verdict: Math.abs(used - 0.342) < 0.004 && printed < 0.01 ? "misprint" : "differs",
    remark:
      "Correct: t̄ = 2π/ω₀ = 1 s. Not stated: m₁ = 1 kg and g = 9.81 m/s², on which p depends, and the Euclidean norm.",
  };
}

/** (27) reads A (q_m, η_{j+1}) = B η_{j+1}. Its second row would be p₁ − X q₁ = −p₁ − X q₁, that is p₁ = 0. */
function rightSideMisprint(): Claim {
  const { problem, system } = pendulum();
  const { last } = orThrow(run(problem, simpson(), { time: { step: 0.1, steps: 1 } }));
  const p = new Float64Array(2);
  system.mass.apply(last.v, p);
  const size = Math.hypot(...p);
  return {
    where: "Equation (27)",
    says: "the right side is B_σ η_{j+1}",
    paper: "p₁ = 0",
    ours: `p₁ has the size ${digits(size)} from B_σ η_j`,
    verdict: size > 0.01 ? "misprint" : "differs",
    remark:
      "Correct: B_σ η_j, as (29) has it. Likewise the sums (4), (16) start at j = 0 and (21) begins with a minus sign.",
  };
}

export const structure: Item = {
  id: "section-4",
  title: "Symplecticity and stability",
  reproduce() {
    const { problem } = pendulum();
    const method = simpson();
    const form = method.claims.symplectic;
    if (form === null) throw new Error("simpson claims to be symplectic");
    const inside = symplecticDefect(problem, method, 0.1, form);
    const beyond = symplecticDefect(problem, method, 0.35, form);
    return {
      claims: [
        {
          where: "Propositions 1 to 6",
          says: "Simpson's scheme is symplectic where X and Y are positive definite",
          paper: null,
          ours: `defect ${digits(inside)} at h = 0.1; ${digits(beyond)} at h = 0.35, where Y is not definite`,
          verdict: Math.max(inside, beyond) < 1e-13 ? "reproduced" : "differs",
          remark: "Symmetric X and Y with X + Y and L invertible suffice; definiteness is needed for stability only.",
        },
        boundMisprint(),
        limitClaim(),
        pocketClaim(),
        eigenvectorMisprint(),
      ],
      figures: [],
    };
  },
};

/** Extreme eigenvalues of M (lowest) and K (highest), both known in closed form for the pendulum. */
function boundMisprint(): Claim {
  const square = LENGTH * LENGTH;
  const mu = (square * (3 - Math.sqrt(5))) / 2;
  const k = 2 * G * LENGTH;
  const [, high] = frequencies();
  return {
    where: "After equation (40)",
    says: "k/μ is the square of the highest frequency",
    paper: `k/μ = ${digits(k / mu)}`,
    ours: `ω²_max = ${digits(high * high)} s⁻²`,
    verdict: k / mu > 1.01 * high * high ? "misprint" : "differs",
    remark: "k/μ is an upper bound: (40) is sufficient, and ω_max h < 2√2 is the sharp condition.",
  };
}

const accepted = (step: number) => {
  try {
    begin(pendulum().problem, simpson(), { time: { step, steps: 1 } });
    return true;
  } catch {
    return false;
  }
};

function limitClaim(): Claim {
  const limit = Math.sqrt(8) / frequencies()[1];
  return {
    where: "Section 4.3",
    says: "stable for ω_max h < 2√2",
    paper: `h < ${digits(limit)}`,
    ours: `${digits(0.999 * limit)} is accepted, ${digits(1.001 * limit)} is not`,
    verdict: accepted(0.999 * limit) && !accepted(1.001 * limit) ? "reproduced" : "differs",
    remark: "Checked before every run by counting pivots of K − σM.",
  };
}

function pocketClaim(): Claim {
  const [, high] = frequencies();
  const step = Math.sqrt(12.25) / high;
  const { last } = orThrow(run(pendulum().problem, simpson(), { time: { step, steps: 10_000 } }));
  const size = Math.hypot(...last.q);
  return {
    where: "Section 4.3",
    says: "nothing about longer steps",
    paper: null,
    ours: `at ω_max h = 3.5 the motion has the size ${digits(size)} after 10,000 steps`,
    verdict: size < 2 ? "not stated" : "differs",
    remark: "A mode is stable again for √12 < ωh < √24, though far from the exact motion; only beyond √24 it never is.",
  };
}

/** The matrix after (49), times x of (50), for μ_r = 2: its entry (2, 2) is printed as μ_r (g − ω² μ_r l). */
function eigenvectorMisprint(): Claim {
  const ratio = 2;
  const square = frequencies(ratio)[0] ** 2;
  const x = [1, Math.sqrt((1 + ratio) / ratio)] as const;
  const secondRow = (entry: number) => Math.abs(-square * ratio * LENGTH * x[0] + entry * x[1]);
  const printed = secondRow(ratio * (G - square * ratio * LENGTH));
  const correct = secondRow(ratio * (G - square * LENGTH));
  return {
    where: "After equation (49)",
    says: "entry (2, 2) is μ_r (g − ω² μ_r l)",
    paper: `residual ${digits(printed)} for μ_r = 2`,
    ours: `residual ${digits(correct)} for μ_r (g − ω² l)`,
    verdict: correct < 1e-12 && printed > 1 ? "misprint" : "differs",
    remark: "Correct: μ_r (g − ω² l); invisible at μ_r = 1.",
  };
}
