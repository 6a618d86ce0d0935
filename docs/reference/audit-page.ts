/** The page of claims and measurements: every method with every setting of its variants, measured by `certify`. Digits are
 *  rounded so that the page is the same on every machine. */
import {
  centralSextic,
  dop853,
  type Method,
  type MethodFamily,
  methods,
  neoHookean,
  type Problem,
  refusal,
  run,
  shearBuilding,
  solid,
  solidProblem,
  springChain,
  standard,
} from "noether";
import { certify, convergence, type Finding } from "noether/analysis";
import { box } from "noether/mesh";
import { markdownTable } from "noether/report";
import { building, stiffening } from "../../bench/src/work-precision/building.js";

interface Trial {
  readonly name: string;
  readonly problem: Problem;
  readonly step: number;
  readonly steps: number;
}

const sextic: Trial = {
  name: "sextic",
  problem: { ...centralSextic(), q0: Float64Array.of(1.1, 0.2), v0: Float64Array.of(0.3, 0.5) },
  step: 0.05,
  steps: 500,
};
const threeStoreys: Trial = {
  name: "building",
  problem: {
    ...shearBuilding({ storeys: 3, mass: 1, stiffness: 1, damping: 0, peak: 0 }),
    q0: Float64Array.of(0.1, 0.2, 0.3),
    v0: Float64Array.of(0.1, -0.2, 0.3),
  },
  step: 0.2,
  steps: 500,
};
const chain: Trial = { name: "chain", problem: springChain({ masses: 10 }), step: 0.1, steps: 1000 };
const block: Trial = { name: "block", problem: tumblingBlock(), step: 0.02, steps: 100 };

/** One hexahedron of rubber, free in space, turning and stretched. */
function tumblingBlock(): Problem {
  const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1], element: "hex8" });
  const body = solid({ mesh, material: neoHookean({ E: 100, nu: 0.3, density: 1 }), mass: "lumped" });
  return solidProblem(body, {
    velocity(X, Y, Z) {
      const [x, y, z] = [X - 0.5, Y - 0.5, Z - 0.5];
      return [z - 2 * y + 1.5 * x, 2 * x - 0.5 * z, 1 + 0.5 * y - x];
    },
  });
}

const COLUMNS = ["method", "on", "order", "symplectic", "symmetric", "energy", "momenta", "ledger"];

const LEGEND = `**holds** and **exact**: a claim, at rounding for every step size that was tried. **bounded**: the energy of a symplectic method, with its band.
**found**: not claimed, and there. **no**: not claimed, with the power of the step that its defect follows. A number in brackets: not claimed, and varies by so
much. Energies are parts of those that flow, the largest kinetic energy or variation of the potential, and not of the terms that cancel in them, which in a solid are 20 to 30
times larger; momenta are parts of their largest terms. All are rounded up to a power of ten. **?**: not measured, for a reason listed below. ✗ marks a claim that is violated; there must be none. Order: claimed, then
measured in q and v. How each is found: [certificates](../topics/certificates.md).`;

let page: string | null = null;

/** Every method with every setting, on small systems. */
export function auditPage(): string {
  page ??= written(
    "Claims and measurements",
    `What methods claim, measured by \`certify\` on the sextic potential V = r (r − 1)², r = |q|², from a moving start (2 unknowns, step ${sextic.step}, ${sextic.steps} steps); methods made for
linear systems on a building of three storeys (step ${threeStoreys.step}, ${threeStoreys.steps} steps), and what needs pairs of points on a chain of ten masses with springs that stiffen (step ${chain.step}, ${chain.steps}
steps). Driven: the orders in q and v once more, on a building of ten storeys with dampers in two of them, on ground that moves; its storeys stiffen, and are linear, or
without their damping too, for the methods that ask for that, as the row says. Chains and solids under every method: [solids](audit-solids.md).`,
    (reasons) => methods.flatMap((family) => rowsOf(family, reasons)),
    [...COLUMNS.slice(0, 3), "driven", ...COLUMNS.slice(3)],
  );
  return page;
}

/** Every method of fixed steps by default, on a chain and a solid. Those with their own clock go from face to face in as many dimensions:
 *  hours, for what two dimensions show. */
export function solidsPage(): string {
  return written(
    "Claims and measurements on chains and solids",
    `Every method of fixed steps as it is by default, measured by \`certify\` on a chain of ten masses with springs that stiffen (10 unknowns, step ${chain.step}, ${chain.steps} steps) and a free
block of neo-Hookean rubber, one hexahedron, turning and stretched (24 unknowns, step ${block.step}, ${block.steps} steps).`,
    (reasons) =>
      [chain, block].flatMap((trial) =>
        methods.flatMap((family) => {
          const method = standard(family);
          if (method.clock !== "fixed" || refusal(method, trial.problem.system) !== null) return [];
          return [[`\`${family.id}\``, trial.name, ...measured(method, trial, reasons)]];
        }),
      ),
  );
}

function written(
  title: string,
  introduction: string,
  rows: (reasons: string[]) => string[][],
  columns = COLUMNS,
): string {
  const reasons: string[] = [];
  const table = markdownTable({ columns: columns.map((head) => ({ head })), rows: rows(reasons) }).trimEnd();
  const notes =
    reasons.length === 0 ? [] : ["Not measured:", reasons.map((reason, i) => `${i + 1}. ${reason}`).join("\n")];
  return [`# ${title}`, introduction, LEGEND, table, ...notes].join("\n\n").concat("\n");
}

function rowsOf(family: MethodFamily, reasons: string[]): string[][] {
  const needy = Object.values(family.parameters).some(({ required }) => required === true);
  return [...(needy ? [] : [{}]), ...family.variants].map((parameters) => {
    const settings = Object.entries(parameters).map(([key, value]) => `${key}: ${shown(value)}`);
    const method = family(parameters);
    const name = `\`${family.id}\`${settings.length === 0 ? "" : ` ${settings.join(", ")}`}`;
    const trial = [sextic, threeStoreys].find(({ problem }) => refusal(method, problem.system) === null) ?? chain;
    const [order, ...others] = measured(method, trial, reasons);
    return [name, trial.name, order ?? "", drivenOrders(method), ...others];
  });
}

function measured(method: Method, { problem, step, steps }: Trial, reasons: string[]): string[] {
  const reference = dop853({ tolerance: 1e-13 });
  const { findings } = certify(problem, method, { step, steps, reference });
  const of = (property: string) => findings.find((finding) => finding.property === property);
  const cell = (finding: Finding | undefined, words: (finding: Finding) => string): string => {
    if (finding === undefined) return "–";
    if (finding.verdict === "violated") return `✗ ${words(finding)}`;
    return finding.verdict === "not measured" ? `? ${noted(finding.measured, reasons)}` : words(finding);
  };
  const momenta = findings.filter(({ property }) => /momentum/.test(property));
  const kinds = [...new Set(momenta.map(({ property }) => property.replace(/-momentum-.$/, "")))];
  return [
    cell(of("order"), orderInWords),
    cell(of("symplectic"), structureInWords),
    cell(of("symmetric"), structureInWords),
    cell(of("energy"), variationInWords),
    kinds
      .map((kind) => {
        const all = momenta.filter(({ property }) => property.startsWith(`${kind}-`));
        const worst = all.reduce((a, b) =>
          (b.value ?? Number.POSITIVE_INFINITY) > (a.value ?? Number.POSITIVE_INFINITY) ? b : a,
        );
        return `${kind} ${cell(worst, variationInWords)}`;
      })
      .join(", ") || "–",
    cell(of("energy ledger"), ({ claim, verdict }) => (verdict === "holds" ? "closed" : claim)),
  ];
}

const driven = [
  { name: "stiffening", problem: stiffening() },
  { name: "linear", problem: building(true) },
  { name: "undamped", problem: building(false) },
].map(({ name, problem }) => ({
  name,
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
  const words = `${found.map((value) => value.toFixed(1)).join(", ")}, ${trial.name}`;
  return words + (found.some((value) => value < order - 0.3) ? " ✗" : "");
}

/** The number of a reason; numbers in it differ from row to row and are left out. */
function noted(reason: string, reasons: string[]): number {
  const plain = reason
    .replace(/\d+ of \d+/, "some")
    .replace(/: errors ∝.*/, "")
    .replace(/.*not settled/, "the slopes are not settled");
  const said = plain.charAt(0).toUpperCase() + plain.slice(1);
  if (!reasons.includes(said)) reasons.push(said);
  return reasons.indexOf(said) + 1;
}

function orderInWords({ claim, evidence: { order } }: Finding): string {
  const found = [order?.position, order?.velocity].map((line) => (line == null ? "unknown" : line.slope.toFixed(1)));
  return `${claim}: ${found.join(", ")}`;
}

function structureInWords({ verdict, evidence }: Finding): string {
  if (verdict === "holds") return "holds";
  if (verdict === "also found") return "found";
  const exponent = evidence.defects?.find(({ found }) => found === "power")?.exponent;
  return exponent == null ? "no" : `no, step^${exponent.toFixed(0)}`;
}

function variationInWords({ claim, verdict, value }: Finding): string {
  const size = value === null || value === 0 ? "0" : `1e${Math.ceil(Math.log10(value))}`;
  if (claim === "exact") return "exact";
  if (verdict === "also found") return "found";
  return claim === "no" ? `(${size})` : value !== null && value < 1e-11 ? "bounded, rounding" : `bounded, ${size}`;
}

function shown(value: unknown): string {
  return typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value);
}
