/** A chart over the step with a marker at the model's step. */
import { setStep } from "../controls/set-step.js";
import type { Picture } from "../curves/curve.js";
import { MarkedChart } from "../curves/marked-chart.js";
import { isHeld } from "./state.js";

const HEIGHT = 190;
/** Of an arrow key. */
const FACTOR = 1.25;

export function StepMarker({ picture, step }: { readonly picture: Picture; readonly step: number }) {
  const [first = 0, last = 1] = [picture.curves[0]?.x[0], picture.curves[0]?.x.at(-1)];
  return (
    <MarkedChart
      picture={picture}
      value={step}
      span={[first, last]}
      label="Step, over the errors"
      set={setStep}
      next={(value, direction) => value * FACTOR ** direction}
      hold={(now) => {
        isHeld.value = now;
      }}
      height={HEIGHT}
    />
  );
}
