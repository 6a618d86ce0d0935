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
import { assemble, FIRST_HOST_CODE, type Program, type Routine, STRIDE } from "./program.js";
import { runTasksBody, takeBody } from "./shared-tasks.js";
import {
  ADD_INTEGERS,
  BLOCK,
  BRANCH,
  BRANCH_IF,
  type Bytes,
  binary,
  both,
  END,
  IF,
  IS_BEYOND,
  IS_LESS,
  IS_ZERO,
  integer,
  LOOP,
  type Local,
  load,
  loadBoth,
  loadInteger,
  loadSplat,
  local,
  localRegisters,
  MULTIPLY_INTEGERS,
  minus,
  offsetBy,
  plus,
  store,
  storeLane,
  times,
} from "./vector-code.js";
import { wasmModule } from "./wasm.js";
import { type Body, getLocal, lanesBody, lanesModule, setLocal, sharedModule } from "./wasm-encoding.js";

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

const SUBTRACT_INTEGERS = 0x6b;
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

function loopBody(code: PairCode, { states, program }: Law, which: number, written: (loop: Loop) => Parts): Body {
  const { law, cutoff, dimension, sides, ofPoints } = code;
  const tables = law.inputs - FIRST_GIVEN - ofPoints;
  const bytes: number[] = [];
  const emit = (...parts: readonly Bytes[]) => {
    for (const part of parts) for (let i = 0; i < part.length; i++) bytes.push(part[i]);
  };
  // Local variables: arguments, integers, vectors.
  const integers = FIRST_TABLE + tables;
  const names = ["point", "pair", "end", "here", "first", "second"] as const;
  const at = Object.fromEntries(names.map((name, k) => [name, integers + k])) as Record<(typeof names)[number], number>;
  let vectors = integers + names.length;
  const vector = () => local(vectors++);
  const { inputs, vectors: registers } = localRegisters(program, () => vectors++);
  const routine = program.routines[which];
  const used = new Set<number>(routine.results);
  routine.code.forEach((register, k) => {
    if (k % STRIDE >= 2) used.add(register);
  });
  const reads = (input: number) => used.has(input);

  const [hasPlane, hasLast] = [dimension > 1, dimension !== 2];
  const lastAt = 8 * (dimension - 1);
  const ofState = Array.from({ length: states }, (_, state) => ({
    firstInput: state * law.inputs,
    /** Where something of the positions is at this state. */
    at: (place: Bytes): Bytes => (state === 0 ? place : offsetBy(getLocal(SECOND), place)),
    planeHere: vector(),
    lastHere: vector(),
    plane: [vector(), vector()] as const,
    last: vector(),
  }));
  const [{ plane, last }] = ofState;
  const image = vector();
  const loop: Loop = {
    emit,
    point: getLocal(at.point),
    pair: getLocal(at.pair),
    partners: [getLocal(at.first), getLocal(at.second)],
    hasPlane,
    hasLast,
    plane: [plane[0].get, plane[1].get],
    last: last.get,
    vector,
  };
  const here = getLocal(at.here);
  const { start, begin, each, end } = written(loop);

  /** To the nearest image: d − side ⌊d/side + ½⌋, for d in the middle of a step. */
  const nearest = (distances: readonly Local[], width: Bytes, perWidth: Bytes): void => {
    if (sides === null) return;
    const middle = distances.map(({ get }) => get).reduce((x, y) => times(plus(x, y), splat(0.5)));
    emit(times(width, [...plus(times(middle, perWidth), splat(0.5)), ...simd(FLOOR)]), image.set);
    for (const { get, set } of distances) emit(minus(get, image.get), set);
  };
  const [a, b, c] = Array.from(sides ?? [1, 1, 1]);
  const pairOf = (x: number, y: number): Bytes => [...splat(x), 0x44, ...double8(y), ...simd(REPLACE, 1)];
  const lastSide = [a, b, c][dimension - 1];
  const partner = (offset: number): Bytes =>
    loadInteger(offsetBy(getLocal(PARTNER), [...loop.pair, ...integer(4), MULTIPLY_INTEGERS]), offset);
  /** The same number of both partners. */
  const gathered = (count: Count, address: (partner: 0 | 1) => Bytes, offset: number): Bytes =>
    count === 1 ? loadSplat(address(0), offset) : loadBoth(address(0), address(1), offset);

  const distances = (count: Count): void => {
    for (let n = 0; hasPlane && n < count; n++) {
      for (const { planeHere, plane, at } of ofState)
        emit(minus(planeHere.get, load(at(loop.partners[n]))), plane[n].set);
      nearest(
        ofState.map(({ plane }) => plane[n]),
        pairOf(a, b),
        pairOf(1 / a, 1 / b),
      );
    }
    if (hasLast) {
      for (const { lastHere, last, at } of ofState) {
        const ofPartners = gathered(count, (n) => at(loop.partners[n]), lastAt);
        emit(minus(lastHere.get, ofPartners), last.set);
      }
      nearest(
        ofState.map(({ last }) => last),
        splat(lastSide),
        splat(1 / lastSide),
      );
    }
    const square = (d: Bytes) => times(d, d);
    for (const { plane, last, firstInput } of ofState) {
      const other = plane[count - 1].get;
      const planar = hasPlane
        ? plus(...([0, 1].map((n) => square(both(plane[0].get, other, n as 0 | 1))) as [Bytes, Bytes]))
        : [];
      const sum = !hasPlane ? square(last.get) : hasLast ? plus(planar, square(last.get)) : planar;
      emit(sum, inputs[firstInput + SQUARE].set);
    }
    for (const end of ofState.slice(1)) {
      for (let n = 0; hasPlane && n < count; n++) emit(plus(plane[n].get, end.plane[n].get), plane[n].set);
      if (hasLast) emit(plus(last.get, end.last.get), last.set);
    }
  };
  const lawInputs = (count: Count): void => {
    for (const { firstInput } of ofState) {
      const [s, w, r, p] = [SQUARE, PER_SQUARE, DISTANCE, PER_DISTANCE].map((input) => inputs[firstInput + input]);
      const needs = (input: number) => reads(firstInput + input);
      if (needs(PER_SQUARE) || needs(PER_DISTANCE)) emit(binary(DIVIDE, splat(1), s.get), w.set);
      if (needs(DISTANCE) || needs(PER_DISTANCE)) emit(s.get, simd(SQRT), r.set);
      if (needs(PER_DISTANCE)) emit(times(r.get, w.get), p.set);
      for (let k = 0; k < tables; k++) {
        const table = getLocal(FIRST_TABLE + k);
        const ofPartner = FIRST_GIVEN + 2 * k + 1;
        const ofPair = FIRST_GIVEN + ofPoints + k;
        if (k < ofPoints) {
          const entry = (n: 0 | 1): Bytes => offsetBy(table, [...partner(4 * n), ...integer(8), MULTIPLY_INTEGERS]);
          if (needs(ofPartner)) emit(gathered(count, entry, 0), inputs[firstInput + ofPartner].set);
        } else if (needs(ofPair)) {
          const entry = offsetBy(table, [...loop.pair, ...integer(8), MULTIPLY_INTEGERS]);
          emit(count === 2 ? load(entry) : loadSplat(entry), inputs[firstInput + ofPair].set);
        }
      }
    }
  };
  const found = Array.from(routine.results, vector);
  const pairs = (count: Count): void => {
    const place = (offset: number): Bytes => [...partner(offset), ...integer(8 * dimension), MULTIPLY_INTEGERS];
    emit(place(0), setLocal(at.first));
    if (count === 2) emit(place(4), setLocal(at.second));
    distances(count);
    lawInputs(count);
    const { result } = emitRoutine(routine, { bytes, emit }, registers);
    const isNear = binary(LESS, inputs[SQUARE].get, splat(cutoff * cutoff));
    found.forEach(({ set }, k) => {
      emit(result(k, 0), cutoff < Infinity ? [...isNear, ...simd(AND)] : [], set);
    });
    each(
      count,
      found.map(({ get }) => get),
    );
    emit(loop.pair, integer(count), [ADD_INTEGERS], setLocal(at.pair));
  };

  const started = (offset: number): Bytes =>
    loadInteger(offsetBy(getLocal(ROW_START), [...loop.point, ...integer(4), MULTIPLY_INTEGERS]), offset);
  start?.();
  emit(getLocal(FIRST), setLocal(at.point));
  emit(BLOCK, LOOP);
  emit(loop.point, getLocal(ROWS), [IS_LESS, IS_ZERO, BRANCH_IF, 1]);
  emit(started(0), setLocal(at.pair), started(4), setLocal(at.end));
  emit(loop.point, integer(8 * dimension), [MULTIPLY_INTEGERS], setLocal(at.here));
  for (const { planeHere, lastHere, firstInput, at } of ofState) {
    if (hasPlane) emit(load(at(here)), planeHere.set);
    if (hasLast) emit(loadSplat(at(here), lastAt), lastHere.set);
    for (let k = 0; k < ofPoints; k++) {
      const entry = offsetBy(getLocal(FIRST_TABLE + k), [...loop.point, ...integer(8), MULTIPLY_INTEGERS]);
      const own = firstInput + FIRST_GIVEN + 2 * k;
      if (reads(own)) emit(loadSplat(entry), inputs[own].set);
    }
  }
  begin?.();
  emit(BLOCK, LOOP);
  emit(loop.pair, integer(1), [ADD_INTEGERS], getLocal(at.end), [IS_LESS, IS_ZERO, BRANCH_IF, 1]);
  pairs(2);
  emit([BRANCH, 0, END, END]);
  emit(getLocal(at.end), loop.pair, [IS_BEYOND], IF);
  pairs(1);
  emit([END]);
  end?.();
  emit(loop.point, integer(1), [ADD_INTEGERS], setLocal(at.point));
  emit([BRANCH, 0, END, END]);
  return lanesBody(vectors - integers - names.length, bytes, names.length);
}

const double8 = (value: number): Bytes => Array.from(new Uint8Array(Float64Array.of(value).buffer));

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
