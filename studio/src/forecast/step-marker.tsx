/** A chart over the step with a marker at the model's step: dragged, or moved with the arrow keys. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { setStep } from "../controls/set-step.js";
import { Chart, xAxisOf } from "../curves/chart.js";
import type { Picture } from "../curves/curve.js";
import { short } from "../curves/numbers.js";
import { isHeld } from "./state.js";

const HEIGHT = 190;

export function StepMarker({ picture, step }: { readonly picture: Picture; readonly step: number }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useSignal(480);
  useEffect(() => {
    const at = place.current;
    if (at === null) return;
    const observer = new ResizeObserver(() => {
      if (at.clientWidth > 0) width.value = at.clientWidth;
    });
    observer.observe(at);
    return () => observer.disconnect();
  }, []);
  const axis = xAxisOf(picture, width.value);
  const [first = 0, last = 1] = [picture.curves[0]?.x[0], picture.curves[0]?.x.at(-1)];
  const drag = (event: PointerEvent) => {
    const box = place.current?.getBoundingClientRect();
    if (box === undefined) return;
    const value = axis.value(event.clientX - box.left);
    setStep(Math.min(last, Math.max(first, value)));
  };
  return (
    <div
      ref={place}
      class="step-marker"
      role="slider"
      tabIndex={0}
      aria-label="Step, over the errors"
      aria-valuemin={first}
      aria-valuemax={last}
      aria-valuenow={step}
      aria-valuetext={short(step, 4)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isHeld.value = true;
        drag(event);
      }}
      onPointerMove={(event) => {
        if (isHeld.value) drag(event);
      }}
      onPointerUp={() => {
        isHeld.value = false;
      }}
      onPointerCancel={() => {
        isHeld.value = false;
      }}
      onKeyDown={({ key }) => {
        if (key === "ArrowLeft" || key === "ArrowDown") setStep(step / 1.25);
        if (key === "ArrowRight" || key === "ArrowUp") setStep(step * 1.25);
      }}
    >
      <Chart {...picture} width={width.value} height={HEIGHT} />
      <div class="marker" style={{ transform: `translateX(${axis.at(step)}px)` }}>
        <span class="numbers">{short(step, 3)}</span>
      </div>
    </div>
  );
}
