/** From the numbers that a file gives to places in a list. */

/** The place of a number, -1 for one that is not there. */
export type PlaceOf = (number: number) => number;

export interface NumberIndex {
  readonly placeOf: PlaceOf;
  /** The first number that is given twice, null when none is. */
  readonly twice: number | null;
}

export function numberIndex(numbers: Int32Array): NumberIndex {
  let least = Infinity;
  let most = -Infinity;
  for (let k = 0; k < numbers.length; k++) {
    if (numbers[k] < least) least = numbers[k];
    if (numbers[k] > most) most = numbers[k];
  }
  const span = most - least + 1;
  // A table where the numbers lie close together, as they nearly always do; memory stays in proportion to the list.
  if (span <= 4 * numbers.length + 1024) return table(numbers, least, span);
  return search(numbers);
}

function table(numbers: Int32Array, least: number, span: number): NumberIndex {
  const places = new Int32Array(Math.max(0, span)).fill(-1);
  let twice: number | null = null;
  for (let k = 0; k < numbers.length; k++) {
    const at = numbers[k] - least;
    if (places[at] >= 0) twice ??= numbers[k];
    else places[at] = k;
  }
  return { twice, placeOf: (number) => places[number - least] ?? -1 };
}

function search(numbers: Int32Array): NumberIndex {
  const order = Int32Array.from(numbers, (_, k) => k);
  if (numbers.some((number, k) => k > 0 && number < numbers[k - 1])) order.sort((a, b) => numbers[a] - numbers[b]);
  const sorted = Int32Array.from(order, (k) => numbers[k]);
  const repeated = sorted.findIndex((number, k) => k > 0 && number === sorted[k - 1]);
  return {
    twice: repeated < 0 ? null : sorted[repeated],
    placeOf(number) {
      let low = 0;
      let high = sorted.length - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        if (sorted[middle] === number) return order[middle];
        if (sorted[middle] < number) low = middle + 1;
        else high = middle - 1;
      }
      return -1;
    },
  };
}
