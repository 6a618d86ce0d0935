/** One item of a paper: figures, claims, and the computation itself. */
import { useSignal } from "@preact/signals";
import type { Figure } from "noether/report";
import type { Claim } from "noether-papers";
import { useEffect, useRef } from "preact/hooks";
import type { ItemContent, ItemFacts, NamedFigure } from "../content/facts.js";
import { type Asked, ask } from "../engine/engine.js";
import { FigureView } from "./figure-view.js";
import { Scroll } from "./scroll.js";
import { SettingSlider } from "./setting-slider.js";

interface PaperItemProps {
  readonly paper: string;
  readonly item: ItemFacts;
  /** As it was computed when the site was built; null: it is being loaded, or was not computed. */
  readonly content: ItemContent | null;
}

interface Recomputed {
  readonly claims: readonly Claim[];
  readonly figures: readonly NamedFigure[];
  readonly seconds: number;
}

export function PaperItem({ paper, item, content }: PaperItemProps) {
  const { id, title, long } = item;
  const recomputed = useSignal<Recomputed | null>(null);
  const isRunning = useSignal(false);
  const complaint = useSignal<string | null>(null);
  const asked = useRef<Asked<"reproduce"> | null>(null);
  useEffect(() => () => asked.current?.cancel(), []);

  const recompute = async () => {
    const began = performance.now();
    isRunning.value = true;
    complaint.value = null;
    asked.current = ask<"reproduce">({ kind: "reproduce", paper, item: id });
    const found = await asked.current.answer;
    isRunning.value = false;
    if (found === null) return;
    if ("complaint" in found) complaint.value = found.complaint.message;
    else recomputed.value = { ...found.answer, seconds: (performance.now() - began) / 1000 };
  };

  const shown = recomputed.value ?? content;
  return (
    <section class="paper-item" id={`item-${id}`}>
      <header>
        <h2>{title}</h2>
        <code>
          {paper}/{id}
        </code>
        {isRunning.value ? (
          <button type="button" class="button" onClick={() => asked.current?.cancel()}>
            Cancel
          </button>
        ) : (
          <button type="button" class="button" aria-label={`Recompute ${title}`} onClick={recompute}>
            {long ? "Compute here, minutes" : "Recompute"}
          </button>
        )}
      </header>
      <p class="item-state" role="status">
        {isRunning.value && "Computing in a worker …"}
        {recomputed.value !== null &&
          !isRunning.value &&
          `Recomputed in this page in ${recomputed.value.seconds.toFixed(1)} s.`}
      </p>
      {complaint.value !== null && (
        <p class="experiment-complaint" role="alert">
          {complaint.value}
        </p>
      )}
      {shown === null && long && (
        <p class="muted">
          It takes minutes, and was not computed for this page:{" "}
          <code>
            noether reproduce {paper}/{id}
          </code>
          , or compute it here.
        </p>
      )}
      {item.settings.length > 0 ? (
        <Varied paper={paper} item={item} figures={shown?.figures ?? []} />
      ) : (
        shown?.figures.map(({ name, figure }) => <FigureView key={name} figure={figure} />)
      )}
      {shown !== null && shown.claims.length > 0 && <Claims claims={shown.claims} title={title} />}
    </section>
  );
}

/** The paper's figures, until a slider is moved. */
function Varied({
  paper,
  item,
  figures,
}: {
  readonly paper: string;
  readonly item: ItemFacts;
  readonly figures: readonly NamedFigure[];
}) {
  const { settings } = item;
  const values = useSignal(settings.map(({ value }) => value));
  const drawn = useSignal<Figure | null>(null);
  const complaint = useSignal<string | null>(null);
  const asked = useRef<Asked<"vary"> | null>(null);
  useEffect(() => () => asked.current?.cancel(), []);
  const change = async (place: number, value: number) => {
    values.value = values.value.map((old, i) => (i === place ? value : old));
    asked.current?.cancel();
    const own = ask<"vary">({ kind: "vary", paper, item: item.id, values: values.value });
    asked.current = own;
    const found = await own.answer;
    if (found === null || asked.current !== own) return;
    complaint.value = "complaint" in found ? found.complaint.message : null;
    if ("answer" in found) drawn.value = found.answer;
  };
  return (
    <>
      <div class="sliders">
        {settings.map((setting, i) => (
          <SettingSlider
            key={setting.label}
            setting={setting}
            value={values.value[i] ?? setting.value}
            change={(value) => change(i, value)}
          />
        ))}
        {drawn.value !== null && (
          <button
            type="button"
            class="button"
            onClick={() => {
              asked.current?.cancel();
              values.value = settings.map(({ value }) => value);
              drawn.value = null;
              complaint.value = null;
            }}
          >
            As in the paper
          </button>
        )}
      </div>
      {complaint.value !== null && (
        <p class="experiment-complaint" role="alert">
          {complaint.value}
        </p>
      )}
      {drawn.value !== null ? (
        <FigureView figure={drawn.value} />
      ) : (
        figures.map(({ name, figure }) => <FigureView key={name} figure={figure} />)
      )}
    </>
  );
}

/** More rows than that are folded. */
const SHOWN = 12;

function Claims({ claims, title }: { readonly claims: readonly Claim[]; readonly title: string }) {
  const table = (
    <Scroll label={`Claims: ${title}`}>
      <table class="claim-table">
        <thead>
          <tr>
            <th scope="col">where</th>
            <th scope="col">the paper says</th>
            <th scope="col">printed</th>
            <th scope="col">here</th>
            <th scope="col">verdict</th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <ClaimRow key={`${claim.where} ${claim.says}`} claim={claim} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
  if (claims.length <= SHOWN) return table;
  return (
    <details>
      <summary>{claims.length} claims</summary>
      {table}
    </details>
  );
}

function ClaimRow({ claim: { where, says, paper, ours, verdict, remark } }: { readonly claim: Claim }) {
  return (
    <tr>
      <th scope="row">{where}</th>
      <td class="words">{says}</td>
      <td>{paper ?? "–"}</td>
      <td class="words">
        {ours}
        {remark !== "" && <span class="remark">{remark}</span>}
      </td>
      <td>
        <span class={`verdict ${verdict.replace(" ", "-")}`}>{verdict}</span>
      </td>
    </tr>
  );
}
