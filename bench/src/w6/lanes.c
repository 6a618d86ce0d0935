/* W6 by hand in C, compiled for the machine it runs on: WIDTH members advance together, so that the compiler fills the vector unit.
   Oscillators and frames of three storeys by Newmark's average acceleration under one motion of the ground; Duffing oscillators by Verlet and by the midpoint
   rule (Newton's iteration to 1e-12). No compensated sums.
   usage: lanes WORKLOAD width members steps < numbers: first the accelerations of the ground or nothing, then the parameters of the members, one member after another, as doubles;
   prints one JSON object: seconds of CPU and the sum of all peaks or of all last positions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long members, steps;
static double *ground, *given, *found;
static const double dt = 0.02;

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

#define OSCILLATORS(NAME, W)                                                                          \
  static __attribute__((noinline)) void NAME(void) {                                                  \
    for (long o = 0; o + W <= members; o += W) {                                                      \
      double u[W], v[W], a[W], c[W], k[W], d[W], m[W];                                                \
      for (int j = 0; j < W; j++) {                                                                   \
        double w = given[o + j];                                                                      \
        k[j] = w * w, c[j] = 2 * 0.05 * w, d[j] = 1 / (1 + dt / 2 * c[j] + dt * dt / 4 * k[j]);       \
        u[j] = v[j] = m[j] = 0, a[j] = -ground[0];                                                    \
      }                                                                                               \
      for (long s = 1; s < steps; s++)                                                                \
        for (int j = 0; j < W; j++) {                                                                 \
          double x = u[j] + dt * v[j] + dt * dt / 4 * a[j], y = v[j] + dt / 2 * a[j];                 \
          a[j] = d[j] * (-ground[s] - c[j] * y - k[j] * x);                                           \
          u[j] = x + dt * dt / 4 * a[j], v[j] = y + dt / 2 * a[j];                                    \
          double b = fabs(u[j]);                                                                      \
          m[j] = b > m[j] ? b : m[j];                                                                 \
        }                                                                                             \
      for (int j = 0; j < W; j++) found[o + j] = m[j];                                                \
    }                                                                                                 \
  }
OSCILLATORS(oscillators1, 1)
OSCILLATORS(oscillators16, 16)

#define FRAMES(NAME, W)                                                                               \
  static __attribute__((noinline)) void NAME(void) {                                                  \
    const double a0 = 0.2, h2 = dt * dt / 4, r = dt / 2;                                              \
    for (long o = 0; o + W <= members; o += W) {                                                      \
      double u0[W], u1[W], u2[W], v0[W], v1[W], v2[W], b0[W], b1[W], b2[W], m[W];                     \
      double k0[W], k1[W], k2[W], l1[W], l2[W], d0[W], d1[W], d2[W];                                  \
      for (int j = 0; j < W; j++) {                                                                   \
        k0[j] = given[3 * (o + j)], k1[j] = given[3 * (o + j) + 1], k2[j] = given[3 * (o + j) + 2];   \
        double e = 1 + r * a0, p;                                                                     \
        p = e + h2 * (k0[j] + k1[j]), d0[j] = 1 / p, l1[j] = -h2 * k1[j] / p;                         \
        p = e + h2 * (k1[j] + k2[j]) - l1[j] * l1[j] / d0[j], d1[j] = 1 / p, l2[j] = -h2 * k2[j] / p; \
        p = e + h2 * k2[j] - l2[j] * l2[j] / d1[j], d2[j] = 1 / p;                                    \
        u0[j] = u1[j] = u2[j] = v0[j] = v1[j] = v2[j] = m[j] = 0, b0[j] = b1[j] = b2[j] = -ground[0]; \
      }                                                                                               \
      for (long s = 1; s < steps; s++)                                                                \
        for (int j = 0; j < W; j++) {                                                                 \
          double x0 = u0[j] + dt * v0[j] + h2 * b0[j], y0 = v0[j] + r * b0[j];                        \
          double x1 = u1[j] + dt * v1[j] + h2 * b1[j], y1 = v1[j] + r * b1[j];                        \
          double x2 = u2[j] + dt * v2[j] + h2 * b2[j], y2 = v2[j] + r * b2[j];                        \
          double s1 = k1[j] * (x1 - x0), s2 = k2[j] * (x2 - x1), g = ground[s];                       \
          double f0 = -g - a0 * y0 - k0[j] * x0 + s1, f1 = -g - a0 * y1 - s1 + s2, f2 = -g - a0 * y2 - s2; \
          f1 -= l1[j] * f0, f2 -= l2[j] * f1;                                                         \
          f2 *= d2[j], f1 = f1 * d1[j] - l2[j] * f2, f0 = f0 * d0[j] - l1[j] * f1;                    \
          b0[j] = f0, b1[j] = f1, b2[j] = f2;                                                         \
          u0[j] = x0 + h2 * f0, u1[j] = x1 + h2 * f1, u2[j] = x2 + h2 * f2;                           \
          v0[j] = y0 + r * f0, v1[j] = y1 + r * f1, v2[j] = y2 + r * f2;                              \
          double b = fabs(u2[j]);                                                                     \
          m[j] = b > m[j] ? b : m[j];                                                                 \
        }                                                                                             \
      for (int j = 0; j < W; j++) found[o + j] = m[j];                                                \
    }                                                                                                 \
  }
FRAMES(frames1, 1)
FRAMES(frames8, 8)

/* x″ = −α x − β x³ from rest: α, β and the start of every member. */
#define VERLET(NAME, W)                                                                               \
  static __attribute__((noinline)) void NAME(void) {                                                  \
    const double h = 0.05;                                                                            \
    for (long o = 0; o + W <= members; o += W) {                                                      \
      double A[W], B[W], x[W], v[W];                                                                  \
      for (int j = 0; j < W; j++) {                                                                   \
        A[j] = given[3 * (o + j)], B[j] = given[3 * (o + j) + 1], x[j] = given[3 * (o + j) + 2];      \
        v[j] = -h / 2 * x[j] * (A[j] + B[j] * x[j] * x[j]);                                           \
      }                                                                                               \
      for (long s = 0; s < steps; s++)                                                                \
        for (int j = 0; j < W; j++) {                                                                 \
          x[j] += h * v[j];                                                                           \
          v[j] -= h * x[j] * (A[j] + B[j] * x[j] * x[j]);                                             \
        }                                                                                             \
      for (int j = 0; j < W; j++) found[o + j] = x[j];                                                \
    }                                                                                                 \
  }
VERLET(verlet1, 1)
VERLET(verlet16, 16)

#define MIDPOINT(NAME, W)                                                                             \
  static __attribute__((noinline)) void NAME(void) {                                                  \
    const double h = 0.05;                                                                            \
    for (long o = 0; o + W <= members; o += W) {                                                      \
      double A[W], B[W], x[W], v[W], m[W], b[W];                                                      \
      for (int j = 0; j < W; j++) A[j] = given[3 * (o + j)], B[j] = given[3 * (o + j) + 1], x[j] = given[3 * (o + j) + 2], v[j] = 0; \
      for (long s = 0; s < steps; s++) {                                                              \
        for (int j = 0; j < W; j++) b[j] = x[j] + h / 2 * v[j], m[j] = b[j];                          \
        for (int i = 0; i < 16; i++) {                                                                \
          double worst = 0;                                                                           \
          for (int j = 0; j < W; j++) {                                                               \
            double s2 = m[j] * m[j], r = m[j] - b[j] + h * h / 4 * m[j] * (A[j] + B[j] * s2);         \
            double d = r / (1 + h * h / 4 * (A[j] + 3 * B[j] * s2)), z = fabs(d);                     \
            m[j] -= d;                                                                                \
            worst = z > worst ? z : worst;                                                            \
          }                                                                                           \
          if (worst < 1e-12) break;                                                                   \
        }                                                                                             \
        for (int j = 0; j < W; j++) {                                                                 \
          double y = 2 * m[j] - x[j];                                                                 \
          v[j] = 2 * (y - x[j]) / h - v[j], x[j] = y;                                                 \
        }                                                                                             \
      }                                                                                               \
      for (int j = 0; j < W; j++) found[o + j] = x[j];                                                \
    }                                                                                                 \
  }
MIDPOINT(midpoint1, 1)
MIDPOINT(midpoint16, 16)

static void read_doubles(double *out, long count) {
  if (fread(out, sizeof(double), count, stdin) != (size_t)count) fputs("too few numbers\n", stderr), exit(1);
}
int main(int argc, char **argv) {
  if (argc < 5) return 1;
  const char *workload = argv[1];
  const int one = atoi(argv[2]) == 1;
  members = atol(argv[3]), steps = atol(argv[4]);
  const int shaken = !strcmp(workload, "oscillators") || !strcmp(workload, "frames");
  const int each = !strcmp(workload, "oscillators") ? 1 : 3;
  ground = calloc(steps, sizeof(double)), given = calloc(members * each, sizeof(double)), found = calloc(members, sizeof(double));
  if (shaken) read_doubles(ground, steps);
  read_doubles(given, members * each);
  double best = 1e300;
  for (int round = 0; round < 3; round++) {
    double t = cpu_seconds();
    if (!strcmp(workload, "oscillators")) (one ? oscillators1 : oscillators16)();
    else if (!strcmp(workload, "frames")) (one ? frames1 : frames8)();
    else if (!strcmp(workload, "verlet")) (one ? verlet1 : verlet16)();
    else if (!strcmp(workload, "midpoint")) (one ? midpoint1 : midpoint16)();
    else return 1;
    t = cpu_seconds() - t;
    if (t < best) best = t;
  }
  double sum = 0;
  for (long i = 0; i < members; i++) sum += found[i];
  printf("{\"seconds\":%.9g,\"sum\":%.17g}\n", best, sum);
}
