/** Pixels. Whole, because uPlot multiplies the digits that stand before "px" by the density of the screen, and no others. */
const SIZE = 12;

/** The font of axes, in pixels of a screen that has so many to a pixel of the page. */
export const axisFont = (density = 1): string => `${SIZE * density}px Inter, system-ui, sans-serif`;
