/** Pictures of bodies as SVG: areas over one another, lines, and what the colours mean. */
import { colourAt } from "../scene/colour-scale.js";
import { coloursSvg, placeOn } from "./colours-svg.js";
import type { Picture } from "./figure.js";
import { extentOfPicture, type PlacedPicture } from "./layout.js";
import { escaped, short } from "./lettering.js";
import { theme } from "./theme.js";

const ROOM = 8;

export function pictureSvg({ picture, left, top, width, height }: PlacedPicture): string {
  const paper = paperOf(picture, width, height);
  return [
    `<g transform="translate(${short(left)},${short(top)})">`,
    `<text y="-11" font-size="${theme.panelTitleSize}" font-weight="600">${escaped(picture.title)}</text>`,
    `<g fill="none" stroke-linejoin="round" stroke-linecap="round">`,
    ...outlines(picture, paper, `stroke="${theme.rule}" stroke-width="1"`),
    "</g>",
    areasSvg(picture, paper),
    `<g fill="none" stroke-linejoin="round" stroke-linecap="round">`,
    ...membersSvg(picture, paper),
    "</g>",
    picture.scale === null ? "" : coloursSvg(picture.scale, width, height),
    "</g>",
  ].join("");
}

type Paper = (x: number, y: number) => string;

/** One unit is as long across as up, and the picture stands in the middle. */
function paperOf(picture: Picture, width: number, height: number): Paper {
  const { x, y } = extentOfPicture(picture);
  const [across, up] = [Math.max(x.max - x.min, 1e-300), Math.max(y.max - y.min, 1e-300)];
  const unit = Math.min((width - 2 * ROOM) / across, (height - 2 * ROOM) / up);
  const [middleX, middleY] = [(x.min + x.max) / 2, (y.min + y.max) / 2];
  const tenth = (pixels: number) => String(Math.round(10 * pixels) / 10);
  return (px, py) => `${tenth(width / 2 + unit * (px - middleX))},${tenth(height / 2 - unit * (py - middleY))}`;
}

const pathOf = ({ x, y }: { x: readonly number[]; y: readonly number[] }, paper: Paper) =>
  x.map((px, i) => `${i === 0 ? "M" : "L"}${paper(px, y[i])}`).join("");

function outlines(picture: Picture, paper: Paper, look: string): string[] {
  const lines = picture.lines.filter(({ style }) => style === "rest");
  return lines.length === 0 ? [] : [`<path d="${lines.map((line) => pathOf(line, paper)).join("")}" ${look}/>`];
}

/** Members over what they were, in their colours or in ink. */
function membersSvg(picture: Picture, paper: Paper): string[] {
  const place = placeOn(picture.scale);
  const shown = picture.lines.filter(({ style }) => style === "body");
  const colours = new Map<string, string>();
  for (const line of shown) {
    const colour = line.value === null ? theme.ink : colourAt(Math.round(63 * place(line.value)) / 63);
    colours.set(colour, (colours.get(colour) ?? "") + pathOf(line, paper));
  }
  return [...colours].map(([colour, path]) => `<path d="${path}" stroke="${colour}" stroke-width="2.4"/>`);
}

/** Neighbours of one colour in the order of drawing are one path. */
function areasSvg(picture: Picture, paper: Paper): string {
  const { areas } = picture;
  if (areas.length === 0) return "";
  const place = placeOn(picture.scale);
  // Sixty-four shades are more than the eye tells apart.
  const looks = areas.map(({ value, light }) => {
    if (value === null) return EDGE;
    const colour = colourAt(Math.round(63 * place(value)) / 63, Math.round(12 * light) / 12);
    // Without an edge neighbours would show a hair of white between them.
    return `fill="${colour}" stroke="${colour}" stroke-width="0.5"`;
  });
  const parts: string[] = [];
  for (let i = 0; i < areas.length; ) {
    let path = "";
    const look = looks[i];
    while (i < areas.length && looks[i] === look) path += `${pathOf(areas[i++], paper)}Z`;
    parts.push(`<path d="${path}" ${look}/>`);
  }
  return `<g stroke-linejoin="round">${parts.join("")}</g>`;
}

const EDGE = `fill="none" stroke="${theme.ink}" stroke-opacity="0.4" stroke-width="0.4"`;
