/** The derivatives of the operations: what reverse differentiation multiplies an adjoint by. */
import { CURVE } from "./divided-differences.js";
import { type Rule, unless, when } from "./sweep.js";

export const derivativeRule: Rule = (graph, node, w, send) => {
  const { kind, a, b, c, value: exponent } = graph.entries[node];
  const one = graph.constant(1);
  const { add, subtract, multiply, divide, negate, power, call } = graph;

  switch (kind) {
    case "add":
      send(a, w);
      send(b, w);
      break;
    case "subtract":
      send(a, w);
      send(b, negate(w));
      break;
    case "multiply":
      send(a, multiply(w, b));
      send(b, multiply(w, a));
      break;
    case "divide": {
      const share = divide(w, b);
      send(a, share);
      send(b, negate(multiply(share, node)));
      break;
    }
    case "negate":
      send(a, negate(w));
      break;
    case "power":
      send(a, multiply(w, multiply(graph.constant(exponent), power(a, exponent - 1))));
      break;
    case "if":
      send(b, w, when(a));
      send(c, w, unless(a));
      break;
    case "max":
      send(a, w, when(graph.compare("lessEqual", b, a)));
      send(b, w, unless(graph.compare("lessEqual", b, a)));
      break;
    case "min":
      send(a, w, when(graph.compare("lessEqual", a, b)));
      send(b, w, unless(graph.compare("lessEqual", a, b)));
      break;
    case "abs":
      send(a, multiply(w, call("sign", a)));
      break;
    case "sin":
      send(a, multiply(w, call("cos", a)));
      break;
    case "cos":
      send(a, negate(multiply(w, call("sin", a))));
      break;
    case "tan":
      send(a, multiply(w, add(one, power(node, 2))));
      break;
    case "asin":
      send(a, divide(w, power(multiply(subtract(one, a), add(one, a)), 0.5)));
      break;
    case "acos":
      send(a, negate(divide(w, power(multiply(subtract(one, a), add(one, a)), 0.5))));
      break;
    case "atan":
      send(a, divide(w, add(one, power(a, 2))));
      break;
    case "atan2": {
      const share = divide(w, add(power(a, 2), power(b, 2)));
      send(a, multiply(share, b));
      send(b, negate(multiply(share, a)));
      break;
    }
    case "sinh":
      send(a, multiply(w, call("cosh", a)));
      break;
    case "cosh":
      send(a, multiply(w, call("sinh", a)));
      break;
    case "tanh": {
      // Beyond 350 it is 1e-303 and less, and derivatives of it would be products of nothing and infinity.
      const within = graph.larger(graph.constant(-350), graph.smaller(a, graph.constant(350)));
      send(a, multiply(w, power(call("cosh", within), -2)));
      break;
    }
    case "exp":
      send(a, multiply(w, node));
      break;
    case "log":
      send(a, divide(w, a));
      break;
    case "perCubeRoot":
      send(a, multiply(w, multiply(graph.constant(-1 / 3), power(node, 4))));
      break;
    case "pow": {
      // b a^(b-1) is 0 for b = 0, even where a is 0; and a^b log a tends to 0 with a.
      const zero = graph.constant(0);
      const slope = multiply(b, graph.raise(a, subtract(b, one)));
      const larger = graph.larger(call("abs", a), call("abs", b));
      send(a, multiply(w, slope), unless(graph.compare("equal", larger, zero)));
      send(b, multiply(w, multiply(node, call("log", a))), unless(graph.compare("equal", a, zero)));
      break;
    }
    case "difference":
      send(b, w);
      send(a, negate(w));
      break;
    case "sinSlope":
    case "cosSlope":
    case "tanSlope":
    case "sinhSlope":
    case "coshSlope":
    case "tanhSlope":
    case "expSlope":
    case "logSlope":
    case "atanSlope":
    case "asinSlope":
    case "powSlope": {
      // f[a, b] = f[b, a]: the derivative by a is that by b with the ends exchanged.
      const curve = CURVE[kind];
      send(b, multiply(w, graph.divided(curve, a, b, c, exponent)));
      send(a, multiply(w, graph.divided(curve, b, a, negate(c), exponent)));
      break;
    }
    case "turnSlope":
      send(a, multiply(w, call("turnCurve", a, b)));
      send(b, negate(divide(w, add(power(a, 2), power(b, 2)))));
      break;
    case "turnCurve":
    case "sinCurve":
    case "cosCurve":
    case "tanCurve":
    case "sinhCurve":
    case "coshCurve":
    case "tanhCurve":
    case "expCurve":
    case "logCurve":
    case "atanCurve":
    case "asinCurve":
    case "powCurve":
      throw new Error(`${kind} has no further derivative`);
    case "constant":
    case "input":
    case "sign":
    case "less":
    case "lessEqual":
    case "equal":
    case "notEqual":
      break;
  }
};
