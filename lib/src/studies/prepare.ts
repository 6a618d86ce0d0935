/** A study that is ready to compute its cases. The same case gives the same row wherever and whenever it is computed, its seconds excepted. */
import { distinct, type Notice } from "../core/notice.js";
import { attempted, computed, type Ended, planOf, references } from "./compute-case.js";
import { ensemblesOf, settled } from "./compute-together.js";
import { readBundle, valueText } from "./load.js";
import { type PlannedCase, plansOf } from "./plans.js";
import type { ReadStudy } from "./read-study.js";
import type { Case, Cell, Row, Study, StudyBundle, StudyColumn } from "./study.js";
import type { StudyTable } from "./table.js";

export interface PreparedStudy {
  readonly study: Study;
  /** A case that fails is a row that says why. */
  run(c: Case): Row;
  /** The rows of cases in their order, the same as one by one; those that can are computed together. */
  runBatch(cases: readonly Case[]): Row[];
}

export interface PrepareOptions {
  /** Seconds that pass, for the column of that name; without it they are not measured. */
  readonly clock?: () => number;
}

export function prepareStudy(bundle: StudyBundle, { clock = () => Number.NaN }: PrepareOptions = {}): PreparedStudy {
  const study = readBundle(bundle);
  const referenceFor = references(study);
  /** Parameters that are constants of the code remove what they multiply by 0, which as inputs they do not: what fails is tried in that form. */
  const form = study.variesParameters ? "inputs" : "constants";
  const plans = plansOf(form);
  const planned = (c: Case): PlannedCase => {
    const model = study.modelOf(c, "constants");
    return plans(model, () => (form === "constants" ? model : study.modelOf(c, form)));
  };
  const endedBy = (c: Case, plan: () => PlannedCase): Ended => {
    const first = attempted(() => computed(study, plan(), c, referenceFor));
    if (first.outcome !== "failed" || form === "constants") return first;
    return attempted(() => computed(study, planOf(study.modelOf(c, "constants")), c, referenceFor));
  };
  const run = (c: Case, plan = () => planned(c)): Row => {
    const began = clock();
    const ended = endedBy(c, plan);
    return rowOf(study, c, ended, clock() - began);
  };
  const runBatch = (cases: readonly Case[]): Row[] => {
    const rows = new Map<Case, Row>();
    const together = ensemblesOf(study);
    for (const c of cases) {
      const found = attemptedPlan(() => planned(c));
      // Of what cannot be planned the reason is told where it is computed alone.
      if (found === null || !together.takes(c, found)) rows.set(c, run(c, found === null ? undefined : () => found));
    }
    for (const group of together.groups()) {
      const began = clock();
      const ended = together.run(group, referenceFor);
      const seconds = (clock() - began) / group.length;
      group.forEach(({ c, found }, i) => {
        const own = ended[i];
        rows.set(c, own === null ? run(c, () => settled(found)) : rowOf(study, c, own, seconds));
      });
    }
    return cases.map((c) => rows.get(c) as Row);
  };
  return { study, run: (c) => run(c), runBatch };
}

/** Null where it is refused. */
function attemptedPlan(plan: () => PlannedCase): PlannedCase | null {
  try {
    return plan();
  } catch {
    return null;
  }
}

const settingOf = ({ settings }: Case, { name, type }: StudyColumn): Cell =>
  type === "text" ? valueText(settings[name]) : (settings[name] as Cell);

/** Characters of a reason. */
const LONGEST_REASON = 4000;

/** Between the notices of a case, in its cell. */
const BETWEEN_NOTICES = " | ";

const noticeText = ({ code, message }: Notice) => `${code}: ${message}`;

const NUMBERS = /[-−]?\d[\d.]*(?:e[-+]?\d+)?/g;

/** What was said about cases, and about how many of them; what differs in its numbers alone is one. */
export interface StudyNotice {
  readonly notice: string;
  readonly cases: number;
}

export function noticesInRows({ columns }: Pick<Study, "columns">, rows: Iterable<Row>): StudyNotice[] {
  const at = columns.findIndex(({ name }) => name === NOTICES);
  return at === -1 ? [] : countedIn(Array.from(rows, ({ values }) => values[at]));
}

/** The same of a table; none where it does not say. */
export function noticesInTable(table: StudyTable): StudyNotice[] {
  return table.columns.some(({ name }) => name === NOTICES) ? countedIn(table.column(NOTICES) as readonly Cell[]) : [];
}

const NOTICES = "notices";

function countedIn(cells: readonly Cell[]): StudyNotice[] {
  const found = new Map<string, { readonly first: string; differs: boolean; cases: number }>();
  for (const cell of cells) {
    if (typeof cell !== "string" || cell === "") continue;
    for (const notice of cell.split(BETWEEN_NOTICES)) {
      const words = notice.replace(NUMBERS, "");
      const known = found.get(words) ?? { first: notice, differs: false, cases: 0 };
      known.differs ||= notice !== known.first;
      known.cases++;
      found.set(words, known);
    }
  }
  return Array.from(found.values(), ({ first, differs, cases }) => ({
    notice: differs ? `${first} (the first of them; the others differ in their numbers)` : first,
    cases,
  }));
}

/** The sentence of a notice, without its code. */
export const noticeMessage = (notice: string): string => notice.slice(notice.indexOf(": ") + 2);

/** Without the excerpt that shows where in an expression it is. */
const oneLine = (reason: string) =>
  reason
    .replace(/\n[^\n]*\n *\^$/, "")
    .slice(0, LONGEST_REASON)
    .replace(/\s*\n\s*/g, " ");

/** The row of a case that could not be computed at all. */
export function failedRow({ columns }: Pick<Study, "columns">, c: Case, reason: string): Row {
  const values = columns.map((column): Cell => {
    if (column.role === "case") return c.index;
    if (column.role === "varied") return settingOf(c, column);
    return column.name === "outcome"
      ? "failed"
      : column.name === "reason"
        ? oneLine(reason)
        : column.name === "notices"
          ? ""
          : null;
  });
  return { index: c.index, key: c.key, values };
}

/** The row of a case from what was computed for its key, maybe as another case of another study: the values of the columns after those that are varied. */
export function rowWith({ columns }: Pick<Study, "columns">, c: Case, computed: readonly Cell[]): Row {
  const varied = columns.filter(({ role }) => role === "varied");
  return {
    index: c.index,
    key: c.key,
    values: [c.index, ...varied.map((column) => settingOf(c, column)), ...computed],
  };
}

/** That part of a row. */
export const computedIn = ({ columns }: Pick<Study, "columns">, { values }: Row): readonly Cell[] =>
  values.slice(columns.filter(({ role }) => role === "case" || role === "varied").length);

function rowOf({ columns, measures }: ReadStudy, c: Case, ended: Ended, seconds: number): Row {
  const { measured, counts, t, outcome, reason, notices } = ended;
  const varied = columns.filter(({ role }) => role === "varied");
  const values: Cell[] = [
    c.index,
    ...varied.map((column) => settingOf(c, column)),
    // A number that is none is a value that is missing, in every table.
    ...(measured?.map((x) => (Number.isNaN(x) ? null : x)) ?? measures.columns.map(() => null)),
    ...counts,
    t,
    outcome,
    oneLine(reason),
    oneLine(distinct(notices).map(noticeText).join(BETWEEN_NOTICES)),
    Number.isNaN(seconds) ? null : seconds,
  ];
  return { index: c.index, key: c.key, values };
}
