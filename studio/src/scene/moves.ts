/** What whoever looks at a scene asks for. */

export type ViewDirection = "usual" | "x" | "y" | "z";

/** Of whoever looks, in pixels to the right and down. */
export type Move =
  | { readonly kind: "turn" | "pan"; readonly x: number; readonly y: number }
  /** Above 1: farther away; the place under the pointer stays, given from the middle. */
  | { readonly kind: "zoom"; readonly ratio: number; readonly x?: number; readonly y?: number }
  | { readonly kind: "look"; readonly from: ViewDirection }
  | { readonly kind: "fit" };
