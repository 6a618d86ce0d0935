/** Every example and every figure of the papers as a card with a picture; a search, a file, a new model. */
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { addressOf } from "../router.js";
import { type Card, type CardGroup, cardGroups, found } from "./cards.js";
import { Drawing } from "./drawing.js";
import "./gallery.css";

const search = signal("");

export function Gallery() {
  const groups = found(search.value);
  const count = groups.reduce((sum, { cards }) => sum + cards.length, 0);
  return (
    <section class="gallery">
      <header class="gallery-head">
        <h1>Gallery</h1>
        <p class="muted">
          Mechanical systems to open, change and run under any method, and the figures of five papers, recomputed. Every
          picture is drawn from a run.
        </p>
        <div class="gallery-tools">
          <input
            type="search"
            class="search"
            aria-label="Search the gallery"
            placeholder="Search: pendulum, energy, kane2000 …"
            value={search.value}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
          <OpenFile />
          <a class="button" href={addressOf({ screen: "workbench", from: "new" })}>
            New model
          </a>
        </div>
        <p class="hidden-text" role="status">
          {search.value === "" ? "" : `${count} found`}
        </p>
      </header>
      {search.value === "" && <Jumps />}
      {groups.length === 0 && (
        <p class="gallery-empty">
          Nothing here is called “{search.value}”.{" "}
          <button type="button" class="link" onClick={() => (search.value = "")}>
            Show all {cardGroups.reduce((sum, { cards }) => sum + cards.length, 0)}
          </button>
        </p>
      )}
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </section>
  );
}

const idOf = (title: string) => `group-${title.toLowerCase().replace(/\W+/g, "-")}`;

/** To the groups, in one line. */
function Jumps() {
  const show = (title: string) => {
    const at = document.getElementById(idOf(title));
    at?.scrollIntoView({ block: "start" });
    at?.focus({ preventScroll: true });
  };
  return (
    <nav class="jumps" aria-label="Groups">
      {cardGroups.map(({ title, short }) => (
        <button key={title} type="button" class="link" onClick={() => show(title)}>
          {short}
        </button>
      ))}
    </nav>
  );
}

function OpenFile() {
  const input = useRef<HTMLInputElement>(null);
  const open = async (files: readonly File[]) => {
    const { openFiles } = await import("../workbench/open-files.js");
    await openFiles(files);
  };
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        Open a file …
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="A model file, and the files that it names"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          if (files.length > 0) open(files);
        }}
      />
    </>
  );
}

function Group({ group: { title, words, cards } }: { readonly group: CardGroup }) {
  return (
    <section class="card-group">
      <h2 id={idOf(title)} tabIndex={-1}>
        {title}
      </h2>
      {words !== null && <p class="card-group-words">{words}</p>}
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <CardLink card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CardLink({ card: { title, words, address, picture } }: { readonly card: Card }) {
  return (
    <a class="card" href={address}>
      <Drawing load={picture} />
      <span class="card-title">{title}</span>
      <span class="card-words">{words}</span>
    </a>
  );
}
