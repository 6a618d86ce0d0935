/** The methods that are run side by side, each with its colour. */
import { useSignal } from "@preact/signals";
import { short } from "../curves/numbers.js";
import { METHOD_COLOURS } from "../design/colours.js";
import { registry } from "./model.js";
import { addMethod, changeMethod, type MethodRun, nameOf, removeMethod, runs } from "./runs.js";

export function MethodList() {
  return (
    <div class="methods">
      <ul aria-label="Methods">
        {runs.value.map((run) => (
          <Method key={run.colour} run={run} />
        ))}
      </ul>
      <AddMethod />
      {runs.value.map((run) => (
        <Complaint key={run.colour} run={run} />
      ))}
    </div>
  );
}

/** What is wrong with settings that were typed; what is wrong with the model is said in its text. */
function Complaint({ run }: { readonly run: MethodRun }) {
  const { complaint } = run.state.value;
  if (run.method === null || complaint === null) return null;
  return (
    <p class="method-complaint" role="alert">
      {complaint.message}
    </p>
  );
}

/** Known methods are chosen; any settings can be typed into the name afterwards. */
function AddMethod() {
  return (
    <select
      class="add-method"
      aria-label="Add a method"
      value=""
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== "") addMethod(currentTarget.value);
        currentTarget.value = "";
      }}
    >
      <option value="">+ method</option>
      {(registry.value?.methods ?? []).map(({ id, title, parameters }) => {
        const needed = Object.entries(parameters).find(([, { required }]) => required === true);
        const words = needed === undefined ? id : `${id}(${needed[0]}=0.1)`;
        return (
          <option key={id} value={words}>
            {`${id} · ${title}`}
          </option>
        );
      })}
    </select>
  );
}

function Method({ run }: { readonly run: MethodRun }) {
  const { status, done, complaint, document } = run.state.value;
  const failure = document?.["failure"] as { readonly message?: string } | undefined;
  const wrong = complaint?.message ?? failure?.message ?? null;
  return (
    <li class={`method ${wrong === null ? "" : "wrong"}`} title={wrong ?? undefined}>
      <span class="swatch" style={{ background: `var(--method-${run.colour % METHOD_COLOURS})` }} />
      {run.method === null ? (
        <span class="method-name">{nameOf(run)}</span>
      ) : (
        <MethodWords run={run} words={run.method} />
      )}
      <span class="method-state muted numbers" role="status">
        {status === "running" || status === "paused" ? `${Math.floor(100 * done)} %` : stateOf(run)}
      </span>
      {run.method !== null && (
        <button
          type="button"
          class="icon-button small"
          aria-label={`Remove ${nameOf(run)}`}
          onClick={() => removeMethod(run)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      )}
    </li>
  );
}

function stateOf({ state }: MethodRun): string {
  const { status, document } = state.value;
  if (status === "done") {
    const seconds = document?.["seconds"];
    if (document?.["status"] === "failed") return "failed";
    return typeof seconds === "number" ? duration(seconds) : "done";
  }
  return status === "idle" ? "" : status;
}

const duration = (seconds: number) => (seconds < 1 ? `${short(1000 * seconds, 2)} ms` : `${short(seconds, 3)} s`);

function MethodWords({ run, words }: { readonly run: MethodRun; readonly words: string }) {
  const text = useSignal(words);
  const commit = () => {
    const next = text.value.trim();
    if (next !== "" && next !== words) changeMethod(run, next);
  };
  return (
    <input
      class="method-words"
      aria-label={`Settings of ${words}`}
      size={Math.max(6, text.value.length)}
      value={text.value}
      onInput={({ currentTarget }) => {
        text.value = currentTarget.value;
      }}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === "Enter") commit();
      }}
    />
  );
}
