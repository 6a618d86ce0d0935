/** Recomputes what the papers' pages of the studio show before anybody asks for a new computation: claims, verdicts and figures of every item of
 *  `noether reproduce` that is not long, as studio/papers/KEY.json.
 *
 *    node scripts/paper-figures.mjs [KEY…]
 *
 *  It takes about three minutes and needs the built packages (npx tsc -b). studio/test/papers.test.ts compares what is quick with a new computation,
 *  papers.long.test.ts all of it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reproductions } from "noether-papers";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** More points than that are not told apart in a picture of this width. */
const MOST = 900;

export function contentOf({ key, items }, isWanted = () => true) {
  return {
    items: items
      .filter((item) => !item.long && isWanted(item))
      .map((item) => {
        const { claims, figures } = item.reproduce();
        process.stderr.write(`${key}/${item.id}\n`);
        return {
          id: item.id,
          claims,
          figures: figures.map(({ name, figure }) => ({ name, figure: drawable(figure) })),
        };
      }),
  };
}

/** The figure with as many points and digits as can be seen. */
export function drawable(figure) {
  return {
    ...figure,
    panels: figure.panels.map((panel) => ({ ...panel, series: panel.series.map((one) => thinned(one, panel)) })),
  };
}

function thinned(series, { x, y }) {
  const kept = placesOf(series);
  const pick = (values, axis) =>
    rounded(
      kept.map((i) => values[i]),
      axis.scale,
    );
  return { ...series, x: pick(series.x, x), y: pick(series.y, y) };
}

/** The least and the most of every short stretch where x grows, else every so many points. */
function placesOf({ x, y }) {
  const all = Array.from(x, (_, i) => i);
  if (all.length <= MOST) return all;
  const grows = all.every((i) => i === 0 || x[i] >= x[i - 1]);
  const stretch = grows ? Math.ceil((2 * all.length) / MOST) : Math.ceil(all.length / (2 * MOST));
  const kept = new Set([0, all.length - 1]);
  for (let from = 0; from < all.length; from += stretch) {
    let [low, high] = [from, from];
    for (let i = from; grows && i < Math.min(all.length, from + stretch); i++) {
      if (y[i] < y[low]) low = i;
      if (y[i] > y[high]) high = i;
    }
    kept.add(low).add(high);
  }
  return [...kept].sort((a, b) => a - b);
}

/** Digits enough for a thousandth of a pixel on the axis. */
function rounded(values, scale) {
  const finite = values.filter((value) => Number.isFinite(value));
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  const size = Math.max(Math.abs(least), Math.abs(most));
  const lost = scale === "log" || most === least ? 0 : Math.max(0, Math.ceil(Math.log10(size / (most - least))));
  const digits = Math.min(17, 5 + lost);
  const step = 10 ** (Math.floor(Math.log10(size || 1)) + 1 - digits);
  return values.map((value) => {
    if (value === null || !Number.isFinite(value)) return null;
    return scale === "log"
      ? Number(value.toPrecision(5))
      : Number((Math.round(value / step) * step).toPrecision(digits));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  mkdirSync(at("../studio/papers"), { recursive: true });
  for (const paper of reproductions.filter(({ key }) => wanted.length === 0 || wanted.includes(key))) {
    writeFileSync(at(`../studio/papers/${paper.key}.json`), `${JSON.stringify(contentOf(paper))}\n`);
  }
}
