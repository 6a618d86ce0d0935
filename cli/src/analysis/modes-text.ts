/** An analysis as text: the modes, one table a scheme, the limits, the advice. */
import { significant, textTable } from "noether/report";
import type { Analysis } from "../commands/analyze.js";

export function asText(analysis: Analysis): string {
  const { title, unknowns, found, step, stepFrom, rows } = analysis;
  const from = stepFrom === "given" ? "" : ", a twentieth of the shortest period shown";
  const parts = [
    `${title}: ${unknowns} unknowns, ${rows.length} modes, step ${significant(step)}${from}\n`,
    modeTable(analysis),
    ...(rows[0]?.schemes.map((_, k) => schemeTable(analysis, k)) ?? []),
    limitTable(analysis),
    adviceTable(analysis),
    ...remarks(found),
    ...rigidRemark(found),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** The modes as they are, whatever integrates them. */
function modeTable({ rows }: Analysis): string {
  return textTable({
    columns: [
      { head: "mode" },
      { head: "ω", unit: "rad/s" },
      { head: "f", unit: "Hz" },
      { head: "period" },
      { head: "damping", digits: 4 },
    ],
    rows: rows.map(({ mode: { frequency, damping } }, i) => {
      const period = frequency === 0 ? null : (2 * Math.PI) / frequency;
      return [i + 1, frequency, frequency / (2 * Math.PI), period, damping];
    }),
  });
}

function schemeTable({ rows }: Analysis, k: number): string {
  const table = textTable({
    columns: [
      { head: "mode" },
      { head: "ω of the scheme" },
      { head: "period error %", digits: 3 },
      { head: "damping added", digits: 3 },
      { head: "spectral radius", digits: 7 },
      { head: "stable" },
    ],
    rows: rows.map(({ mode: { damping }, schemes }, i) => {
      const seen = schemes[k];
      const { periodError = null, damping: ratio = null } = seen ?? {};
      return [
        i + 1,
        seen?.frequency ?? null,
        periodError === null ? null : 100 * periodError,
        ratio === null ? null : rounded(ratio - damping),
        seen?.spectralRadius ?? null,
        seen?.stable ?? null,
      ];
    }),
  });
  return `${rows[0]?.schemes[k]?.name ?? ""}\n${table}`;
}

/** Rounding of the eigenvalues is not damping. */
const rounded = (value: number) => (Math.abs(value) < 1e-12 ? 0 : value);

function limitTable({ limits, step }: Analysis): string {
  return textTable({
    columns: [{ head: "method" }, { head: "longest stable step" }, { head: "this step" }],
    rows: limits.map(({ name, limit }) => [
      name,
      limit === null ? "no limit" : limit === 0 ? "none" : significant(limit),
      limit === null || step <= limit ? "stable" : "unstable",
    ]),
  });
}

function adviceTable({ tolerance, advice }: Analysis): string {
  if (tolerance === null) return "";
  const table = textTable({
    columns: [
      { head: "method" },
      { head: "longest step", digits: 4 },
      { head: "cost a unit of time", digits: 3 },
      { head: "bounded by" },
    ],
    rows: advice.map(({ name, step, cost, because }) => [
      name,
      step,
      cost,
      step === null ? "no step will do" : reason(because),
    ]),
  });
  return `Steps that keep period and amplitude a cycle within ${significant(100 * tolerance)} %, the cheapest first:\n${table}`;
}

function reason(because: Analysis["advice"][number]["because"]): string {
  if (because === null) return "two steps a period";
  if (because.kind === "stability") return "stability";
  return `${because.kind} of mode ${because.mode + 1}`;
}

/** A body that nothing holds moves without being deformed. */
function rigidRemark({ modes }: Analysis["found"]): string[] {
  const rigid = modes.filter(({ frequency }) => frequency === 0).length;
  if (rigid === 0) return [];
  return [
    `${rigid === 1 ? "One mode is a rigid motion" : `${rigid} modes are rigid motions`}: nothing resists them.\n`,
  ];
}

function remarks({ coupling, complete }: Analysis["found"]): string[] {
  return [
    ...(coupling > 0.05
      ? [
          `The damping couples modes (${significant(100 * coupling, 2)} % of its size): ratios are those of its diagonal.\n`,
        ]
      : []),
    ...(complete
      ? []
      : ["A mode may be missing: the count of eigenvalues below the highest shown was not confirmed.\n"]),
  ];
}
