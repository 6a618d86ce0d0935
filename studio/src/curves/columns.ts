/** The columns of results: what they are called, and which of them belong together. */

/** `v.x` is the velocity of x. */
export const named = (column: string) =>
  column.startsWith("v.") ? `velocity of ${spoken(column.slice(2))}` : spoken(column);

/** `invariant.angular-momentum-z` is the angular momentum z. */
export const spoken = (column: string) => column.replace(/^(?:invariant|probe|q|ledger)\./, "").replaceAll("-", " ");

const ONWARD: Readonly<Record<string, string>> = { x: "y", y: "z" };

/** The coordinate that belongs into a picture with this one: y to x, sun_y to sun_x, uy_4 to ux_4; of two coordinates the other. */
export function planeOf(columns: readonly string[], column: string): string | null {
  if (columns.length === 2) return column === columns[0] ? (columns[1] ?? null) : null;
  const label = column.slice(2);
  const found = /^(u?)([xy])(\d*|_.+)$/.exec(label);
  const axis = /^(.+_)([xy])$/.exec(label);
  const next =
    found !== null
      ? `q.${found[1]}${ONWARD[found[2] as string]}${found[3]}`
      : axis !== null
        ? `q.${axis[1]}${ONWARD[axis[2] as string]}`
        : "";
  return columns.includes(next) ? next : null;
}
