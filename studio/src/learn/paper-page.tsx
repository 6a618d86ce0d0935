/** The page of a paper: its claims with their verdicts, and its figures, which can be recomputed here, some with other settings. */
import { contents, papers } from "content:papers";
import { useEffect, useState } from "preact/hooks";
import type { ItemFacts, PaperContent, PaperFacts } from "../content/facts.js";
import { addressOf } from "../router.js";
import { CitationText } from "./method-page.js";
import { Missing } from "./missing.js";
import { PaperItem } from "./paper-item.js";

export function PaperPage({ paper: key, part }: { readonly paper: string; readonly part: string }) {
  const paper = papers.find((each) => each.key === key);
  const [content, setContent] = useState<PaperContent | null>(null);
  useEffect(() => {
    contents[key]?.().then(setContent);
  }, [key]);
  // An item that is named in the address is brought into view when it is there.
  useEffect(() => {
    if (content !== null && part !== "") document.getElementById(`item-${part}`)?.scrollIntoView();
  }, [content, part]);
  if (paper === undefined) return <Missing what="paper" name={key} />;
  return (
    <article class="page">
      <p class="crumb">
        <a href={addressOf({ screen: "learn", page: "" })}>Learn</a> · paper
      </p>
      <h1>{paper.title}</h1>
      <p class="lead">
        <CitationText citation={paper.citation} recomputed={false} />
      </p>
      <Verdicts paper={paper} />
      <Shown paper={paper} />
      <p class="muted">
        What is below was computed when this site was made, by the code of <code>noether reproduce {key}</code>. The
        same code runs in this page: recompute any item, and drag the settings where there are sliders.
      </p>
      {paper.items.map((item) => (
        <PaperItem
          key={item.id}
          paper={key}
          item={item}
          content={content?.items.find(({ id }) => id === item.id) ?? null}
        />
      ))}
    </article>
  );
}

function Verdicts({ paper: { verdicts } }: { readonly paper: PaperFacts }) {
  const counted = [
    [verdicts.reproduced, "statements confirmed"],
    [verdicts.misprint, "misprints found"],
    [verdicts.differs, "come out differently"],
    [verdicts["not stated"], "measured beyond the paper"],
  ] as const;
  return (
    <dl class="claims" aria-label="Claims by verdict">
      {counted.map(([count, name]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="numbers">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Every figure and table of the paper, and where on this page it is. */
function Shown({ paper: { key, shows, items } }: { readonly paper: PaperFacts }) {
  const isLong = (id: string) => items.find((item): item is ItemFacts => item.id === id)?.long ?? false;
  return (
    <nav class="shown" aria-label="Figures and tables of the paper">
      {shows.map(({ name, items: by, left }) => {
        const here = by.find((id) => !isLong(id)) ?? by[0];
        return here === undefined ? (
          <span key={name} title={left ?? ""}>
            {name}
          </span>
        ) : (
          <a key={name} href={addressOf({ screen: "learn", page: `paper/${key}/${here}` })}>
            {name}
          </a>
        );
      })}
    </nav>
  );
}
