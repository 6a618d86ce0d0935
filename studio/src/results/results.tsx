/** How the runs ended: one table with what was kept, where the energy went and the last state, all digits on request. */
import { useSignal } from "@preact/signals";
import type { JsonObject } from "noether/formats";
import { short } from "../curves/numbers.js";
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
  const show = (value: unknown) =>
    typeof value !== "number" ? "–" : allDigits.value ? String(value) : short(value, 6);
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
                <td key={ended[i]?.run.colour}>{typeof value === "string" ? value : show(value)}</td>
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

function rowsOf(ended: readonly Ended[]): Row[] {
  const row = (name: string, label: string, value: (document: JsonObject) => unknown): Row => ({
    ...{ name, label },
    values: ended.map(({ document }) => value(document)),
  });
  const names = [...new Set(ended.flatMap(({ document }) => invariantsOf(document).map(({ name }) => name)))];
  const labels = ended[0]?.run.state.value.beginning?.labels ?? [];
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
    ...names.map((name) =>
      row(`drift ${name}`, `range of ${name.replaceAll("-", " ")}`, (document) => {
        const found = invariantsOf(document).find((each) => each.name === name);
        return found === undefined ? null : found.max - found.min;
      }),
    ),
    ...(["work", "dissipation", "algorithmic", "residual"] as const).map((part) =>
      row(`ledger ${part}`, LEDGER[part], ({ ledger }) => (ledger as JsonObject | null)?.[part]),
    ),
    ...states.flatMap((which) =>
      labels.map((label, i) =>
        row(
          `${which} ${label}`,
          which === "q" ? label : `velocity of ${label}`,
          (document) => (document[which] as number[] | undefined)?.[i],
        ),
      ),
    ),
  ];
}

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
