/** What is on the workbench, under which methods, and whether it is running. */
import { Files } from "./files.js";
import { MethodList } from "./method-list.js";
import { complaint, facts, source } from "./model.js";
import { cancelAll, computeFrame, isPaused, isRunning, pauseAll, resumeAll, runAll } from "./runs.js";

export function BenchBar() {
  return (
    <div class="bench-bar">
      <h1 class="bench-title" title={source.value.file}>
        {facts.value?.title ?? source.value.file}
      </h1>
      <MethodList />
      <Files />
      {isRunning.value && <Pace />}
      <button
        type="button"
        class={`button run ${isRunning.value ? "" : "primary"}`}
        disabled={!isRunning.value && complaint.value !== null}
        onClick={() => (isRunning.value ? cancelAll() : runAll(source.value))}
      >
        {isRunning.value ? "Cancel" : "Run"}
      </button>
    </div>
  );
}

/** While something is computed. */
function Pace() {
  return (
    <div class="pace">
      {isPaused.value && (
        <button type="button" class="quiet" aria-label="Compute one frame" onClick={computeFrame}>
          One frame
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={isPaused.value ? "Go on with the runs" : "Pause the runs"}
        onClick={() => (isPaused.value ? resumeAll() : pauseAll())}
      >
        {isPaused.value ? "Go on" : "Pause"}
      </button>
    </div>
  );
}
