/** How figures look. The palette is that of Okabe and Ito without its yellow, which is too faint for lines on white:
 *  its colours stay apart for every common kind of colour vision. */

/** `line` as published; `text` the same hue, dark enough to read. */
const PALETTE = [
  { line: "#0072b2", text: "#005f96" },
  { line: "#d55e00", text: "#b34d00" },
  { line: "#009e73", text: "#007a59" },
  { line: "#cc79a7", text: "#a34c7c" },
  { line: "#e69f00", text: "#966600" },
  { line: "#56b4e9", text: "#2f7fae" },
  { line: "#4a4a4a", text: "#4a4a4a" },
] as const;

const DASHES = { solid: "none", dashed: "6 4", dotted: "1.5 3.5" } as const;

export const theme = {
  ink: "#1f2933",
  muted: "#5f6b76",
  faint: "#8a949e",
  rule: "#c9d0d6",
  grid: "#e9ecef",
  /** Of a cell without a value. */
  missing: "#dfe3e6",
  // Without quotes: the renderer of PNGs stops reading the list at the first one.
  font: "Inter, Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif",
  titleSize: 15,
  panelTitleSize: 12.5,
  textSize: 11,
  lineWidth: { line: 1.4, web: 0.9, band: 1.2, light: 0.8, strong: 2.2 },
  lightOpacity: 0.4,
  dotRadius: 2.6,
  smallDotRadius: 0.9,
};

/** The colours of a place in the palette. Past its end the colours begin anew and lines are dashed. */
export function penOf(colour: number, dash: "dashed" | "dotted" | undefined) {
  const round = Math.floor(colour / PALETTE.length);
  const style = dash ?? (["solid", "dashed", "dotted"] as const)[Math.min(round, 2)];
  return { ...PALETTE[colour % PALETTE.length], dash: DASHES[style] };
}

/** The width of a text before anyone has set it: an average for the fonts above, on the generous side. */
export function textWidth(text: string, size = theme.textSize): number {
  return 0.6 * size * [...text].length;
}
