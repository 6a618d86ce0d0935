/** Times of the same thing, and memory. */
export const sorted = (times: readonly number[]): number[] => times.slice().sort((x, y) => x - y);

export const median = (times: readonly number[]): number => sorted(times)[times.length >> 1]!;

/** The most that the process had so far, in MB. */
export const peakMemory = (): number => Math.round(process.resourceUsage().maxRSS / 1000);
