/** What loops over elements (element-loop.ts) do around the integration points: from the displacements of the nodes to their derivatives by the
 *  reference coordinates at all points, and from stresses at the points to forces on the nodes. Both are constant linear maps, the same along every axis.
 *
 *  Elements of one point are written out, and what they compute stays in local variables. Those of several put it down in memory, in a loop over the axes. */
import { emptyGraph } from "./dag.js";
import { emitRoutine, simd } from "./lanes-routine.js";
import type { LinearMap } from "./linear-map.js";
import type { LoopCode } from "./loop-code.js";
import { assemble } from "./program.js";
import {
  type Bytes,
  both,
  integer,
  type Local,
  load,
  loadBoth,
  loadInteger,
  loadSplat,
  minus,
  offsetBy,
  plus,
  registersOf,
  store,
  storeLane,
} from "./vector-code.js";

export interface ElementSize {
  readonly dimension: 2 | 3;
  readonly nodes: number;
  /** Integration points. */
  readonly points: number;
  /** From the displacements of all nodes but the first, along one axis, to their derivatives by the reference coordinates: of one point after another. */
  readonly toReference: LinearMap;
}

/** Pairs that are computed together. What elements of one point do besides is too much to be kept twice. */
export const pairsOf = ({ points }: Pick<ElementSize, "points">): number => (points === 1 ? 1 : 2);

/** How many numbers an integration point of an element has in the table: ∂ξ/∂X, each row times the scale of its row of the map, and the volume. The table has group
 *  after group, in it point after point, there pair after pair; of a pair, the numbers of both elements stand side by side. */
export const numbersOfPoint = ({ dimension }: Pick<ElementSize, "dimension">): number => dimension * dimension + 1;

/** How many numbers the code puts down while it is at a group. */
export const scratchOf = (size: ElementSize): number => 4 * pairsOf(size) * size.dimension ** 2 * size.points;

/** Integers in local variables. */
interface Addresses {
  /** Of the byte offsets of nodes, of the second state, of the forces, of what is put down, and of the point where the loop is in it. */
  readonly offsets: Local;
  readonly second: Local;
  readonly forces: Local;
  readonly scratch: Local;
  readonly here: Local;
  /** For all nodes of a group. */
  readonly places: readonly Local[];
  /** For loops over axes: how many are left, and where they are among numbers of nodes and in what is put down. */
  readonly left: Local;
  readonly at: Local;
  readonly line: Local;
}

const NEGATE = 0xed;

export interface ElementTransport {
  /** Bytes from a point to the next one in what is put down. */
  readonly ofPoint: number;
  findNodes(u: number): void;
  /** Puts down the derivatives of the displacements of a state. */
  refer(u: number, state: number): void;
  /** Adds the forces of the stresses that are put down. */
  pull(u: number): void;
  /** Number k of the point where the loop is: derivatives by the reference coordinates, of one state after another; then stresses in their place. */
  taken(u: number, k: number): Bytes;
  put(u: number, k: number, value: Bytes): void;
}

export function elementTransport(
  code: LoopCode,
  size: ElementSize,
  states: 1 | 2,
  addresses: Addresses,
): ElementTransport {
  return (size.points === 1 ? inLocals : inMemory)(code, size, states, addresses);
}

/** The vectors of the nodes, along each axis, and the maps between them and the points. */
function nodalMaps(code: LoopCode, { dimension, nodes, toReference }: ElementSize, { offsets, places }: Addresses) {
  const { emit, fresh, vector } = code;
  const AXES = Array.from({ length: dimension }, (_, i) => i);
  const place = (u: number, lane: number, node: number) => places[nodes * (2 * u + lane) + node];
  const first = AXES.map(vector);
  const others = Array.from({ length: nodes - 1 }, () => AXES.map(vector));
  const mapped = (write: LinearMap["times"], given: readonly Bytes[]): readonly Bytes[] => {
    const graph = emptyGraph();
    const results = write(
      graph,
      given.map((_, k) => graph.input(k)),
    );
    const program = assemble(graph, given.length, [results]);
    const registers = registersOf(program, fresh, [given.map((get) => ({ get }))]);
    const { result } = emitRoutine(program.routines[0], code, registers);
    return results.map((_, k) => result(k, 0));
  };
  return {
    AXES,
    place,
    first,
    others,
    findNodes(u: number) {
      for (const lane of [0, 1]) {
        for (let node = 0; node < nodes; node++)
          emit(loadInteger(offsets.get, 4 * (nodes * (2 * u + lane) + node)), place(u, lane, node).set);
      }
    },
    /** At all points, from the displacements along axis i. */
    relative(i: number): readonly Bytes[] {
      return mapped(
        toReference.times,
        others.map((own) => own[i].get),
      );
    },
    /** And back: forces along axis i. */
    spread(i: number, stresses: readonly Bytes[]) {
      mapped(toReference.transposeTimes, stresses).forEach((value, k) => {
        emit(value, others[k][i].set);
      });
      emit(others.map((own) => own[i].get).reduce(plus), simd(NEGATE), first[i].set);
    },
    /** Both elements may have the same node, so one is added after the other. */
    eachPlace(u: number, base: Bytes, add: (address: Bytes, lane: 0 | 1, own: readonly Local[]) => void) {
      [...others, first].forEach((own, k) => {
        for (const lane of [0, 1] as const) add(offsetBy(base, place(u, lane, (k + 1) % nodes).get), lane, own);
      });
    },
  };
}

/** Of elements of one point. */
function inLocals(code: LoopCode, size: ElementSize, states: 1 | 2, addresses: Addresses): ElementTransport {
  const { emit, vector } = code;
  const { dimension } = size;
  const square = dimension * dimension;
  const kept = Array.from({ length: pairsOf(size) }, () => Array.from({ length: states * square }, vector));
  const { AXES, place, first, others, findNodes, relative, spread, eachPlace } = nodalMaps(code, size, addresses);
  const planes = [vector(), vector()] as const;
  return {
    ofPoint: 0,
    findNodes,
    refer(u, state) {
      const base = state === 0 ? integer(0) : addresses.second.get;
      [first, ...others].forEach((own, node) => {
        const [one, two] = [0, 1].map((lane) => offsetBy(base, place(u, lane, node).get));
        // x and y of one element each, which change places.
        emit(load(one), planes[0].set, load(two), planes[1].set);
        for (const i of [0, 1] as const) emit(both(planes[0].get, planes[1].get, i), own[i].set);
        if (dimension === 3) emit(loadBoth(one, two, 16), own[2].set);
        if (node > 0) for (const i of AXES) emit(minus(own[i].get, first[i].get), own[i].set);
      });
      for (const i of AXES) {
        relative(i).forEach((value, k) => {
          emit(value, kept[u][state * square + dimension * i + k].set);
        });
      }
    },
    pull(u) {
      for (const i of AXES) {
        spread(
          i,
          AXES.map((k) => kept[u][dimension * i + k].get),
        );
      }
      eachPlace(u, addresses.forces.get, (address, lane, [x, y, z]) => {
        emit(store(address, plus(load(address), both(x.get, y.get, lane))));
        if (dimension === 3) emit(storeLane(address, plus(loadSplat(address, 16), z.get), 16, lane));
      });
    },
    taken: (u, k) => kept[u][k].get,
    put: (u, k, value) => emit(value, kept[u][k].set),
  };
}

/** Of elements of several points: in loops over the axes. */
function inMemory(code: LoopCode, size: ElementSize, states: 1 | 2, addresses: Addresses): ElementTransport {
  const { emit } = code;
  const { dimension, points } = size;
  const { second, forces, scratch, here, left, at, line } = addresses;
  const square = dimension * dimension;
  const ofPair = 16 * states * square;
  const ofPoint = pairsOf(size) * ofPair;
  const { place, first, others, findNodes, relative, spread, eachPlace } = nodalMaps(code, size, addresses);
  const alongAxes = (start: Bytes, from: number, body: () => void) => {
    emit(start, at.set, offsetBy(scratch.get, integer(from)), line.set, integer(dimension), left.set);
    code.repeat(left, () => {
      body();
      code.advance(at, 8);
      code.advance(line, 16 * dimension);
    });
  };
  /** Of all points along the axis of the loop. */
  const inLine = Array.from(
    { length: points * dimension },
    (_, row) => Math.floor(row / dimension) * ofPoint + 16 * (row % dimension),
  );
  return {
    ofPoint,
    findNodes,
    refer(u, state) {
      const base = state === 0 ? integer(0) : second.get;
      alongAxes(base, u * ofPair + 16 * state * square, () => {
        [first, ...others].forEach(([own], node) => {
          const [one, two] = [0, 1].map((lane) => offsetBy(at.get, place(u, lane, node).get));
          emit(loadBoth(one, two), own.set);
          if (node > 0) emit(minus(own.get, first[0].get), own.set);
        });
        relative(0).forEach((value, row) => {
          emit(store(line.get, value, inLine[row]));
        });
      });
    },
    pull(u) {
      alongAxes(forces.get, u * ofPair, () => {
        spread(
          0,
          inLine.map((offset) => load(line.get, offset)),
        );
        eachPlace(u, at.get, (address, lane, [own]) => {
          emit(storeLane(address, plus(loadSplat(address), own.get), 0, lane));
        });
      });
    },
    taken: (u, k) => load(here.get, u * ofPair + 16 * k),
    put: (u, k, value) => emit(store(here.get, value, u * ofPair + 16 * k)),
  };
}
