/** Steps sorted by their length into classes with a colour each. */
import { colourAt } from "noether/scene";
import type { Curve } from "../curves/curve.js";
import { short } from "../curves/numbers.js";
import type { StepPlaces } from "../engine/messages.js";

const CLASSES = 5;
/** The brightest colours of the scale are lost on white. */
const BRIGHTEST = 0.85;

/** As many steps in each class, from the shortest to the longest. */
export function classesOf({ x, y, sizes }: StepPlaces): Curve[] {
  const sorted = sizes.toSorted();
  const count = sorted.length;
  const edges = Array.from(
    { length: CLASSES + 1 },
    (_, k) => sorted[Math.min(count - 1, Math.floor((k * count) / CLASSES))] as number,
  );
  return Array.from({ length: CLASSES }, (_, k): Curve => {
    const [low, high] = [edges[k] as number, edges[k + 1] as number];
    const isIn = (_: number, i: number) => {
      const size = sizes[i] as number;
      return size >= low && (size < high || k === CLASSES - 1);
    };
    return {
      ...{ label: `${short(low, 3)} to ${short(high, 3)}`, colour: colourAt((BRIGHTEST * k) / (CLASSES - 1)) },
      ...{ x: x.filter(isIn), y: y.filter(isIn), style: "points" as const },
    };
  }).filter((curve) => curve.x.length > 0);
}
