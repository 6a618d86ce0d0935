/** A body as it is deformed, in colours that say how it is stressed. */
import { maxOf } from "../../core/vec.js";
import type { Body } from "../../mesh/body.js";
import { dimensionOf } from "../../mesh/mesh.js";
import { longestSide, magnification } from "../../scene/magnification.js";
import type { Picture } from "../figure.js";
import { significant } from "../number.js";
import { eyeOf } from "./eye.js";
import { facesOf } from "./faces.js";
import { type BodyState, valuesOf } from "./field-values.js";
import { membersOf } from "./members.js";
import { sideBySide } from "./side-by-side.js";

export interface BodyPicture {
  readonly picture: Picture;
  /** What a reader has to know: how often displacements are magnified. */
  readonly note: string | undefined;
}

/** Of a body that travels all states are drawn, of one that stays where it is the one with the largest displacements. */
export function bodyPicture(body: Body, states: readonly BodyState[], title?: string): BodyPicture {
  const { mesh } = body;
  const size = longestSide(mesh.points);
  const moved = states.map((state) => ({ state, u: valuesOf(body, "displacement", state) }));
  const travels = moved.some(({ u }) => Math.hypot(...meanOf(u)) > 0.7 * size);
  const largest = moved.reduce((best, each) => (peakOf(each.u) > peakOf(best.u) ? each : best), moved[0]);
  const shown = travels ? spaced(moved) : [largest];
  const factor = travels ? 1 : magnification(peakOf(largest.u), size);
  const eye = eyeOf(mesh);
  const scene = dimensionOf(mesh) === 1 ? membersOf(body) : facesOf(body, shown.length);
  const way = travels ? shortening(shown, size) : 1;
  const places = shown.map(({ u }) => {
    const mean = meanOf(u);
    return mesh.points.map((x, i) => x + factor * u[i] - (1 - way) * mean[i % 3]);
  });
  const shifts = travels ? sideBySide(places, eye) : null;
  const drawn = shown.map(({ state }, k) => {
    const points = shifts === null ? places[k] : places[k].map((x, i) => x + shifts[k] * eye.right[i % 3]);
    return scene.draw(eye, points, factor, state);
  });
  const values = drawn
    .flatMap(({ areas, lines }) => [...areas, ...lines])
    .flatMap(({ value }) => (value === null ? [] : [value]));
  const rest = travels ? [] : scene.atRest(eye);
  const when = travels
    ? `Body at t = ${shown.map(({ state }) => significant(state.t, 3)).join(", ")}`
    : `Body at t = ${significant(largest.state.t, 4)}`;
  return {
    picture: {
      title: title ?? when,
      areas: drawn.flatMap(({ areas }) => areas),
      lines: [...rest, ...drawn.flatMap(({ lines }) => lines)],
      scale:
        scene.label === null || values.length === 0
          ? null
          : { label: scene.label, least: Math.min(0, least(values)), most: most(values) },
    },
    note: noteOf(factor, way, shifts !== null),
  };
}

function noteOf(factor: number, way: number, apart: boolean): string | undefined {
  const shorter = way < 1 ? `The body's way is drawn ${significant(1 / way, 2)} times shorter than it was.` : undefined;
  if (apart)
    return [shorter, "It is drawn side by side; only up and down it is where it was."].filter(Boolean).join(" ");
  if (shorter !== undefined) return shorter;
  return factor === 1 ? undefined : `Displacements are drawn ${significant(factor, 3)} times as large.`;
}

/** At most five of them, from the first to the last. */
function spaced<T>(all: readonly T[]): T[] {
  const count = Math.min(5, all.length);
  return Array.from({ length: count }, (_, k) => all[Math.round((k * (all.length - 1)) / Math.max(1, count - 1))]);
}

/** Bodies that travel far stand a size and a half apart. */
function shortening(shown: readonly { readonly u: Float64Array }[], size: number): number {
  const means = shown.map(({ u }) => meanOf(u));
  const steps = means.slice(1).map((mean, k) => Math.hypot(...mean.map((x, c) => x - means[k][c])));
  const longest = maxOf(steps, 1e-300);
  return Math.min(1, (1.5 * size) / longest);
}

function meanOf(u: Float64Array): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  u.forEach((x, i) => {
    sum[i % 3] += (3 * x) / u.length;
  });
  return sum;
}

function peakOf(u: Float64Array): number {
  let peak = 0;
  for (let i = 0; i < u.length; i += 3) peak = Math.max(peak, Math.hypot(u[i], u[i + 1], u[i + 2]));
  return peak;
}

const least = (values: readonly number[]) =>
  values.reduce((best, each) => Math.min(best, each), Number.POSITIVE_INFINITY);
const most = (values: readonly number[]) =>
  values.reduce((best, each) => Math.max(best, each), Number.NEGATIVE_INFINITY);
