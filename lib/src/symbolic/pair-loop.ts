/** Loops over pairs of points as generated code: distances, the law between them, and what is summed, for two pairs at a time.
 *
 *  A vector holds x and y of a point, or one number of each of two pairs. All operations and the order of all sums are those of a plain loop,
 *  row by row and pair by pair: digits depend neither on which pairs are computed together nor on pairs in the list that do not act on one another.
 *
 *  f0 computes what some rows contribute to the gradient of the energy, f1 adds the energy to what is there, f2 stores slope and curvature of every pair. Each is given the first row and
 *  that behind the last, the number of points, and the addresses of the starts of the rows, of the partners, of what it writes, of the positions at the end of a step, then of the tables of
 *  numbers. Positions, or those at the beginning of a step, are in the beginning of the memory. f3 adds numbers to others: it is given how many, where they are, and what they are added to.
 *
 *  f4 and f5 are f0 and f2 over a step, for laws without a cutoff: the discrete gradient (ΔU/Δs) (d_a + d_b), and ΔU/Δs of every pair with its derivative. The image in a
 *  periodic box is that nearest to the middle of the step.
 *
 *  Points come after those whose rows they are in, so that rows from the first on contribute nothing to the points before it. */
import { DISTANCE, type DistanceLaw, FIRST_GIVEN, PER_DISTANCE, PER_SQUARE, SQUARE } from "./distance-law.js";
import { emitRoutine, simd, splat } from "./lanes-routine.js";
import { loopCode } from "./loop-code.js";
import { assemble, FIRST_HOST_CODE, type Program, type Routine, STRIDE } from "./program.js";
import { runTasksBody, takeBody } from "./shared-tasks.js";
import {
  type Bytes,
  binary,
  both,
  integer,
  type Local,
  load,
  loadBoth,
  loadInteger,
  loadSplat,
  local,
  localRegisters,
  minus,
  offsetBy,
  plus,
  store,
  storeLane,
  times,
} from "./vector-code.js";
import { wasmModule } from "./wasm.js";
import {
  BLOCK,
  type Body,
  BRANCH,
  BRANCH_IF,
  double,
  END,
  getLocal,
  IF,
  IS_BEYOND,
  IS_LESS,
  IS_ZERO,
  LOOP,
  lanesBody,
  lanesModule,
  MULTIPLY_INTEGERS,
  SUBTRACT_INTEGERS,
  sharedModule,
} from "./wasm-encoding.js";

export interface PairCode {
  readonly law: DistanceLaw;
  /** The energy vanishes from here on. */
  readonly cutoff: number;
  /** 1, 2 or 3. */
  readonly dimension: number;
  /** The sides of a periodic box, in which the distance is that to the nearest image; null in free space. */
  readonly sides: ArrayLike<number> | null;
  /** How many of the law's numbers come in twos from a table with one entry a point: that of the first and that of the second. The others have
   *  one entry a pair. */
  readonly ofPoints: number;
}

/** How many integers the functions are given. */
export const givenTo = ({ law, ofPoints }: PairCode): number => FIRST_TABLE + law.inputs - FIRST_GIVEN - ofPoints;

/** Null where the host has no such code. */
export const pairModule = (code: PairCode): WebAssembly.Module | null =>
  wasmModule(() => lanesModule(bodiesOf(code), givenTo(code)));

/** The same for threads that share calls of f0, and tasks of `other` code; null also where the law calls functions of the host, which other threads do not have. */
export const sharedPairModule = (code: PairCode, other: boolean): WebAssembly.Module | null =>
  wasmModule(() => {
    const bodies = bodiesOf(code);
    const { graph, energy, slope, curvature, secant, secantSlope } = code.law;
    const program = assemble(graph, 2 * code.law.inputs, [[energy, slope, curvature, secant, secantSlope]]);
    if (program.routines.some(callsHost)) throw new Error("functions of the host belong to one thread");
    const take = takeBody(other ? 1 : 0, givenTo(code), other ? 0 : null);
    return sharedModule(bodies, givenTo(code), take, runTasksBody, other);
  });

const callsHost = ({ code }: Routine): boolean => code.some((part, k) => k % STRIDE === 0 && part >= FIRST_HOST_CODE);

function bodiesOf(code: PairCode): readonly Body[] {
  const { graph, inputs, energy, slope, curvature, secant, secantSlope } = code.law;
  const ofState: Law = { states: 1, program: assemble(graph, inputs, [[slope], [slope, curvature], [energy]]) };
  const bodies = [gradientBody(code, ofState), energyBody(code, ofState), derivativesBody(code, ofState), sumBody()];
  if (code.cutoff < Infinity) return bodies;
  const ofStep: Law = { states: 2, program: assemble(graph, 2 * inputs, [[secant], [secant, secantSlope]]) };
  return [...bodies, gradientBody(code, ofStep), derivativesBody(code, ofStep)];
}

/** The law at one state, or between two: what the force is made of, that with its derivative, and for one state the energy. */
interface Law {
  readonly states: 1 | 2;
  readonly program: Program;
}
const [FORCE, WITH_DERIVATIVE, ENERGY] = [0, 1, 2];

/** The arguments of a function. */
const [FIRST, ROWS, POINTS, ROW_START, PARTNER, OUT, SECOND, FIRST_TABLE] = [0, 1, 2, 3, 4, 5, 6, 7];

/** So many bytes at an address, with this value. */
const FILL: Bytes = [0xfc, 0x0b, 0];
const [AND, DIVIDE, SQRT, FLOOR, LESS, REPLACE] = [0x4e, 0xf3, 0xef, 0x75, 0x49, 0x22];

/** How many pairs: the last of a row may be alone. Then both numbers of a vector are those of this pair. */
type Count = 1 | 2;

/** What a loop is written with. */
interface Loop {
  readonly emit: (...parts: readonly Bytes[]) => void;
  /** The number of the point, and that of the pair. */
  readonly point: Bytes;
  readonly pair: Bytes;
  /** Where the points of the pairs begin among the positions. */
  readonly partners: readonly [Bytes, Bytes];
  /** Does a vector hold the first two coordinates, and another one the last? */
  readonly hasPlane: boolean;
  readonly hasLast: boolean;
  /** The distance vectors, or the sums of those at both ends: the first two coordinates of each pair, the last of both. */
  readonly plane: readonly [Bytes, Bytes];
  readonly last: Bytes;
  /** A further vector. */
  vector(): Local;
}

interface Parts {
  /** Before all rows. */
  readonly start?: () => void;
  /** Before and after each row. */
  readonly begin?: () => void;
  readonly end?: () => void;
  readonly each: (count: Count, results: readonly Bytes[]) => void;
}

function loopBody(pairs: PairCode, { states, program }: Law, which: number, written: (loop: Loop) => Parts): Body {
  const { law, cutoff, dimension, ofPoints } = pairs;
  const given = givenTo(pairs);
  const code = loopCode(given, 6);
  const { emit, vector, advance } = code;
  const [point, pair, endOfRow, here, ...partners] = code.locals.slice(given);
  const { inputs, vectors: registers } = localRegisters(program, code.fresh);
  const routine = program.routines[which];
  const used = new Set<number>(routine.results);
  routine.code.forEach((register, k) => {
    if (k % STRIDE >= 2) used.add(register);
  });
  const reads = (input: number) => used.has(input);

  const [hasPlane, hasLast] = [dimension > 1, dimension !== 2];
  const lastAt = 8 * (dimension - 1);
  const ofState = Array.from(
    { length: states },
    (_, state): PairState => ({
      firstInput: state * law.inputs,
      at: (place) => (state === 0 ? place : offsetBy(getLocal(SECOND), place)),
      planeHere: vector(),
      lastHere: vector(),
      plane: [vector(), vector()],
      last: vector(),
    }),
  );
  const [{ plane, last }] = ofState;
  const image = vector();
  const loop: Loop = {
    ...{ emit, vector, hasPlane, hasLast },
    point: point.get,
    pair: pair.get,
    partners: [partners[0].get, partners[1].get],
    plane: [plane[0].get, plane[1].get],
    last: last.get,
  };
  const { start, begin, each, end } = written(loop);
  const found = Array.from(routine.results, vector);
  const compute = (count: Count): void => {
    const place = (offset: number): Bytes => [
      ...partnerAt(pair.get, offset),
      ...integer(8 * dimension),
      MULTIPLY_INTEGERS,
    ];
    partners.slice(0, count).forEach(({ set }, n) => {
      emit(place(4 * n), set);
    });
    writeDistances(pairs, loop, ofState, inputs, image, count);
    writeLawInputs(pairs, loop, ofState, inputs, reads, count);
    const { result } = emitRoutine(routine, code, registers);
    const isNear = binary(LESS, inputs[SQUARE].get, splat(cutoff * cutoff));
    found.forEach(({ set }, k) => {
      emit(result(k, 0), cutoff < Infinity ? [...isNear, ...simd(AND)] : [], set);
    });
    each(
      count,
      found.map(({ get }) => get),
    );
    advance(pair, count);
  };

  const started = (offset: number): Bytes => loadInteger(entryOf(ROW_START, point.get, 4), offset);
  start?.();
  emit(getLocal(FIRST), point.set);
  code.until([...point.get, ...getLocal(ROWS), IS_LESS, IS_ZERO], () => {
    emit(started(0), pair.set, started(4), endOfRow.set);
    emit(point.get, integer(8 * dimension), [MULTIPLY_INTEGERS], here.set);
    for (const { planeHere, lastHere, firstInput, at } of ofState) {
      if (hasPlane) emit(load(at(here.get)), planeHere.set);
      if (hasLast) emit(loadSplat(at(here.get), lastAt), lastHere.set);
      for (let k = 0; k < ofPoints; k++) {
        const own = firstInput + FIRST_GIVEN + 2 * k;
        if (reads(own)) emit(loadSplat(entryOf(FIRST_TABLE + k, point.get, 8)), inputs[own].set);
      }
    }
    begin?.();
    code.until([...offsetBy(pair.get, integer(1)), ...endOfRow.get, IS_LESS, IS_ZERO], () => compute(2));
    emit(endOfRow.get, pair.get, [IS_BEYOND], IF);
    compute(1);
    emit([END]);
    end?.();
    advance(point, 1);
  });
  return code.finished();
}

/** Of one state, or of both ends of a step. */
interface PairState {
  readonly firstInput: number;
  /** Where something of the positions is at this state. */
  readonly at: (place: Bytes) => Bytes;
  /** The point of the row: its first two coordinates, and its last. */
  readonly planeHere: Local;
  readonly lastHere: Local;
  /** The distance vectors. */
  readonly plane: readonly [Local, Local];
  readonly last: Local;
}

/** Entry `index` of an argument, of so many bytes each. */
const entryOf = (argument: number, index: Bytes, bytes: number): Bytes =>
  offsetBy(getLocal(argument), [...index, ...integer(bytes), MULTIPLY_INTEGERS]);
/** The partner of a pair, or of a later one. */
const partnerAt = (pair: Bytes, offset: number): Bytes => loadInteger(entryOf(PARTNER, pair, 4), offset);
/** The same number of both partners. */
const gathered = (count: Count, address: (partner: 0 | 1) => Bytes, offset: number): Bytes =>
  count === 1 ? loadSplat(address(0), offset) : loadBoth(address(0), address(1), offset);

/** The distance vectors with their squares; then, of two states, the sums of both. */
function writeDistances(
  { dimension, sides }: PairCode,
  { emit, partners, hasPlane, hasLast }: Loop,
  ofState: readonly PairState[],
  inputs: readonly Local[],
  image: Local,
  count: Count,
): void {
  /** To the nearest image: d − side ⌊d/side + ½⌋, for d in the middle of a step. */
  const nearest = (distances: readonly Local[], width: Bytes, perWidth: Bytes): void => {
    if (sides === null) return;
    const middle = distances.map(({ get }) => get).reduce((x, y) => times(plus(x, y), splat(0.5)));
    emit(times(width, [...plus(times(middle, perWidth), splat(0.5)), ...simd(FLOOR)]), image.set);
    for (const { get, set } of distances) emit(minus(get, image.get), set);
  };
  const [a, b, c] = Array.from(sides ?? [1, 1, 1]);
  const pairOf = (x: number, y: number): Bytes => [...splat(x), ...double(y), ...simd(REPLACE, 1)];
  for (let n = 0; hasPlane && n < count; n++) {
    for (const { planeHere, plane, at } of ofState) emit(minus(planeHere.get, load(at(partners[n]))), plane[n].set);
    nearest(
      ofState.map(({ plane }) => plane[n]),
      pairOf(a, b),
      pairOf(1 / a, 1 / b),
    );
  }
  if (hasLast) {
    const side = [a, b, c][dimension - 1];
    for (const { lastHere, last, at } of ofState) {
      const ofPartners = gathered(count, (n) => at(partners[n]), 8 * (dimension - 1));
      emit(minus(lastHere.get, ofPartners), last.set);
    }
    nearest(
      ofState.map(({ last }) => last),
      splat(side),
      splat(1 / side),
    );
  }
  const square = (d: Bytes) => times(d, d);
  for (const { plane, last, firstInput } of ofState) {
    const other = plane[count - 1].get;
    const parts = [
      ...(hasPlane ? ([0, 1] as const).map((n) => square(both(plane[0].get, other, n))) : []),
      ...(hasLast ? [square(last.get)] : []),
    ];
    emit(parts.reduce(plus), inputs[firstInput + SQUARE].set);
  }
  const [{ plane, last }, ...later] = ofState;
  for (const end of later) {
    for (let n = 0; hasPlane && n < count; n++) emit(plus(plane[n].get, end.plane[n].get), plane[n].set);
    if (hasLast) emit(plus(last.get, end.last.get), last.set);
  }
}

/** What the law is a function of beside the square of the distance, as far as it `reads` it. */
function writeLawInputs(
  { law, ofPoints }: PairCode,
  { emit, pair }: Loop,
  ofState: readonly PairState[],
  inputs: readonly Local[],
  reads: (input: number) => boolean,
  count: Count,
): void {
  const tables = law.inputs - FIRST_GIVEN - ofPoints;
  for (const { firstInput } of ofState) {
    const [s, w, r, p] = [SQUARE, PER_SQUARE, DISTANCE, PER_DISTANCE].map((input) => inputs[firstInput + input]);
    const needs = (input: number) => reads(firstInput + input);
    if (needs(PER_SQUARE) || needs(PER_DISTANCE)) emit(binary(DIVIDE, splat(1), s.get), w.set);
    if (needs(DISTANCE) || needs(PER_DISTANCE)) emit(s.get, simd(SQRT), r.set);
    if (needs(PER_DISTANCE)) emit(times(r.get, w.get), p.set);
    for (let k = 0; k < tables; k++) {
      const ofPartner = FIRST_GIVEN + 2 * k + 1;
      const ofPair = FIRST_GIVEN + ofPoints + k;
      if (k < ofPoints) {
        const entry = (n: 0 | 1) => entryOf(FIRST_TABLE + k, partnerAt(pair, 4 * n), 8);
        if (needs(ofPartner)) emit(gathered(count, entry, 0), inputs[firstInput + ofPartner].set);
      } else if (needs(ofPair)) {
        const entry = entryOf(FIRST_TABLE + k, pair, 8);
        emit(count === 2 ? load(entry) : loadSplat(entry), inputs[firstInput + ofPair].set);
      }
    }
  }
}

/** Slope times distance vector: to the first of a pair, from the second. */
const gradientBody = (code: PairCode, of: Law): Body =>
  loopBody(code, of, FORCE, ({ emit, vector, point, partners, hasPlane, hasLast, plane, last }) => {
    const lastAt = 8 * (code.dimension - 1);
    const [sumInPlane, sumOfLast, pull, lastPull] = [vector(), vector(), vector(), vector()];
    const zero = splat(0);
    const address = (place: Bytes) => offsetBy(getLocal(OUT), place);
    const bytesOf = (points: Bytes): Bytes => [...points, ...integer(8 * code.dimension), MULTIPLY_INTEGERS];
    const own = address(bytesOf(point));
    return {
      start() {
        const [first, points] = [FIRST, POINTS].map(getLocal);
        emit(address(bytesOf(first)), integer(0), bytesOf([...points, ...first, SUBTRACT_INTEGERS]), FILL);
      },
      begin() {
        if (hasPlane) emit(zero, sumInPlane.set);
        if (hasLast) emit(zero, sumOfLast.set);
      },
      each(count, [slope]) {
        if (hasLast) emit(times(slope, last), lastPull.set);
        for (let n = 0 as 0 | 1; n < count; n++) {
          const to = address(partners[n]);
          if (hasPlane) {
            emit(times(both(slope, slope, n), plane[n]), pull.set);
            emit(plus(sumInPlane.get, pull.get), sumInPlane.set);
            emit(store(to, minus(load(to), pull.get)));
          }
          if (hasLast) {
            // In the first place of the vector; what is in the second is never read.
            const share = n === 0 ? lastPull.get : both(lastPull.get, lastPull.get, 1);
            emit(share, pull.set, plus(sumOfLast.get, pull.get), sumOfLast.set);
            emit(storeLane(to, minus(loadSplat(to, lastAt), pull.get), lastAt));
          }
        }
      },
      end() {
        if (hasPlane) emit(store(own, plus(load(own), sumInPlane.get)));
        if (hasLast) emit(storeLane(own, plus(loadSplat(own, lastAt), sumOfLast.get), lastAt));
      },
    };
  });

/** Added to what is there, one by one. */
const energyBody = (code: PairCode, of: Law): Body =>
  loopBody(code, of, ENERGY, ({ emit, vector }) => {
    const sum = vector();
    const out = getLocal(OUT);
    return {
      begin: () => emit(loadSplat(out), sum.set),
      each(count, [energy]) {
        emit(plus(sum.get, energy), sum.set);
        if (count === 2) emit(plus(sum.get, both(energy, energy, 1)), sum.set);
      },
      end: () => emit(storeLane(out, sum.get)),
    };
  });

/** Slope and curvature of every pair, side by side. */
const derivativesBody = (code: PairCode, of: Law): Body =>
  loopBody(code, of, WITH_DERIVATIVE, ({ emit, pair }) => ({
    each(count, [slope, curvature]) {
      const to = offsetBy(getLocal(OUT), [...pair, ...integer(16), MULTIPLY_INTEGERS]);
      for (let n = 0 as 0 | 1; n < count; n++) emit(store(to, both(slope, curvature, n), 16 * n));
    },
  }));

/** Two numbers at a time, then the last. */
function sumBody(): Body {
  const [count, from, to] = [0, 1, 2].map(local);
  const two = [from, to].flatMap(({ get, set }) => [...offsetBy(get, integer(16)), ...set]);
  const rounds = [count.get, integer(2), [IS_LESS, BRANCH_IF, 1]];
  return lanesBody(0, [
    ...BLOCK,
    ...LOOP,
    ...rounds.flat(),
    ...store(to.get, plus(load(to.get), load(from.get))),
    ...two,
    ...[...count.get, ...integer(2), SUBTRACT_INTEGERS, ...count.set],
    ...[BRANCH, 0, END, END],
    ...count.get,
    ...IF,
    ...storeLane(to.get, plus(loadSplat(to.get), loadSplat(from.get))),
    END,
  ]);
}
