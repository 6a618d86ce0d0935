/** The methods that are run side by side, each with its colour. */
import { useSignal } from "@preact/signals";
import { addMethod, type MethodRun, nameOf, removeMethod, runs } from "./runs.js";

export function MethodList() {
  const words = useSignal("");
  return (
    <div class="methods">
      <ul aria-label="Methods">
        {runs.value.map((run) => (
          <Method key={run.colour} run={run} />
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (words.value.trim() !== "") addMethod(words.value.trim());
          words.value = "";
        }}
      >
        <input
          aria-label="Another method"
          placeholder="newmark(beta=1/6)"
          value={words.value}
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
          }}
        />
        <button type="submit" class="button">
          Add
        </button>
      </form>
    </div>
  );
}

function Method({ run }: { readonly run: MethodRun }) {
  const { status, done, complaint } = run.state.value;
  return (
    <li class="method">
      <span class="swatch" style={{ background: `var(--method-${run.colour % 7})` }} />
      {nameOf(run)}
      <span class="muted numbers">{status === "running" ? `${Math.floor(100 * done)} %` : status}</span>
      {complaint !== null && <span role="alert">{complaint.message}</span>}
      {run.method !== null && (
        <button type="button" aria-label={`Remove ${nameOf(run)}`} onClick={() => removeMethod(run)}>
          ×
        </button>
      )}
    </li>
  );
}
