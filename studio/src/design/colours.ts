/** The colours of design.css for what is drawn on a canvas. */
import { signal } from "@preact/signals";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Changes when the system changes between light and dark: what is drawn has to be drawn again. */
export const scheme = signal<"light" | "dark">(dark.matches ? "dark" : "light");
dark.addEventListener("change", ({ matches }) => {
  scheme.value = matches ? "dark" : "light";
});

/** As it is now: `colour("ink")`. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** There are that many colours of methods; after the last they begin anew. */
export const METHOD_COLOURS = 7;

export const methodColour = (place: number) => colour(`method-${place % METHOD_COLOURS}`);
