/** Values in rectangles as SVG: neighbours of one colour in a row are one rectangle. */
import { colourAt } from "../scene/colour-scale.js";
import { placeOn } from "./colours-svg.js";
import type { Cells, Values } from "./figure.js";
import { short } from "./lettering.js";
import { theme } from "./theme.js";

/** More than the eye tells apart. */
const SHADES = 63;

export function cellsSvg(
  { x, y, values, scale }: Cells,
  { across, up }: { across: (values: Values) => Float64Array; up: (values: Values) => Float64Array },
): string {
  const [edgesX, edgesY] = [across(x), up(y)];
  const place = placeOn(scale);
  const colours = Array.from({ length: values.length }, (_, k) => {
    const at = place(values[k] ?? Number.NaN);
    return Number.isFinite(at) ? colourAt(Math.round(SHADES * at) / SHADES) : theme.missing;
  });
  const columns = x.length - 1;
  const paths = new Map<string, string>();
  for (let row = 0; row + 1 < y.length; row++) {
    const [bottom, top] = [edgesY[row], edgesY[row + 1]];
    for (let from = 0; from < columns; ) {
      const colour = colours[row * columns + from];
      let to = from + 1;
      while (to < columns && colours[row * columns + to] === colour) to++;
      const [left, right] = [edgesX[from], edgesX[to]];
      const path = `M${short(left)},${short(top)}H${short(right)}V${short(bottom)}H${short(left)}Z`;
      paths.set(colour, (paths.get(colour) ?? "") + path);
      from = to;
    }
  }
  // Without an edge neighbours would show a hair of white between them.
  return [...paths]
    .map(([colour, path]) => `<path d="${path}" fill="${colour}" stroke="${colour}" stroke-width="0.4"/>`)
    .join("");
}
