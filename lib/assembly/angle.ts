/** atan2 with little more than one rounding: that of the quotient is carried along where the angle is as small as itself, and is a small part of the angle elsewhere. */
import { upper } from "./pairs";

const PI: f64 = NativeMath.PI;
const REST_OF_PI: f64 = 1.2246467991473532e-16;
/** 2⁶⁴: of two lengths farther apart the smaller one turns no other angle than 0. */
const FAR: f64 = 1.8446744073709552e19;

export function atan2(y: f64, x: f64): f64 {
  const height = abs(y);
  const width = abs(x);
  // Exponents from −500 to 500.
  if ((reinterpret<u64>(height) >> 52) - 523 > 1000 || (reinterpret<u64>(width) >> 52) - 523 > 1000)
    return extreme(y, x);
  return copysign(angle(height, width, x < 0), y);
}

/** Of no numbers, zeros, infinities, and where products would overflow or underflow. */
function extreme(y: f64, x: f64): f64 {
  const isLeft = copysign(1, x) < 0;
  const height = abs(y);
  const width = abs(x);
  if (!(height >= 0 && width >= 0)) return x + y;
  if (height === Infinity && width === Infinity) return copysign(isLeft ? 0.75 * PI : 0.25 * PI, y);
  if (height === 0 || height < width / FAR) return isLeft ? copysign(PI, y) : height === 0 ? y : y / x;
  if (width < height / FAR) return copysign(0.5 * PI, y);
  const scale = height > 1 ? 2.409919865102884e-181 : 4.149515568880993e180; // 2⁻⁶⁰⁰, 2⁶⁰⁰
  return copysign(angle(height * scale, width * scale, isLeft), y);
}

/** Of a point above the x-axis: from it, or from π, by atan(y/x), which is atan c + atan t with t = (y − c x)/(x + c y) and the c near y/x. */
function angle(y: f64, x: f64, isLeft: bool): f64 {
  let atanC: f64 = 0;
  let rest: f64 = 0;
  let t: f64 = 0;
  if (16 * y < 7 * x) {
    const inverse = 1 / x;
    t = y * inverse;
    if (!isLeft) {
      // y/x as half of its bits, whose products with either half of x are exact, and the rest.
      const head = upper(t);
      const upperX = upper(x);
      const tail = (y - head * upperX - head * (x - upperX)) * inverse;
      return head + (tail - excess(t));
    }
  } else if (16 * y < 11.5 * x) {
    t = (2 * y - x) / (2 * x + y);
    atanC = 0.4636476090008061;
    rest = 2.2698777452961687e-17;
  } else if (16 * y < 19 * x) {
    t = (y - x) / (x + y);
    atanC = 0.7853981633974483;
    rest = 3.061616997868383e-17;
  } else if (16 * y < 37 * x) {
    t = (y - 2 * x + 0.5 * x) / (x + 1.5 * y);
    atanC = 0.982793723247329;
    rest = 1.3903311031230998e-17;
  } else {
    t = -x / y;
    atanC = 0.5 * PI;
    rest = 0.5 * REST_OF_PI;
  }
  const part = t - excess(t);
  if (!isLeft) return atanC + (rest + part);
  const sum = PI - atanC;
  return sum + (PI - sum - atanC + (REST_OF_PI - rest) - part);
}

/** t − atan t for |t| ≤ 7/16: the minimax polynomial of fdlibm. */
function excess(t: f64): f64 {
  const z = t * t;
  const z2 = z * z;
  const z4 = z2 * z2;
  const first = 0.3333333333333293 - z * 0.19999999999876483 + z2 * (0.14285714272503466 - z * 0.11111110405462356);
  const second = 0.09090887133436507 - z * 0.0769187620504483 + z2 * (0.06661073137387531 - z * 0.058335701337905735);
  const third = 0.049768779946159324 - z * 0.036531572744216916 + z2 * 0.016285820115365782;
  return t * z * (first + z4 * (second + z4 * third));
}
