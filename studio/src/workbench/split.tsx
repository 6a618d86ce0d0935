/** Two panes with a border that can be moved, by mouse and by keys; where it is, is remembered. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { remember, remembered } from "./memory.js";
import "./split.css";

export interface SplitProps {
  /** What it is remembered by, and called by readers of screens. */
  readonly name: string;
  readonly across: "columns" | "rows";
  /** Share of the first pane at the beginning. */
  readonly share: number;
  readonly children: readonly [ComponentChildren, ComponentChildren];
}

const [LEAST, MOST, NUDGE] = [0.12, 0.88, 0.02];

export function Split({ name, across, share, children }: SplitProps) {
  const place = useRef<HTMLDivElement>(null);
  const now = useSignal(remembered(`split ${name}`, share));
  const move = (next: number) => {
    now.value = Math.min(MOST, Math.max(LEAST, next));
    remember(`split ${name}`, now.value);
  };
  const follow = (event: PointerEvent) => {
    const box = place.current?.getBoundingClientRect();
    if (box === undefined) return;
    move(across === "columns" ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height);
  };
  const sizes = `minmax(0, ${now.value}fr) 9px minmax(0, ${1 - now.value}fr)`;
  return (
    <div ref={place} class={`split ${across}`} style={{ "--sizes": sizes }}>
      <div class="pane">{children[0]}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is a separator with a value, and hr takes no children of its own */}
      <div
        class="border"
        role="separator"
        tabIndex={0}
        aria-label={`Border of ${name}`}
        aria-orientation={across === "columns" ? "vertical" : "horizontal"}
        aria-valuemin={100 * LEAST}
        aria-valuemax={100 * MOST}
        aria-valuenow={Math.round(100 * now.value)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.preventDefault();
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
        onKeyDown={({ key }) => {
          if (key === "ArrowLeft" || key === "ArrowUp") move(now.value - NUDGE);
          if (key === "ArrowRight" || key === "ArrowDown") move(now.value + NUDGE);
        }}
        onDblClick={() => move(share)}
      />
      <div class="pane">{children[1]}</div>
    </div>
  );
}
