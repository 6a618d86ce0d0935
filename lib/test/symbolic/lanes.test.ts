/** Every lane has the digits of the plain code, whatever the others do. */
import { expect, test } from "vitest";
import { emptyGraph, type Graph, type Node } from "../../src/symbolic/dag.js";
import { compiledLanes, lanesInstance } from "../../src/symbolic/lanes.js";
import { compiledProcedure, instanceOf, type Procedure, procedure } from "../../src/symbolic/procedure.js";

/** The cells in the end, of every member: by plain code, and in lanes; `ordinary`: these by the second body. */
function both(code: Procedure, starts: readonly (readonly number[])[], vectors?: number, ordinary = false) {
  const plain = instanceOf(compiledProcedure(code)!)!;
  const module = compiledLanes(code, vectors)!;
  const { memory, prepare, ...instance } = lanesInstance(module, 1)!;
  const run = ordinary ? instance.runOrdinary! : instance.run;
  const cells = [...code.cells];
  const alone = starts.map((start) => {
    cells.forEach((cell, k) => {
      plain.memory[cell] = start[k];
    });
    plain.run();
    return cells.map((cell) => plain.memory[cell]);
  });
  const together: number[][] = [];
  for (let first = 0; first < starts.length; first += module.lanes) {
    for (let lane = 0; lane < module.lanes; lane++) {
      const start = starts[Math.min(first + lane, starts.length - 1)];
      cells.forEach((cell, k) => {
        memory[module.place(cell) + lane] = start[k];
      });
    }
    prepare(0);
    run(0);
    for (let lane = 0; lane < module.lanes && first + lane < starts.length; lane++) {
      together.push(cells.map((cell) => memory[module.place(cell) + lane]));
    }
  }
  return { alone, together, lanes: module.lanes };
}

const numbers = (count: number, from: number, by: number) => Array.from({ length: count }, (_, i) => from + by * i);

/** Loops in loops that lanes leave at different times, in four places; `rounds` cells count the rounds of the outermost. */
function winding(): Procedure {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [x, sum, rounds, found] = code.cells(4);
  const [s, i] = code.variables(2);
  const number = (value: number) => graph.constant(value);
  const less = (a: Node, b: Node) => graph.compare("less", a, b);
  code.loop(() => {
    code.when(less(rounds, number(1)), code.leave);
    code.assign([s, i], [x, number(0)]);
    code.loop(() => {
      code.assign([i], [graph.add(i, number(1))]);
      code.when(less(s, number(2)), () => {
        code.assign([found], [i]);
        code.leave();
      });
      code.loop(() => {
        code.when(less(s, number(10)), code.leave);
        code.assign([s], [graph.multiply(number(0.5), s)]);
      });
      code.when(
        less(s, number(5)),
        () => code.assign([s], [graph.subtract(s, number(0.7))]),
        () => {
          code.when(less(number(8), s), () => {
            code.assign([found], [graph.negate(i)]);
            code.leave();
          });
          code.assign([s], [graph.subtract(s, number(1))]);
        },
      );
    });
    code.assign(
      [x, sum, rounds],
      [graph.add(graph.add(x, found), number(3)), graph.add(sum, s), graph.subtract(rounds, number(1))],
    );
  });
  return code.finished();
}

test.each([1, 2, 3, 4])("loops that lanes leave one after another, %i vectors", (vectors) => {
  const starts = numbers(11, 1, 7.3).map((x) => [x, 0, 20, 0]);
  const { alone, together, lanes } = both(winding(), starts, vectors);
  expect(lanes).toBe(2 * vectors);
  expect(new Set(alone.map(([x]) => x)).size).toBeGreaterThan(5);
  expect(together).toEqual(alone);
});

test("the outermost loop is left by all lanes when one of them leaves", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [x, count] = code.cells(2);
  const one = graph.constant(1);
  code.loop(() => {
    code.when(graph.compare("less", count, one), code.leave);
    code.when(graph.compare("less", graph.constant(100), x), code.leave);
    code.assign([x, count], [graph.multiply(graph.constant(2), x), graph.subtract(count, one)]);
  });
  const { together } = both(code.finished(), [
    [1, 20],
    [30, 20],
  ]);
  // 30, 60, 120: after two steps one of them wants to leave.
  expect(together).toEqual([
    [4, 18],
    [120, 18],
  ]);
});

/** One assignment of every operation that there is. */
function everything(graph: Graph, a: Node, b: Node): Node[] {
  const { add, subtract, multiply, divide, negate, choose, compare, smaller, larger, power, call } = graph;
  const less = compare("less", a, b);
  return [
    ...[add(a, b), subtract(a, b), multiply(a, b), divide(a, b), negate(a), smaller(a, b), larger(a, b)],
    ...[power(a, 0.5), power(a, 3), power(a, -1), power(a, 0.3), less, compare("lessEqual", a, b)],
    ...[compare("equal", a, b), compare("notEqual", a, b), choose(less, a, b), choose(a, b, graph.constant(2))],
    ...(["sin", "cos", "tan", "exp", "log", "abs", "sign", "tanh", "atan"] as const).map((name) => call(name, a)),
    ...[call("atan2", a, b), choose(choose(less, compare("less", b, a), graph.constant(1)), a, negate(b))],
  ];
}

test("every operation, of ordinary numbers, zeros, infinities and what is no number", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [a, b] = code.cells(2);
  const nodes = everything(graph, a, b);
  code.assign(code.cells(nodes.length), nodes);
  const special = [0, -0, 1, -1, 0.3, -2.7, 1e300, 5e-324, Infinity, -Infinity, Number.NaN];
  const starts = special.flatMap((x) => special.map((y) => [x, y, ...nodes.map(() => 0)]));
  const { alone, together } = both(code.finished(), starts);
  expect(together).toEqual(alone);
});

test.each([1, 2, 4])("numbers that all lanes have in common, %i vectors", (vectors) => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [x, kept, most, least] = code.cells(4);
  const [h, count] = code.cells(2, "common");
  const [half, before, own] = code.variables(3);
  const number = (value: number) => graph.constant(value);
  const less = (a: Node, b: Node) => graph.compare("less", a, b);
  code.assign([half], [graph.multiply(number(0.5), h)]);
  code.loop(() => {
    code.when(less(count, number(1)), code.leave);
    // What all share is assigned beside a lane's own number, which is given its value of before.
    code.assign(
      [before, count, x],
      [count, graph.subtract(count, number(1)), graph.add(x, graph.multiply(half, count))],
    );
    code.when(
      less(before, number(3)),
      () => code.assign([half, own], [graph.add(half, h), graph.multiply(h, x)]),
      () => code.assign([own], [graph.multiply(half, half)]),
    );
    // Not common any more: lanes differ in whether they take it.
    code.when(less(x, number(40)), () => code.assign([own], [graph.add(own, before)]));
    const size = graph.call("abs", own);
    code.assign(
      [kept, most, least],
      [
        graph.choose(less(x, number(50)), own, number(0)),
        graph.choose(less(most, size), size, most),
        graph.choose(less(size, least), size, least),
      ],
    );
  });
  const starts = numbers(9, -1, 9.7).map((start) => [start, 0, 0, 1e9, 0.75, 7]);
  starts[4][0] = Number.NaN;
  const { alone, together } = both(code.finished(), starts, vectors);
  expect(new Set(alone.map(([, own]) => own)).size).toBeGreaterThan(3);
  expect(together).toEqual(alone);
});

/** Roots by Newton's iteration, as loops that lanes leave, and for lanes that go round together; `terms` make the rest of a step long. */
function roots(terms: number): Procedure {
  const graph = emptyGraph();
  const code = procedure(graph);
  const { add, subtract, multiply, divide, choose, compare, call } = graph;
  const number = (value: number) => graph.constant(value);
  const [a, sum, last] = code.cells(3);
  const [h, count] = code.cells(2, "common");
  const [x, d, going, twice] = code.variables(4);
  const [zero, one] = [number(0), number(1)];
  const correction = divide(subtract(multiply(x, x), a), multiply(twice, x));
  const isLarge = compare("less", multiply(number(1e-9), x), call("abs", d));
  const begin = () => {
    code.when(compare("less", count, one), code.leave);
    code.assign([x], [add(a, one)]);
  };
  // Every number of the step before is read again, beside its new value.
  const end = () => {
    const series = Array.from({ length: terms }, (_, k) => multiply(add(x, number(k)), add(sum, last)));
    const all = series.reduce((total, term) => add(total, divide(term, number(7))), x);
    code.when(compare("less", number(1e6), x), code.leave);
    code.assign(
      [sum, last, a, count],
      [add(sum, multiply(h, all)), add(sum, x), add(a, multiply(h, last)), subtract(count, one)],
    );
  };
  code.assign([twice], [add(h, h)]);
  code.loop(() => {
    begin();
    code.loop(() => {
      code.assign([d], [correction]);
      code.assign([x], [subtract(x, d)]);
      code.when(isLarge, () => {}, code.leave);
    });
    end();
  });
  code.ordinary(() => {
    code.assign([twice], [add(h, h)]);
    code.loop(() => {
      begin();
      code.assign([going], [one]);
      code.repeat(() => {
        code.assign([d], [correction]);
        code.assign([x], [subtract(x, choose(going, d, zero))]);
        code.assign([going], [choose(going, choose(isLarge, one, zero), zero)]);
      }, going);
      end();
    });
  });
  return code.finished();
}

test.each([
  [1, 1],
  [3, 1],
  [4, 1],
  [2, 60],
  [3, 60],
  [8, 60],
])("lanes that stay together, %i vectors, %i terms", (vectors, terms) => {
  const starts = numbers(13, 2, 300.7).map((a) => [a, 0, 0.5, 1, 6]);
  const { alone, together } = both(roots(terms), starts, vectors, true);
  expect(together).toEqual(alone);
  expect(both(roots(terms), starts, vectors).together).toEqual(alone);
});

test("lanes that stay together leave together, and leave what they have not finished as it was", () => {
  const starts = [4, 9, 1e13, 25].map((a) => [a, 0, 0.5, 1, 6]);
  const { together } = both(roots(1), starts, 2, true);
  expect(together).toEqual(starts);
});

test("lanes that stay together hand on the value that a variable had, where that is all that is read of it", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [x, y, a] = code.cells(3);
  const [rounds] = code.cells(1, "common");
  code.loop(() => {
    code.when(graph.compare("less", rounds, graph.constant(1)), code.leave);
    code.assign([x, y, rounds], [graph.add(y, a), x, graph.subtract(rounds, graph.constant(1))]);
  });
  const { alone, together } = both(
    code.finished(),
    numbers(9, 0, 1).map((i) => [i, 10 * i, 0.5, 5]),
    2,
  );
  expect(together).toEqual(alone);
});
