/** Quantities over time, as the paper's Figures 6, 9, 11, 15 and 16 show them. */
import type { Panel, Series } from "noether/report";

export interface Course {
  readonly name: string;
  readonly t: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly colour: number;
}

/** So many pairs of points are drawn of a curve. */
const DRAWN = 600;

/** Of every stretch of a long curve its least and its greatest value, in their order: nothing that stands out is lost. */
function outlined({ t, values }: Pick<Course, "t" | "values">): { x: number[]; y: number[] } {
  const [x, y]: [number[], number[]] = [[], []];
  const stretch = Math.max(1, Math.ceil(t.length / DRAWN));
  for (let from = 0; from < t.length; from += stretch) {
    let [low, high] = [from, from];
    for (let i = from; i < Math.min(from + stretch, t.length); i++) {
      if (values[i] < values[low]) low = i;
      if (values[i] > values[high]) high = i;
    }
    for (const i of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      x.push(t[i]);
      y.push(values[i]);
    }
  }
  return { x, y };
}

export const courseOf = (course: Course): Series => ({
  name: course.name,
  ...outlined(course),
  style: "line",
  colour: course.colour,
});

export const overTime = (title: string, label: string, courses: readonly Course[], time: Panel["x"]): Panel => ({
  title,
  shape: "wide",
  x: time,
  y: { label, scale: "linear" },
  series: courses.map(courseOf),
});

export const TIME: Panel["x"] = { label: "t", scale: "linear" };
