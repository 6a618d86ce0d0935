/** The page of claims and measurements: every method with every setting of its variants, measured by `certify`. Digits are
 *  rounded so that the page is the same on every machine. */
import {
  centralSextic,
  dop853,
  type Method,
  type MethodFamily,
  methods,
  type Problem,
  refusal,
  run,
  shearBuilding,
} from "noether";
import { certify, convergence, type Finding } from "noether/analysis";
import { markdownTable } from "noether/report";
import { building, stiffening } from "../../bench/src/work-precision/building.js";

interface Trial {
  readonly name: string;
  readonly problem: Problem;
  readonly step: number;
}

const sextic: Trial = {
  name: "sextic",
  problem: { ...centralSextic(), q0: Float64Array.of(1.1, 0.2), v0: Float64Array.of(0.3, 0.5) },
  step: 0.05,
};
const threeStoreys: Trial = {
  name: "building",
  problem: {
    ...shearBuilding({ storeys: 3, mass: 1, stiffness: 1, damping: 0, peak: 0 }),
    q0: Float64Array.of(0.1, 0.2, 0.3),
    v0: Float64Array.of(0.1, -0.2, 0.3),
  },
  step: 0.2,
};

export function auditPage(): string {
  const columns = [
    "method",
    "on",
    "order",
    "driven",
    "symplectic",
    "symmetric",
    "energy",
    "angular momentum",
    "ledger",
  ];
  return [
    "# Claims and measurements",
    `Every method with the settings its tests run, measured by \`certify\` on a nonlinear system from a moving start (sextic:
V = r (r − 1)², r = |q|², step ${sextic.step}) or, for methods made for linear systems, on a building of three storeys (step ${threeStoreys.step}). Order: claimed, then
measured in q and v. Driven: the orders in q and v once more, on a building of ten storeys with dampers in two of them, on ground that moves; its storeys stiffen, and are linear, or without their
damping too, for the methods that ask for that. Others: what was measured, in powers of ten; **round-off** is below 10⁻¹¹, and for invariants over 2000 steps what a random walk
of rounding errors explains. A dash: not claimed, or not there to be measured. ✗ marks a claim that failed; there must be none.`,
    markdownTable({ columns: columns.map((head) => ({ head })), rows: methods.flatMap(rowsOf) }).trimEnd(),
  ]
    .join("\n\n")
    .concat("\n");
}

function rowsOf(family: MethodFamily): string[][] {
  const needy = Object.values(family.parameters).some(({ required }) => required === true);
  return [...(needy ? [] : [{}]), ...family.variants].map((parameters) => {
    const settings = Object.entries(parameters).map(([key, value]) => `${key}: ${shown(value)}`);
    const method = family(parameters);
    const name = `\`${family.id}\`${settings.length === 0 ? "" : ` ${settings.join(", ")}`}`;
    const trial = [sextic, threeStoreys].find(({ problem }) => refusal(method, problem.system) === null);
    return trial === undefined
      ? [name, "–", "", "", "", "", "", "", ""]
      : [name, trial.name, ...measured(method, trial)];
  });
}

function measured(method: Method, { problem, step }: Trial): string[] {
  const reference = dop853({ tolerance: 1e-13 });
  const { findings, convergence } = certify(problem, method, { step, steps: 2000, reference });
  const of = (property: string) => findings.find((finding) => finding.property === property);
  const orders = [convergence?.positionOrder, convergence?.velocityOrder].map((order) => order?.toFixed(1) ?? "–");
  return [
    `${method.claims.order}: ${orders.join(", ")}${of("order")?.verdict === "fails" ? " ✗" : ""}`,
    drivenOrders(method),
    ...["symplectic", "symmetric", "energy", "angular-momentum-z", "energy ledger"].map((name) => inWords(of(name))),
  ];
}

const driven = [stiffening(), building(true), building(false)].map((problem) => ({
  problem,
  reference: run(problem, dop853({ tolerance: 1e-13 }), { time: { end: 1 } }).last,
}));

/** Errors of order six and more meet rounding soon: fewer of them are seen, or none. */
function drivenOrders(method: Method): string {
  const trial = driven.find(({ problem }) => refusal(method, problem.system) === null);
  if (trial === undefined || method.clock === "own") return "–";
  const { order } = method.claims;
  const { positionOrder, velocityOrder } = convergence(trial.problem, method, {
    end: 1,
    step: order >= 6 ? 1 / 40 : 1 / 100,
    refinements: 4,
    ratio: order >= 6 ? Math.SQRT2 : 2,
    reference: trial.reference,
    floor: 1e-11,
  });
  const found = [positionOrder, velocityOrder];
  // Far above its order a method is at steps that say nothing about it.
  if (found.some((value) => !(value < order + 1.5))) return "–";
  return found.map((value) => value.toFixed(1)).join(", ") + (found.some((value) => value < order - 0.3) ? " ✗" : "");
}

function inWords(finding: Finding | undefined): string {
  if (finding === undefined || finding.value === null) return "–";
  const size = finding.value < 1e-11 ? "round-off" : `1e${Math.ceil(Math.log10(finding.value))}`;
  const claimed = finding.verdict === "not claimed" ? `(${size})` : size;
  return finding.verdict === "fails" ? `${claimed} ✗` : claimed;
}

function shown(value: unknown): string {
  return typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value);
}
