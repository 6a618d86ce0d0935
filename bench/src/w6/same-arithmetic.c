/* W6 in C with the arithmetic of the library, operation by operation, and vectors of two doubles as WebAssembly has them: compensated sums, Newton's iteration to the rounding of its
   terms. What the same digits cost at least. As lanes.c, but that the width is no argument: usage: same-arithmetic WORKLOAD members steps < numbers.
   Where Newton's iteration does not go as it does as a rule (one step of hundreds) the last iterate is taken. */
#include <emmintrin.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef double V __attribute__((vector_size(16)));
typedef long long M __attribute__((vector_size(16)));
enum { VECTORS = 8, FEWER = 4 };

static long members, steps;
static double *ground, *given, *found;

static inline V both(double x) { return (V){x, x}; }
static inline V size(V x) { return (V)((M)x & (M){0x7fffffffffffffffLL, 0x7fffffffffffffffLL}); }
static inline V choice(M c, V a, V b) { return (V)(((M)a & c) | ((M)b & ~c)); }
static inline V larger(V a, V b) { return choice((M)(a < b), b, a); }
static inline int any(M m) { return _mm_movemask_pd((__m128d)m) != 0; }
/* What s = x + y is rounded by; and where |x| is the larger one. */
static inline V lost(V x, V y, V s) {
  V by = s - x;
  return (x - (s - by)) + (y - by);
}
static inline V lost_of_larger(V x, V y, V s) { return y + (x - s); }

/* Number k of member m. */
static inline V of(int each, long m, int k) { return (V){given[each * m + k], given[each * (m + 1) + k]}; }
static inline void keep(long m, V x) { found[m] = x[0], found[m + 1] = x[1]; }

/* Largest displacement, velocity and absolute acceleration of oscillators: two vectors at a time. */
typedef struct { V c[10], u, v, U, v_peak, a_peak; } Oscillator;

static void begin_oscillator(Oscillator *o, long m) {
  const V h = both(0.02);
  V omega = of(1, m, 0), k = omega * omega, c = both(2 * 0.05) * omega, inverse = both(1) / (both(1) + h * c / both(2) + h * h * k / both(4));
  for (int i = 0; i < 4; i++) {
    V q = both(i == 0), v = both(i == 1), a0 = both(i == 2) - c * v - k * q;
    V reached = q + h * v + h * h * a0 / both(4), speed = v + h * a0 / both(2), a1 = inverse * (both(i == 3) - c * speed - k * reached);
    o->c[2 * i] = reached + h * h * a1 / both(4), o->c[2 * i + 1] = speed + h * a1 / both(2);
  }
  o->c[8] = k, o->c[9] = c;
  o->u = o->v = o->U = o->v_peak = o->a_peak = both(0);
}
static inline void step_oscillator(Oscillator *o, V p, V q) {
  V u = (o->c[0] * o->u + o->c[2] * o->v) + (o->c[4] * p + o->c[6] * q);
  V v = (o->c[1] * o->u + o->c[3] * o->v) + (o->c[5] * p + o->c[7] * q);
  o->u = u, o->v = v;
  o->U = (V)_mm_max_pd((__m128d)size(u), (__m128d)o->U), o->v_peak = (V)_mm_max_pd((__m128d)size(v), (__m128d)o->v_peak);
  o->a_peak = (V)_mm_max_pd((__m128d)size(o->c[8] * u + o->c[9] * v), (__m128d)o->a_peak);
}

/* Kept in memory, as the library keeps them, though nobody asks here. */
V speeds[VECTORS], accelerations[2];

static __attribute__((noinline)) void oscillators(void) {
  for (long m = 0; m + 4 <= members; m += 4) {
    Oscillator a, b;
    begin_oscillator(&a, m), begin_oscillator(&b, m + 2);
    V p = both(-ground[0]);
    for (long s = 1; s < steps; s++) {
      V q = both(-ground[s]);
      step_oscillator(&a, p, q), step_oscillator(&b, p, q);
      p = q;
    }
    keep(m, a.U), keep(m + 2, b.U);
    speeds[0] = a.v_peak, speeds[1] = b.v_peak, accelerations[0] = a.a_peak, accelerations[1] = b.a_peak;
  }
}

static __attribute__((noinline)) void verlet(void) {
  const V h = both(0.05), kick = both(-0.05), half = both(0.5);
  static V A[VECTORS], B[VECTORS], q[VECTORS], u[VECTORS], cq[VECTORS], cu[VECTORS];
  for (long o = 0; o + 2 * VECTORS <= members; o += 2 * VECTORS) {
    for (int w = 0; w < VECTORS; w++) {
      A[w] = of(3, o + 2 * w, 0), B[w] = of(3, o + 2 * w, 1), q[w] = of(3, o + 2 * w, 2), cq[w] = cu[w] = both(0);
      u[w] = half * kick * (B[w] * (q[w] * q[w] * q[w]) + A[w] * q[w]);
    }
    for (long s = 0; s < steps; s++)
      for (int w = 0; w < VECTORS; w++) {
        V move = h * u[w] + cq[w], x = q[w] + move, push = kick * (B[w] * (x * x * x) + A[w] * x), du = push + cu[w], next = u[w] + du;
        speeds[w] = u[w] + half * push;
        cq[w] = lost(q[w], move, x), cu[w] = lost(u[w], du, next);
        q[w] = x, u[w] = next;
      }
    for (int w = 0; w < VECTORS; w++) keep(o + 2 * w, q[w]);
  }
}

/* x + h y, with what is lost; c is carried. */
typedef struct { V x, c; } Sum;
typedef struct { V h, high, low; } Factor;
static inline Factor factor(double h) {
  double many = 134217729.0 * h, high = many - (many - h);
  return (Factor){both(h), both(high), both(h - high)};
}
static inline V of_product(Factor f, V y, V product) {
  V many = both(134217729.0) * y, high = many - (many - y), low = y - high;
  return (((f.high * high - product) + f.high * low) + f.low * high) + f.low * low;
}
static inline Sum at_once(Factor f, V x, V c, V y) {
  V product = f.h * y, rest = of_product(f, y, product) + c, by = product + rest, next = x + by;
  return (Sum){next, lost(x, by, next) + ((product - by) + rest)};
}
static inline Sum next_time(Factor f, V x, V c, V y) {
  V product = f.h * y, many = both(134217729.0) * y, high = many - (many - y), low = y - high, next = x + (product + c);
  return (Sum){next, (lost_of_larger(x, product, next) + c) + (((f.high * high - product) + f.high * low) + f.low * y)};
}

/* K: its seven entries row by row; L: the factor of the matrix of a step. */
typedef struct { V q[3], v[3], a[3], cq[3], cv[3], K[7], L[9], peak[3], work; } Frame;

static void begin_frame(Frame *f, long m) {
  const V c = both(0.02 * 0.02 / 4), d = both(0.01 * 0.2);
  V k0 = of(3, m, 0), k1 = of(3, m, 1), k2 = of(3, m, 2), one = both(1);
  memcpy(f->K, (V[]){k0 + k1, -k1, -k1, k1 + k2, -k2, -k2, k2}, sizeof f->K);
  V a = c * f->K[0] + one + d, b = c * f->K[1], e = c * f->K[3] + one + d, g = c * f->K[4], i = c * f->K[6] + one + d;
  V i1 = one / a, l2 = b * i1, second = e - l2 * b, i2 = one / second, l32 = g * i2;
  memcpy(f->L, (V[]){i1, b, both(0), l2, i2, g, both(0), l32, one / (i - l32 * g)}, sizeof f->L);
  for (int j = 0; j < 3; j++) f->q[j] = f->v[j] = f->cq[j] = f->cv[j] = f->peak[j] = both(0), f->a[j] = both(-ground[0]);
  f->work = both(0);
}

static inline void step_frame(Frame *f, Factor h, double before, double after) {
  const V quarter = both(0.25), half = both(0.5), to_path = both(0.02 * 0.25), to_velocity = both(0.01), c = both(0.2);
  V F = both(-after), mean_load = both(-before - after), x[3], y[3], r[3], A[3];
  for (int i = 0; i < 3; i++) {
    V kick = to_path * f->a[i], w = f->v[i] + kick, by = h.h * w, to = f->q[i] + by;
    x[i] = to + (lost_of_larger(f->q[i], by, to) + (f->cq[i] + h.h * (lost_of_larger(f->v[i], kick, w) + f->cv[i])));
    y[i] = f->v[i] + to_velocity * f->a[i];
  }
  r[0] = (F - (f->K[0] * x[0] + f->K[1] * x[1])) - c * y[0];
  r[1] = (F - ((f->K[2] * x[0] + f->K[3] * x[1]) + f->K[4] * x[2])) - c * y[1];
  r[2] = (F - (f->K[5] * x[1] + f->K[6] * x[2])) - c * y[2];
  V second = r[1] - f->L[3] * r[0];
  A[2] = (r[2] - f->L[7] * second) * f->L[8];
  A[1] = (second - f->L[5] * A[2]) * f->L[4];
  A[0] = (r[0] - f->L[1] * A[1]) * f->L[0];
  V done = both(0);
  for (int i = 0; i < 3; i++) {
    V kick = h.h * (quarter * f->a[i] + quarter * A[i]), w = f->v[i] + kick;
    Sum q = at_once(h, f->q[i], f->cq[i] + h.h * (lost_of_larger(f->v[i], kick, w) + f->cv[i]), w);
    Sum v = at_once(h, f->v[i], f->cv[i], half * f->a[i] + half * A[i]);
    done += mean_load * (q.x - f->q[i]);
    f->peak[i] = larger(f->peak[i], size(q.x));
    f->q[i] = q.x, f->cq[i] = q.c, f->v[i] = v.x, f->cv[i] = v.c, f->a[i] = A[i];
  }
  f->work += done;
}

static __attribute__((noinline)) void frames(void) {
  static Frame all[VECTORS];
  const Factor h = factor(0.02);
  for (long o = 0; o + 2 * VECTORS <= members; o += 2 * VECTORS) {
    for (int w = 0; w < VECTORS; w++) begin_frame(all + w, o + 2 * w);
    for (long s = 1; s < steps; s++)
      for (int w = 0; w < VECTORS; w++) step_frame(all + w, h, ground[s - 1], ground[s]);
    for (int w = 0; w < VECTORS; w++) keep(o + 2 * w, all[w].peak[2]);
  }
}

typedef struct { V alpha, beta, three, q, v, cq, cv, last, difference, guess; } Duffing;
/* Of one step. */
typedef struct { V A, start, rest, K, inverse, next, r, S, length, ratio, rate, bias; M going; } Solution;

/* Far from the solution without what is of the order of rounding. */
static inline void approach(const Duffing *d, Solution *n, V position) {
  V x = n->start + position * n->A, square = x * x;
  n->K = d->alpha + d->three * square;
  n->r = n->A + (d->beta * (square * x) + d->alpha * x);
}
static inline void assess(const Duffing *d, Solution *n, V position) {
  V move = position * n->A, x = n->start + move, g = d->beta * (x * x * x) + d->alpha * x;
  V change = n->K * (n->rest + (move + (n->start - x)));
  V force = choice((M)(size(change) <= both(1.7763568394002505e-15) * size(g)), g + change, g);
  n->r = n->A + force, n->S = size(n->A) + size(force);
}
static inline V worst(const Solution *n) { return both(0x1p52) * (size(n->r) / (n->S + both(0x1p-970))); }
/* Of the rate and the bias the squares. */
static inline M is_close(V ratio, V rate, V bias) {
  M soon = (M)(ratio * ratio * larger(rate, both(1.0 / 4096)) <= both(0.0625));
  return ((M)(ratio <= both(1)) | ((M)(rate <= both(0.05 * 0.05)) & soon)) & (M)(bias * rate <= both(0x1p-32));
}

static inline M begin_step(const Duffing *d, Solution *n, V half, V position) {
  V by = half * d->v;
  n->start = d->q + by, n->rest = lost_of_larger(d->q, by, n->start) + (d->cq + half * d->cv), n->A = d->guess;
  approach(d, n, position);
  V J = both(1) + position * n->K;
  n->inverse = both(1) / J, n->ratio = both(INFINITY), n->bias = both(0), n->rate = both(1);
  V next = n->r * n->inverse;
  M begins = (M)(both(1e-6) * size(J) < size(J));
  n->A -= (V)((M)next & begins), n->length = next * next;
  return n->going = begins;
}
static inline M go_round(const Duffing *d, Solution *n, V position, int count) {
  assess(d, n, position);
  V next = n->r * n->inverse, length = next * next, ratio = worst(n);
  M noisy = (M)(n->ratio <= both(16));
  V rate = choice(noisy, n->rate, length / (n->length + both(0x1p-970))), bias = choice(noisy, n->bias * n->rate, ratio * ratio);
  M onward = n->going & (M)(length <= both(0.02 * 0.02) * n->length) & (M)(n->S < both(INFINITY)) & (M){-(count < 16), -(count < 16)};
  n->A -= (V)((M)next & onward);
  n->length = length, n->ratio = ratio, n->rate = rate, n->bias = bias;
  return n->going = onward & ~is_close(ratio, rate, bias);
}
static inline void end_step(Duffing *d, const Solution *n, Factor h, V half) {
  V kick = half * n->A, w = d->v + kick;
  Sum q = next_time(h, d->q, d->cq + h.h * d->cv, w), v = next_time(h, d->v, d->cv, n->A);
  q.c = q.c + h.h * lost_of_larger(d->v, kick, w);
  V slope = n->A - d->last, bend = slope - d->difference;
  d->guess = n->A + (V)((M)(slope + bend) & (M)(both(2) * size(bend) < size(slope)));
  d->q = q.x, d->cq = q.c, d->v = v.x, d->cv = v.c, d->last = n->A, d->difference = slope;
}

static __attribute__((noinline)) void midpoint(void) {
  static Duffing all[FEWER];
  static Solution step[FEWER];
  const Factor h = factor(0.05);
  const V half = both(0.5 * 0.05), position = both(0.25 * (0.05 * 0.05));
  for (long o = 0; o + 2 * FEWER <= members; o += 2 * FEWER) {
    for (int w = 0; w < FEWER; w++) {
      Duffing *d = all + w;
      d->alpha = of(3, o + 2 * w, 0), d->beta = of(3, o + 2 * w, 1), d->three = both(3) * d->beta, d->q = of(3, o + 2 * w, 2);
      d->v = d->cq = d->cv = d->difference = both(0);
      d->last = d->guess = -(d->beta * (d->q * d->q * d->q) + d->alpha * d->q);
    }
    for (long s = 0; s < steps; s++) {
      M going = {0, 0};
      for (int w = 0; w < FEWER; w++) going |= begin_step(all + w, step + w, half, position);
      for (int count = 1; any(going); count++) {
        going = (M){0, 0};
        for (int w = 0; w < FEWER; w++) going |= go_round(all + w, step + w, position, count);
      }
      for (int w = 0; w < FEWER; w++) end_step(all + w, step + w, h, half);
    }
    for (int w = 0; w < FEWER; w++) keep(o + 2 * w, all[w].q);
  }
}

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static void read_doubles(double *out, long count) {
  if (fread(out, sizeof(double), count, stdin) != (size_t)count) fputs("too few numbers\n", stderr), exit(1);
}
int main(int argc, char **argv) {
  if (argc < 4) return 1;
  const char *names[] = {"oscillators", "frames", "verlet", "midpoint"};
  void (*const all[])(void) = {oscillators, frames, verlet, midpoint};
  int which = 0;
  while (which < 4 && strcmp(argv[1], names[which])) which++;
  if (which == 4) return 1;
  const int each = which == 0 ? 1 : 3;
  members = atol(argv[2]), steps = atol(argv[3]);
  ground = calloc(steps, sizeof(double)), given = calloc(each * members, sizeof(double)), found = calloc(members, sizeof(double));
  if (which < 2) read_doubles(ground, steps);
  read_doubles(given, each * members);
  double best = 1e300, sum = 0;
  for (int round = 0; round < 3; round++) {
    double t = cpu_seconds();
    all[which]();
    t = cpu_seconds() - t;
    if (t < best) best = t;
  }
  for (long i = 0; i < members; i++) sum += found[i];
  printf("{\"seconds\":%.9g,\"sum\":%.17g}\n", best, sum);
}
