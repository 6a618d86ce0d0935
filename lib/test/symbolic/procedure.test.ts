import { expect, test } from "vitest";
import { emptyGraph, type Graph } from "../../src/symbolic/dag.js";
import { adjustable } from "../../src/symbolic/parameters.js";
import { compiledProcedure, instanceOf, type Procedure, procedure } from "../../src/symbolic/procedure.js";

function ready(code: Procedure, ...calls: readonly ((memory: Float64Array) => void)[]) {
  const module = compiledProcedure(code);
  const instance = module && instanceOf(module, { calls: (memory) => calls.map((call) => () => call(memory)) });
  if (instance === null) throw new Error("no compiled code here");
  return instance;
}

const minusOne = (graph: Graph, n: number) => graph.subtract(n, graph.constant(1));

test("a loop runs until it is left, and cells are written in the end", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [x, n] = code.cells(2);
  code.loop(() => {
    code.when(graph.compare("lessEqual", n, graph.constant(0)), code.leave);
    code.assign([x, n], [graph.multiply(x, x), minusOne(graph, n)]);
  });
  const { memory, run } = ready(code.finished());
  memory.set([3, 2]);
  run();
  expect([...memory]).toEqual([81, 0]);
});

test("an inner loop is left for the rest of the outer one", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [outer, inner, sum] = code.cells(3);
  const zero = graph.constant(0);
  code.loop(() => {
    code.when(graph.compare("equal", outer, zero), code.leave);
    code.assign([inner], [outer]);
    code.loop(() => {
      code.when(
        graph.compare("equal", inner, zero),
        () => code.when(graph.constant(1), code.leave),
        () => code.assign([inner, sum], [minusOne(graph, inner), graph.add(sum, graph.constant(1))]),
      );
    });
    code.assign([outer], [minusOne(graph, outer)]);
  });
  const { memory, run } = ready(code.finished());
  memory.set([4, 0, 0]);
  run();
  expect([...memory]).toEqual([0, 0, 4 + 3 + 2 + 1]);
});

test("values are computed before the first is assigned", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [a, b, c] = code.cells(3);
  code.assign([a, b, c], [b, a, graph.add(a, b)]);
  const { memory, run } = ready(code.finished());
  memory.set([1, 2, 0]);
  run();
  expect([...memory]).toEqual([2, 1, 3]);
});

test("variables that are no cells are left alone in memory", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [a] = code.cells(1);
  const [t] = code.variables(1);
  code.assign([t], [graph.multiply(a, a)]);
  code.assign([a], [t]);
  const { memory, run } = ready(code.finished());
  memory.set([5, -1]);
  run();
  expect([...memory]).toEqual([25, -1]);
});

test("functions of the caller find variables in memory and leave results there", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [x] = code.cells(1);
  const [y, z] = code.variables(2);
  code.assign([y], [graph.add(x, graph.constant(1))]);
  code.call(0, [y], [z]);
  code.call(1, [], [y]);
  code.assign([x], [graph.subtract(z, y)]);
  const { memory, run } = ready(
    code.finished(),
    (cells) => {
      cells[2] = 10 * cells[1];
    },
    (cells) => {
      cells[1] = 0.5;
    },
  );
  memory[0] = 2;
  run();
  expect(memory[0]).toBe(29.5);
});

test("one module serves instances with memories of their own, which follow parameters", () => {
  const graph = emptyGraph();
  const parameters = adjustable({ k: 2 });
  const k = graph.parameter(parameters.all[0]);
  const code = procedure(graph);
  const [x] = code.cells(1);
  // 3 k² is computed when k is set.
  const factor = graph.multiply(graph.constant(3), graph.multiply(k, k));
  code.assign([x], [graph.multiply(factor, graph.call("cos", x))]);
  const module = compiledProcedure(code.finished());
  if (module === null) throw new Error("no compiled code here");
  const [first, second] = [instanceOf(module), instanceOf(module)];
  if (first === null || second === null) throw new Error("no compiled code here");
  first.memory[0] = 0.3;
  second.memory[0] = 0.7;
  first.run();
  parameters.set({ k: 5 });
  second.run();
  expect(first.memory[0]).toBe(12 * Math.cos(0.3));
  expect(second.memory[0]).toBe(75 * Math.cos(0.7));
});

test("a procedure that is too long is refused", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [x] = code.cells(1);
  code.assign([x], [graph.add(graph.multiply(x, x), graph.constant(1))]);
  expect(compiledProcedure(code.finished(), 1)).toBe(null);
  expect(compiledProcedure(code.finished(), 2)).not.toBe(null);
});

test("only variables are assigned to", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const [x] = code.cells(1);
  expect(() => code.assign([graph.add(x, graph.constant(1))], [x])).toThrow("add is no variable");
});

test("a loop along arrays loads, carries along and stores, upwards, downwards and from both ends", () => {
  const graph = emptyGraph();
  const code = procedure(graph);
  const { add, multiply } = graph;
  const [x, sums, differences] = [code.array(100, 1), code.array(100), code.array(100)];
  const [total, twice] = code.cells(2);
  // The sums of the first entries, and the differences of neighbours: there are zeros beyond the ends.
  code.along({ first: 0, count: 100 }, ({ at }) => {
    const sum = add(total, at(x));
    return {
      assign: [[total, sum]],
      store: [
        { array: sums, value: sum },
        { array: differences, value: graph.subtract(at(x, 1), at(x, -1)) },
      ],
    };
  });
  // Downwards to the first entry: x_i = i + x_{99 − i}, as it is by then, and what is carried is the last one.
  code.along({ first: 49, count: 50, down: true, mirror: 99 }, ({ at, mirrored }) => ({
    assign: [[twice, multiply(graph.constant(2), mirrored(x))]],
    store: [
      { array: x, value: add(at(x), mirrored(x)) },
      { array: x, mirrored: true, value: at(x) },
    ],
  }));
  const { memory, run } = ready(code.finished());
  const given = Array.from({ length: 100 }, (_, i) => i * i);
  memory.set(given, x.at);
  run();
  const entries = ({ at }: { readonly at: number }) => [...memory.subarray(at, at + 100)];
  let sum = 0;
  expect(entries(sums)).toEqual(given.map((entry) => (sum += entry)));
  expect(entries(differences)).toEqual(given.map((_, i) => (given[i + 1] ?? 0) - (given[i - 1] ?? 0)));
  expect(entries(x)).toEqual(given.map((entry, i) => (i < 50 ? entry + given[99 - i] : given[99 - i])));
  expect([...memory.subarray(code.arrays, code.arrays + 2)]).toEqual([sum, 2 * given[99]]);
});
