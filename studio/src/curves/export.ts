/** Pictures and tables as files. */
import { h, render } from "preact";
import { Chart } from "./chart.js";
import type { Curve, Picture } from "./curve.js";

export function download(name: string, content: BlobPart, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The name of a picture as a file. */
export const fileName = (title: string, ending: string) =>
  `${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")}.${ending}`;

const [WIDTH, HEIGHT] = [800, 480];

/** With the colours of the page in it: a file has no style sheet. */
function svgText(picture: Picture): string {
  const place = document.createElement("div");
  render(h(Chart, { ...picture, width: WIDTH, height: HEIGHT, isFile: true }), place);
  const svg = place.querySelector("svg");
  if (svg === null) return "";
  return `${new XMLSerializer().serializeToString(svg).replace(/var\(--[\w-]+, (#[0-9a-f]+)\)/g, "$1")}\n`;
}

export const saveSvg = (picture: Picture) =>
  download(fileName(picture.title, "svg"), svgText(picture), "image/svg+xml");

/** Twice as many points as the page has, on white. */
export async function savePng(picture: Picture): Promise<void> {
  const image = new Image(2 * WIDTH, 2 * HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * WIDTH, 2 * HEIGHT];
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob !== null) download(fileName(picture.title, "png"), blob, "image/png");
  }, "image/png");
}

/** Two columns a curve, since curves need not share their places, and two more for what lies between its places; all digits. */
function csvText({ xLabel, curves }: Picture): string {
  const heads = curves.flatMap(({ label, band }) => [
    ...[`${xLabel} (${label})`, label],
    ...(band === undefined ? [] : [`${label}, least until the next`, `${label}, greatest until the next`]),
  ]);
  const rows = Math.max(0, ...curves.map(({ x }) => x.length));
  const lines = Array.from({ length: rows }, (_, i) => curves.flatMap((curve) => cells(curve, i)).join(","));
  return `${[heads.map(quoted).join(","), ...lines].join("\n")}\n`;
}

const cells = ({ x, y, band }: Curve, i: number) =>
  [x, y, ...(band === undefined ? [] : [band.low, band.high])].map((each) => (i < x.length ? String(each[i]) : ""));
const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const saveCsv = (picture: Picture) => download(fileName(picture.title, "csv"), csvText(picture), "text/csv");
