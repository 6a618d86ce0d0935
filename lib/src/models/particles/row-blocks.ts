/** Blocks of rows of a list of pairs: forces are the sum of what the blocks contribute, in their order, so that threads can share them and the digits do not depend on who does. They
 *  follow from the number of particles alone: from a list they would depend on when it was made. */

/** As many as threads take part at most. */
const BLOCKS = 4;
/** Particles from which a force takes longer than it does to share it. */
const FROM = 1024;

/** Where the blocks begin, of rows with about as many pairs each, or with fewer and fewer: where neighbours have numbers far apart, the first rows list most of the pairs. The first blocks
 *  are taken first, and the others fill up what is left. */
export const evenBlocks = (count: number): readonly number[] => blocksOf(count, (part) => Math.floor(part * count));

/** Of rows with all later particles: the rows before i have count² − (count − i)² of all count² pairs, but for a few. */
export const triangularBlocks = (count: number): readonly number[] =>
  blocksOf(count, (part) => Math.floor(count * (1 - Math.sqrt(1 - part))));

const blocksOf = (count: number, row: (part: number) => number): readonly number[] =>
  count < FROM ? [0] : Array.from({ length: BLOCKS }, (_, b) => row(b / BLOCKS));
