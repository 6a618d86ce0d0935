/** What colours mean, beside a picture or a panel: a bar with its least, middle and greatest value. */
import { colourAt } from "../scene/colour-scale.js";
import type { ColourScale } from "./figure.js";
import { short, text } from "./lettering.js";
import { significant, typeset } from "./number.js";
import { theme } from "./theme.js";

const STRIPES = 48;

export function coloursSvg({ least, most, label, unit, spacing }: ColourScale, width: number, height: number): string {
  const tall = Math.min(0.6 * height, 200);
  const [left, top] = [width + 14, (height - tall) / 2];
  const stripes = Array.from({ length: STRIPES }, (_, i) => {
    const y = top + (tall * i) / STRIPES;
    return `<rect x="${short(left)}" y="${short(y)}" width="10" height="${short(tall / STRIPES + 0.5)}" fill="${colourAt(1 - (i + 0.5) / STRIPES)}"/>`;
  });
  const middle = spacing === "log" ? Math.sqrt(least * most) : (most + least) / 2;
  const number = (value: number) => typeset(significant(value, 3));
  return [
    ...stripes,
    text(left, top - 8, unit === undefined ? label : `${label}, ${unit}`, { fill: theme.muted }),
    text(left + 15, top + 8, number(most), { fill: theme.muted }),
    text(left + 15, top + tall / 2 + 4, number(middle), { fill: theme.muted }),
    text(left + 15, top + tall, number(least), { fill: theme.muted }),
  ].join("");
}

/** Where on the scale a value is, from 0 to 1; NaN for what is not on a logarithmic one. */
export function placeOn(scale: ColourScale | null): (value: number) => number {
  if (scale === null || scale.most === scale.least) return () => 0.35;
  const { least, most, spacing } = scale;
  if (spacing !== "log") return (value) => (value - least) / (most - least);
  return (value) => Math.log(value / least) / Math.log(most / least);
}
