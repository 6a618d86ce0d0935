/** The slopes of the operations over a step: d_node = Σ slope · d_operand, exactly, with slopes that are symmetric in the two
 *  ends, tend to the partial derivatives as the ends meet, and never subtract values of the ends. ū is the mean of the ends.
 *
 *      u w     w̄, ū                   u/w    mean(1/w), −ū/(w_a w_b); other means where neither is a polynomial (below)
 *      u^2m    by (u^m)²              u^(2m+1) by u·u^2m          u^−m  by 1/u^m         √u   1/(√u_a + √u_b)
 *      |u|     (u_a + u_b)/(|u_a| + |u_b|)                        y = u^(−1/3)   −(y_a y_b)³/(y_a² + y_a y_b + y_b²)
 *      f(u)    f[u_a, u_b] of divided-differences.ts
 *      u^w     of exp(w log u)
 *      atan2   x̄ K, −ȳ K, where K = Δθ/(x̄ d_y − ȳ d_x) and tan Δθ = (x̄ d_y − ȳ d_x)/(x_a x_b + y_a y_b)
 *
 *  The product's rule turns x² + y² into 2 (x̄, ȳ): what is written in squares of distances does no work on a rotation at the
 *  middle of the step. See docs/topics/discrete-gradients.md. */
import type { Node } from "./dag.js";
import type { Divided } from "./divided-differences.js";
import type { Ends } from "./ends.js";

export interface Slope {
  readonly operand: Node;
  readonly slope: Node;
}

/** Null for piecewise operations: their slopes depend on the piece (difference-rules.ts). */
export function slopesOf(ends: Ends, node: Node): readonly Slope[] | null {
  const { graph, sum, after } = ends;
  const { kind, a, b, value } = graph.entries[node];
  const one = graph.constant(1);
  const { add, multiply, divide, negate, power, call } = graph;
  switch (kind) {
    case "constant":
    case "parameter":
    case "input":
      return [];
    case "add":
      return [slope(a, one), slope(b, one)];
    case "subtract":
      return [slope(a, one), slope(b, negate(one))];
    case "negate":
      return [slope(a, negate(one))];
    case "multiply": {
      const [ofA, ofB] = factorMeans(ends, [a, after(a)], [b, after(b)]);
      return [slope(a, ofB), slope(b, ofA)];
    }
    case "divide": {
      const [before, behind] = [power(b, -1), power(after(b), -1)];
      const [ofA, ofInverse] = factorMeans(ends, [a, after(a)], [before, behind]);
      return [slope(a, ofInverse), slope(b, negate(multiply(ofA, multiply(before, behind))))];
    }
    case "power":
      return [slope(a, powerSlope(ends, a, value))];
    case "perCubeRoot": {
      const product = multiply(node, after(node));
      const squares = add(add(power(node, 2), product), power(after(node), 2));
      return [slope(a, negate(divide(power(product, 3), squares)))];
    }
    case "abs": {
      const size = add(call("abs", a), call("abs", after(a)));
      return [slope(a, graph.choose(size, divide(sum(a), size), graph.constant(0)))];
    }
    case "sin":
    case "cos":
    case "tan":
    case "sinh":
    case "cosh":
    case "tanh":
    case "exp":
    case "log":
    case "atan":
    case "asin":
      return [slope(a, divided(ends, kind, a))];
    case "acos":
      return [slope(a, negate(divided(ends, "asin", a)))];
    case "atan2":
      return angleSlopes(ends, node);
    case "pow":
      return generalPower(ends, node);
    default:
      return null;
  }
}

const slope = (operand: Node, value: Node): Slope => ({ operand, slope: value });

/** What the factors of a product count for in the difference of the other, given at both ends. For any λ + μ = 1
 *
 *      f_b g_b − f_a g_a = (λ f_a + μ f_b) d_g + (λ g_b + μ g_a) d_f,
 *
 *  and λ = μ = ½ keeps the symmetries of dot products. Where f grows by powers of ten as g decays, f_b g_a is far larger than the product at either
 *  end, and nothing would be left of the difference: there the way over f_a g_b is taken, λ = 1, and in the opposite case the other. With
 *  p = (f_a g_b)², q = (f_b g_a)² and r = c ((f_a g_a)² + (f_b g_b)²),
 *
 *      λ = (q + r)/(p + q + 2r),   μ = (p + r)/(p + q + 2r),
 *
 *  close to ½ as long as p and q are not larger than the products at the ends, and such that μ f_b g_a and λ f_a g_b never are, but for √c/3. Both are
 *  sums of squares: μ is known to the last digits where it is small. Polynomials change too little for this in a step that means
 *  something (steep-products.ts). */
function factorMeans(
  ends: Ends,
  [fa, fb]: readonly [Node, Node],
  [ga, gb]: readonly [Node, Node],
): readonly [Node, Node] {
  const { graph } = ends;
  const { add, multiply, divide, power, choose, compare, constant } = graph;
  const [zero, half, one] = [0, 0.5, 1].map(constant);
  if (graph.entries[fa].polynomial || graph.entries[ga].polynomial)
    return [multiply(half, add(fa, fb)), multiply(half, add(ga, gb))];
  const [over, under] = [multiply(fa, gb), multiply(fb, ga)];
  const [p, q] = [power(over, 2), power(under, 2)];
  const r = multiply(constant(EQUAL_SHARES), add(power(multiply(fa, ga), 2), power(multiply(fb, gb), 2)));
  const total = add(add(p, q), add(r, r));
  // Squares that overflow still tell which is larger; where all vanish, both count alike.
  const known = choose(compare("less", zero, total), compare("less", total, constant(Number.POSITIVE_INFINITY)), zero);
  const share = (own: Node, other: Node): Node => {
    const [small, large] = [graph.call("abs", own), graph.call("abs", other)];
    const coarse = choose(compare("less", small, large), one, choose(compare("less", large, small), zero, half));
    return choose(known, divide(add(power(other, 2), r), total), coarse);
  };
  const [lambda, mu] = [share(over, under), share(under, over)];
  return [add(multiply(lambda, fa), multiply(mu, fb)), add(multiply(lambda, gb), multiply(mu, ga))];
}

/** Products between ends count as larger than those at the ends from √ of this on. */
const EQUAL_SHARES = 64;

function divided({ graph, after, difference }: Ends, f: Divided, u: Node, exponent?: number): Node {
  return graph.divided(`${f}Slope`, u, after(u), difference(u), exponent);
}

function powerSlope(ends: Ends, u: Node, p: number): Node {
  const { graph, after, sum, mean } = ends;
  const { add, multiply, divide, power } = graph;
  const product = (n: number) => multiply(power(u, n), power(after(u), n));
  const total = (n: number) => add(power(u, n), power(after(u), n));
  const half = graph.constant(0.5);
  if (!Number.isInteger(2 * p) || (Math.abs(p) > 32 && !Number.isInteger(p))) return divided(ends, "pow", u, p);
  if (p < 0) return graph.negate(divide(powerSlope(ends, u, -p), product(-p)));
  if (p === 0.5) return power(total(0.5), -1);
  if (p === 1) return graph.constant(1);
  if (p === 2) return sum(u);
  if (p % 2 === 0) return multiply(total(p / 2), powerSlope(ends, u, p / 2));
  if (Number.isInteger(p)) {
    return add(multiply(half, total(p - 1)), multiply(mean(u), powerSlope(ends, u, p - 1)));
  }
  const whole = p - 0.5;
  return add(
    multiply(multiply(half, total(0.5)), powerSlope(ends, u, whole)),
    multiply(multiply(half, total(whole)), powerSlope(ends, u, 0.5)),
  );
}

/** exp(w log u), or the plain quotient where u is 0 at one end. */
function generalPower(ends: Ends, node: Node): readonly Slope[] {
  const { graph, mean, after, difference } = ends;
  const { a: u, b: w } = graph.entries[node];
  const { add, multiply, divide, call } = graph;
  const zero = graph.constant(0);
  const log = call("log", u);
  const exponent = multiply(w, log);
  // Also of a constant u, to which nothing is sent.
  const byLog = graph.isConstant(u) ? zero : divided(ends, "log", u);
  const change = add(multiply(mean(w), multiply(byLog, difference(u))), multiply(mean(log), difference(w)));
  const rate = graph.divided(
    "expSlope",
    exponent,
    after(exponent),
    graph.difference(exponent, after(exponent), change),
  );
  if (graph.isConstant(u)) return [slope(w, multiply(rate, log))];
  const positive = graph.smaller(u, after(u));
  const plain = graph.choose(difference(u), divide(graph.subtract(after(node), node), difference(u)), zero);
  const inside = graph.compare("less", zero, positive);
  return [
    slope(u, graph.choose(inside, multiply(rate, multiply(mean(w), byLog)), plain)),
    slope(w, graph.choose(inside, multiply(rate, mean(log)), zero)),
  ];
}

function angleSlopes(ends: Ends, node: Node): readonly Slope[] {
  const { graph, mean, after, difference } = ends;
  const { a: y, b: x } = graph.entries[node];
  const { add, subtract, multiply, divide, call } = graph;
  const cross = subtract(multiply(mean(x), difference(y)), multiply(mean(y), difference(x)));
  const dot = add(multiply(x, after(x)), multiply(y, after(y)));
  const turn = call("turnSlope", cross, dot);
  // atan2 jumps by 2π where x < 0 and y changes sign; the angle between the ends does not.
  const beyond = subtract(subtract(after(node), node), multiply(turn, cross));
  const jump = graph.choose(
    graph.compare("less", graph.constant(Math.PI), call("abs", beyond)),
    divide(multiply(graph.constant(2 * Math.PI), call("sign", beyond)), cross),
    graph.constant(0),
  );
  const rate = add(turn, jump);
  return [slope(y, multiply(mean(x), rate)), slope(x, graph.negate(multiply(mean(y), rate)))];
}
