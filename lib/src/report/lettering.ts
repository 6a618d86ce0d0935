/** Texts and numbers in an SVG document. */
interface Lettering {
  readonly size?: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: "middle" | "end";
}

export function text(x: number, y: number, words: string, { size, weight, fill, anchor }: Lettering = {}): string {
  const attributes = Object.entries({ "font-size": size, "font-weight": weight, fill, "text-anchor": anchor })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");
  return `<text x="${short(x)}" y="${short(y)}"${attributes}>${escaped(words)}</text>`;
}

/** Hundredths of a pixel are enough. */
export function short(pixels: number): string {
  return String(Math.round(100 * pixels) / 100);
}

/** Control characters, halves of pairs and the two numbers that are no characters have no place in XML, not even as numbers. */
export function escaped(words: string): string {
  return words.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "\ufffd").replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}
