/** To open a file, to save the model, to hand it on as a link. */
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { download } from "../curves/export.js";
import { addressOf } from "../router.js";
import { source } from "./model.js";
import { openFiles } from "./open-files.js";
import { runs } from "./runs.js";

const said = signal("");

async function share(): Promise<void> {
  const { encodeLink } = await import("./link.js");
  const methods = runs.value.flatMap(({ method }) => (method === null ? [] : [method]));
  const { code, isWhole } = encodeLink({ source: source.value, methods });
  const address = `${location.href.split("#")[0]}${addressOf({ screen: "workbench", from: `m=${code}` })}`;
  const files = isWhole ? "" : ", without its files: they are too large for one";
  try {
    await navigator.clipboard.writeText(address);
    said.value = `Link copied${files}`;
  } catch {
    // A browser that does not let pages write to the clipboard has the link in its address bar.
    history.replaceState(null, "", address);
    said.value = `The link is in the address bar${files}`;
  }
  setTimeout(() => {
    said.value = "";
  }, 4000);
}

export function Files() {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div class="files">
      <output class="muted small">{said.value}</output>
      <button type="button" class="quiet" onClick={() => chooser.current?.click()}>
        Open
      </button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to open"
        onChange={({ currentTarget }) => {
          openFiles(currentTarget.files ?? []);
          currentTarget.value = "";
        }}
      />
      <button type="button" class="quiet" onClick={() => download(source.value.file, source.value.text, "text/yaml")}>
        Save
      </button>
      <button type="button" class="quiet" onClick={share}>
        Copy link
      </button>
    </div>
  );
}
