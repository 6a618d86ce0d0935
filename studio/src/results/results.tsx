/** How the runs ended: one table with what was kept, where the energy went and the last state, all digits on request. */
import { useSignal } from "@preact/signals";
import type { JsonObject } from "noether/formats";
import { named, spoken } from "../curves/columns.js";
import { short } from "../curves/numbers.js";
import { withUnit } from "../curves/panels.js";
import { type Peak, peakOf } from "../curves/peak.js";
import { METHOD_COLOURS } from "../design/colours.js";
import { type MethodRun, nameOf, runs } from "../workbench/runs.js";
import { SaveRun } from "./save-run.js";
import "./results.css";

interface Ended {
  readonly run: MethodRun;
  readonly document: JsonObject;
}

export function Results() {
  const allDigits = useSignal(false);
  const ended: Ended[] = runs.value.flatMap((run) => {
    const { document } = run.state.value;
    return document === null ? [] : [{ run, document }];
  });
  if (ended.length === 0) return <p class="empty">The results of the runs come here.</p>;
  const { time } = ended[0]?.run.state.value.beginning?.units ?? {};
  const timeUnit = time === undefined ? "" : ` ${time}`;
  const number = (value: number) => (allDigits.value ? String(value) : short(value, 6));
  const show = (value: unknown) =>
    typeof value === "string"
      ? value
      : typeof value === "number"
        ? number(value)
        : isPeak(value)
          ? `${number(value.value)} ${value.isExact ? "at" : "after"} t = ${allDigits.value ? value.time : short(value.time)}${timeUnit}`
          : "–";
  return (
    <section class="results" aria-label="Results">
      <label class="all-digits">
        <input
          type="checkbox"
          checked={allDigits.value}
          onChange={({ currentTarget }) => {
            allDigits.value = currentTarget.checked;
          }}
        />
        all digits
      </label>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden-text">Quantity</span>
            </th>
            {ended.map(({ run }) => (
              <th key={run.colour} scope="col">
                <span class="swatch" style={{ background: `var(--method-${run.colour % METHOD_COLOURS})` }} />
                {nameOf(run)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(ended).map(({ label, name, values }) => (
            <tr key={name} data-row={name}>
              <th scope="row">{label}</th>
              {values.map((value, i) => (
                <td key={ended[i]?.run.colour}>{show(value)}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">every frame, as a file</th>
            {ended.map(({ run }) => (
              <td key={run.colour}>
                <SaveRun run={run} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <Notices ended={ended} />
    </section>
  );
}

interface Row {
  readonly name: string;
  readonly label: string;
  readonly values: readonly unknown[];
}

const MOST_STATES = 12;
const MOST_PEAKS = 8;

const isPeak = (value: unknown): value is Peak => typeof value === "object" && value !== null && "isExact" in value;

/** Of what the model measures; where it measures nothing, of its coordinates. */
function peakRows(ended: readonly Ended[]): Row[] {
  const { columns = [], columnUnits = {} } = ended[0]?.run.state.value.beginning ?? {};
  const probes = columns.filter((name) => name.startsWith("probe."));
  const coordinates = columns.filter((name) => name.startsWith("q."));
  const of = probes.length > 0 ? probes : coordinates.length > MOST_PEAKS ? [] : coordinates;
  return of.map((column) => ({
    name: `peak ${column}`,
    label: withUnit(`peak of ${spoken(column)}`, columnUnits[column]),
    values: ended.map(({ run }) => {
      const { beginning, kept, table } = run.state.value;
      const known = table === null ? kept : { frames: table, stride: 1, extremes: null };
      return beginning === null ? null : peakOf(beginning, known, column);
    }),
  }));
}

function rowsOf(ended: readonly Ended[]): Row[] {
  const row = (name: string, label: string, value: (document: JsonObject) => unknown): Row => ({
    ...{ name, label },
    values: ended.map(({ document }) => value(document)),
  });
  const names = [...new Set(ended.flatMap(({ document }) => invariantsOf(document).map(({ name }) => name)))];
  const { labels = [], units = {}, columnUnits = {} } = ended[0]?.run.state.value.beginning ?? {};
  const measured = (words: string, column: string) => withUnit(words, columnUnits[column]);
  const states = labels.length > MOST_STATES ? [] : (["q", "v"] as const);
  return [
    {
      ...{ name: "status", label: "ended" },
      // What is shown while a run goes on is what it was before.
      values: ended.map(({ run, document }) =>
        run.state.value.status === "done" ? document["status"] : "an earlier run",
      ),
    },
    row("steps", "steps", ({ steps }) => steps),
    ...peakRows(ended),
    ...names.map((name) =>
      row(`drift ${name}`, measured(`range of ${name.replaceAll("-", " ")}`, columnOfInvariant(name)), (document) => {
        const found = invariantsOf(document).find((each) => each.name === name);
        return found === undefined ? null : found.max - found.min;
      }),
    ),
    ...(["work", "dissipation", "algorithmic", "residual"] as const).map((part) =>
      row(
        `ledger ${part}`,
        withUnit(LEDGER[part], units["energy"]),
        ({ ledger }) => (ledger as JsonObject | null)?.[part],
      ),
    ),
    ...states.flatMap((which) =>
      labels.map((label, i) =>
        row(
          `${which} ${label}`,
          measured(named(`${which}.${label}`), `${which}.${label}`),
          (document) => (document[which] as number[] | undefined)?.[i],
        ),
      ),
    ),
  ];
}

const columnOfInvariant = (name: string) => (name === "energy" ? name : `invariant.${name}`);

const LEDGER = {
  work: "work of loads",
  dissipation: "dissipated by the structure",
  algorithmic: "taken by the scheme",
  residual: "unexplained",
};

interface Extremes {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

const invariantsOf = ({ invariants }: JsonObject) => (invariants ?? []) as unknown as readonly Extremes[];

function Notices({ ended }: { readonly ended: readonly Ended[] }) {
  const said = ended.flatMap(({ run, document }) => {
    const failure = document["failure"] as { readonly message?: string } | undefined;
    const notices = (document["notices"] ?? []) as unknown as readonly { readonly message: string }[];
    return [...(failure?.message === undefined ? [] : [failure.message]), ...notices.map(({ message }) => message)].map(
      (message) => ({
        run,
        message,
      }),
    );
  });
  return (
    <ul class="notices">
      {said.map(({ run, message }) => (
        <li key={`${run.colour} ${message}`}>
          <strong>{nameOf(run)}:</strong> {message}
        </li>
      ))}
    </ul>
  );
}
