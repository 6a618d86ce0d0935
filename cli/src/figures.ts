/** Figures to files: SVG as it is, PNG drawn from it. */
import { extname } from "node:path";
import { InputError } from "noether";
import { type Figure, svgOf } from "noether/report";
import { refuseExisting, refuseOutput, writeFile } from "./files.js";

/** Before a long computation: will the figure find its place? */
export function refuseFigurePath(path: string, force: boolean): void {
  const ending = extname(path).toLowerCase();
  if (ending !== ".svg" && ending !== ".png") {
    const found = ending === "" ? "has no ending" : `ends in ${ending}`;
    throw new InputError(`${found}; accepted: .svg, .png`, { file: path });
  }
  if (!force) refuseExisting(path);
  refuseOutput(path);
}

export async function writeFigure(figure: Figure, path: string, force: boolean): Promise<void> {
  const svg = await svgOf(figure);
  writeFile(path, extname(path).toLowerCase() === ".png" ? await png(svg) : svg, force);
}

async function png(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js");
  // Twice the size, as screens of today have it.
  return new Resvg(svg, { fitTo: { mode: "zoom", value: 2 } }).render().asPng();
}
