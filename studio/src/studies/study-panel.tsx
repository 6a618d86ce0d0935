/** A picture that is computed when it is looked at: a study of the model, beside the curves of its runs. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Picture } from "../curves/curve.js";
import { Legend, SaveButtons, useSeen, without } from "../curves/panel-view.js";
import { SpaceChart } from "../curves/space-chart.js";
import type { Answer } from "../engine/engine.js";

export interface StudyPanelProps {
  readonly id: string;
  readonly title: string;
  readonly picture: Picture | null;
  /** What there is to say beside it, or instead of it. */
  readonly said: string | null;
  /** Told whether it is looked at. */
  readonly seen: (isSeen: boolean) => void;
  /** What can be chosen. */
  readonly children?: ComponentChildren;
  /** A picture in which something is chosen, above the other one. */
  readonly chooser?: ComponentChildren;
}

export function StudyPanel({ id, title, picture, said, seen, children, chooser }: StudyPanelProps) {
  const place = useRef<HTMLElement>(null);
  const hidden = useSignal<ReadonlySet<string>>(new Set());
  const isSeen = useSeen(place);
  useEffect(() => seen(isSeen), [isSeen]);
  return (
    <figure ref={place} class={chooser === undefined ? "panel" : "panel tall"} aria-label={title} data-panel={id}>
      <figcaption>
        <h3>{title}</h3>
        {children}
        {picture !== null && (
          <span class="panel-actions">
            <SaveButtons picture={picture} />
          </span>
        )}
      </figcaption>
      <div>
        {chooser}
        {picture !== null && <Legend picture={picture} hidden={hidden} over="space" />}
        {said !== null && <p class="study-said">{said}</p>}
      </div>
      {picture === null ? <div /> : <SpaceChart picture={without(picture, hidden.value)} square={false} />}
    </figure>
  );
}

interface Pending<T> {
  readonly answer: Promise<Answer<T>>;
  cancel(): void;
}

/** Asks again when one of `on` changes, while it is wanted; the last answer stays until there is another. */
export function useAnswer<T>(isWanted: boolean, on: readonly unknown[], asking: () => Pending<T>) {
  const found = useSignal<{ readonly answer: T | null; readonly complaint: string | null } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const asked = asking();
    let isGone = false;
    asked.answer.then((said) => {
      if (isGone || said === null) return;
      found.value =
        "answer" in said
          ? { answer: said.answer, complaint: null }
          : { answer: null, complaint: said.complaint.reason };
    });
    return () => {
      isGone = true;
      asked.cancel();
    };
  }, [isWanted, ...on]);
  return found.value;
}
