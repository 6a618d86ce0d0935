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
  shearBuilding,
} from "noether";
import { certify, type Finding } from "noether/analysis";
import { markdownTable } from "noether/report";

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
const building: Trial = {
  name: "building",
  problem: {
    ...shearBuilding({ storeys: 3, mass: 1, stiffness: 1, damping: 0, peak: 0 }),
    q0: Float64Array.of(0.1, 0.2, 0.3),
    v0: Float64Array.of(0.1, -0.2, 0.3),
  },
  step: 0.2,
};

export function auditPage(): string {
  const columns = ["method", "on", "order", "symplectic", "symmetric", "energy", "angular momentum", "ledger"];
  return [
    "# Claims and measurements",
    `Every method with the settings its tests run, measured by \`certify\` on a nonlinear system from a moving start (sextic:
V = r (r − 1)², r = |q|², step ${sextic.step}) or, for methods made for linear systems, on a building of three storeys (step ${building.step}). Order: claimed, then
measured in q and v. Others: what was measured, in powers of ten; **round-off** is below 10⁻¹¹, and for invariants over 2000 steps what a random walk
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
    const trial = [sextic, building].find(({ problem }) => refusal(method, problem.system) === null);
    return trial === undefined ? [name, "–", "", "", "", "", "", ""] : [name, trial.name, ...measured(method, trial)];
  });
}

function measured(method: Method, { problem, step }: Trial): string[] {
  const reference = dop853({ tolerance: 1e-13 });
  const { findings, convergence } = certify(problem, method, { step, steps: 2000, reference });
  const of = (property: string) => findings.find((finding) => finding.property === property);
  const orders = [convergence?.positionOrder, convergence?.velocityOrder].map((order) => order?.toFixed(1) ?? "–");
  return [
    `${method.claims.order}: ${orders.join(", ")}${of("order")?.verdict === "fails" ? " ✗" : ""}`,
    ...["symplectic", "symmetric", "energy", "angular-momentum-z", "energy ledger"].map((name) => inWords(of(name))),
  ];
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
