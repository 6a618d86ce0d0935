/** An analysis as text: the modes, one table a scheme, the limits, the advice. */
import { significant, textTable } from "noether/report";
import type { Analysis } from "../commands/analyze.js";
import { participationTable } from "./participation.js";

export function asText(analysis: Analysis): string {
  const { title, unknowns, found, step, stepFrom, rows } = analysis;
  const from = stepFrom === "given" ? "" : ", a twentieth of the shortest period shown";
  const parts = [
    `${title}: ${unknowns} unknowns, ${rows.length} modes, step ${significant(step)}${from}\n`,
    modeTable(analysis),
    participationTable(analysis.participations),
    ...(rows[0]?.schemes.map((_, k) => schemeTable(analysis, k)) ?? []),
    limitTable(analysis),
    adviceTable(analysis),
    ...rigidRemark(found),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** The modes as they are, whatever integrates them. A real root is a motion that creeps back. */
function modeTable({ rows, found }: Analysis): string {
  const table = textTable({
    columns: [
      { head: "mode" },
      { head: "ω", unit: "rad/s" },
      { head: "f", unit: "Hz" },
      { head: "period" },
      { head: "damping", digits: 4 },
      ...(found.complex === null ? [] : [{ head: "decay", unit: "1/s", digits: 4 }]),
    ],
    rows: rows.map(({ mode: { frequency, damping, root } }, i) => {
      const turn = root === undefined ? frequency * Math.sqrt(Math.max(0, 1 - damping * damping)) : root.imaginary;
      const decays = root !== undefined && root.imaginary === 0;
      return [
        i + 1,
        decays ? null : frequency,
        decays ? null : frequency / (2 * Math.PI),
        turn === 0 ? null : (2 * Math.PI) / turn,
        decays ? null : damping,
        ...(root === undefined ? [] : [-root.real]),
      ];
    }),
  });
  if (found.complex === null) return table;
  return `Complex modes: the damping couples the real ones. Without ω: a motion that decays and does not oscillate.\n${table}`;
}

function schemeTable({ rows, found }: Analysis, k: number): string {
  const percent = (share: number | null | undefined) => (share == null ? null : 100 * share);
  const table = textTable({
    columns: [
      { head: "mode" },
      { head: "ω of the scheme" },
      { head: "period error %", digits: 3 },
      ...(found.complex === null ? [] : [{ head: "decay error %", digits: 3 }]),
      { head: "damping added", digits: 3 },
      { head: "spectral radius", digits: 7 },
      { head: "stable" },
    ],
    rows: rows.map(({ mode: { damping, root }, schemes }, i) => {
      const seen = schemes[k];
      const ratio = seen?.damping ?? null;
      const decays = root !== undefined && root.imaginary === 0;
      return [
        i + 1,
        decays ? null : (seen?.frequency ?? null),
        percent(seen?.periodError),
        ...(found.complex === null ? [] : [percent(seen?.rateError)]),
        ratio === null || decays ? null : rounded(ratio - damping),
        seen?.spectralRadius ?? null,
        seen?.stable ?? null,
      ];
    }),
  });
  return `${rows[0]?.schemes[k]?.name ?? ""}\n${table}`;
}

/** Rounding of the eigenvalues is not damping. */
const rounded = (value: number) => (Math.abs(value) < 1e-12 ? 0 : value);

function limitTable({ limits }: Analysis): string {
  return textTable({
    columns: [{ head: "method" }, { head: "longest stable step" }, { head: "this step" }],
    rows: limits.map(({ name, limit, stable }) => [
      name,
      limit === null ? "no limit" : limit === 0 ? "none" : significant(limit),
      stable ? "stable" : "unstable",
    ]),
  });
}

function adviceTable({ tolerance, advice, loaded }: Analysis): string {
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
  const loads = loaded ? ", and displacements under the load at their largest" : "";
  return `Steps that keep period and amplitude a cycle${loads} within ${significant(100 * tolerance)} %, the cheapest first:\n${table}`;
}

function reason(because: Analysis["advice"][number]["because"]): string {
  if (because === null) return "two steps a period";
  if ("mode" in because) return `${because.kind} of mode ${because.mode + 1}`;
  return { stability: "stability", peaks: "peaks under the load", samples: "samples of the load" }[because.kind];
}

/** A body that nothing holds moves without being deformed. */
function rigidRemark({ modes }: Analysis["found"]): string[] {
  const rigid = modes.filter(({ frequency }) => frequency === 0).length;
  if (rigid === 0) return [];
  return [
    `${rigid === 1 ? "One mode is a rigid motion" : `${rigid} modes are rigid motions`}: nothing resists them.\n`,
  ];
}
