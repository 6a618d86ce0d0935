/** Files can be dropped anywhere on the page. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { openFiles, wrongFile } from "./open-files.js";

export function DropPlace() {
  const isOver = useSignal(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      isOver.value = true;
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const drop = (event: DragEvent) => {
      isOver.value = false;
      const files = event.dataTransfer?.files;
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      openFiles(files);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return (
    <>
      {isOver.value && <div class="drop-place">Drop a model, a mesh, a deck, a record or a result</div>}
      {wrongFile.value !== null && (
        <div class="wrong-file" role="alert">
          <p>{wrongFile.value.says}</p>
          {wrongFile.value.accept !== null && (
            <button
              type="button"
              class="button small primary"
              onClick={() => {
                wrongFile.value?.accept?.();
                wrongFile.value = null;
              }}
            >
              Compute it without them
            </button>
          )}
          <button
            type="button"
            class="button small"
            onClick={() => {
              wrongFile.value = null;
            }}
          >
            Close
          </button>
        </div>
      )}
    </>
  );
}
