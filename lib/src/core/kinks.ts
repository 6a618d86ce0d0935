/** Lists of times at which forces jump or have corners, ascending. */
import { firstFrom } from "./load-kinks.js";
import type { Vec } from "./vec.js";

/** When something jumps or has corners in time. */
export interface TimesOfKinks {
  /** Times where it or one of its derivatives by time may jump, ascending; absent or null: it is smooth in time. */
  readonly kinks?: Vec | null;
  /** Those of the kinks at which the value itself may jump; absent: all of them may. */
  readonly jumps?: Vec;
  /** The time within which all kinks are listed; absent: always. */
  readonly listed?: Listed;
}

/** Of conditions that change sides again and again some times are listed, of others none, which is a time without length. */
export interface Listed {
  readonly from: number;
  readonly to: number;
  /** What is not listed are corners: it does not jump there. */
  readonly corners?: true;
}

/** The time in the list that t is meant to be, which misses it by `slack` at most; t itself if there is none. Several that are so close are one
 *  kink: seen from before it is the first of them, from after it the last. */
export function listedTime(times: ArrayLike<number>, t: number, slack: number, side: -1 | 1): number {
  const first = firstFrom(times, t - slack);
  if (first === times.length || times[first] > t + slack) return t;
  let last = first;
  if (side > 0) while (last + 1 < times.length && times[last + 1] <= t + slack) last++;
  return times[last];
}

/** The kinks of all of them. */
export function kinksOfAll(all: readonly TimesOfKinks[]): TimesOfKinks & { readonly kinks: Vec | null } {
  const kinks = ascending(all.flatMap((each) => [...(each.kinks ?? [])]));
  const known = all.every((each) => each.kinks == null || each.jumps !== undefined);
  return {
    kinks: kinks.length === 0 ? null : kinks,
    ...(known ? { jumps: ascending(all.flatMap((each) => [...(each.jumps ?? [])])) } : {}),
    ...listedBy(all),
  };
}

/** The time that all of them have in common; absent: all have all. */
export function listedBy(all: readonly { readonly listed?: Listed }[]): { readonly listed?: Listed } {
  const limited = all.flatMap(({ listed }) => (listed === undefined ? [] : [listed]));
  if (limited.length === 0) return {};
  return {
    listed: {
      from: limited.reduce((most, { from }) => Math.max(most, from), Number.NEGATIVE_INFINITY),
      to: limited.reduce((least, { to }) => Math.min(least, to), Number.POSITIVE_INFINITY),
      ...(limited.every(({ corners }) => corners === true) && { corners: true }),
    },
  };
}

/** Each once. */
const ascending = (times: readonly number[]): Vec => Float64Array.from(new Set(times)).sort();
