/* The chain by hand in C: Verlet, the midpoint rule (Newton, tridiagonal elimination), Gauss with two stages (fixed point).
   usage: chain METHOD masses steps; prints one JSON object with the fields of an Outcome. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double h = 0.05;
static const long compared = 40;
static int n;
static double *q, *v, *a, *b, *c, *d, *e;

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static void start(void) {
  for (int i = 0; i < n; i++) q[i] = 0, v[i] = sin(1 + (double)i * i), a[i] = b[i] = 0;
}
static double energy(void) {
  double sum = 0, left = 0;
  for (int i = 0; i <= n; i++) {
    double right = i < n ? q[i] : 0, s = right - left, w = i < n ? v[i] : 0;
    sum += s * s / 2 + s * s * s * s / 4 + w * w / 2;
    left = right;
  }
  return sum;
}
static double sample(void) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += q[i] * sin(i);
  return sum;
}
static void force(const double *restrict x, double *restrict out) {
  double s = x[0], left = s * (1 + s * s);
  for (int i = 0; i < n; i++) {
    s = (i + 1 < n ? x[i + 1] : 0) - x[i];
    double right = s * (1 + s * s);
    out[i] = right - left;
    left = right;
  }
}
static void verlet(long steps) {
  force(q, a);
  for (long k = 0; k < steps; k++) {
    for (int i = 0; i < n; i++) v[i] += h / 2 * a[i], q[i] += h * v[i];
    force(q, a);
    for (int i = 0; i < n; i++) v[i] += h / 2 * a[i];
  }
}
static void midpoint(long steps) {
  const double k4 = h * h / 4;
  double *base = a, *m = b, *f = c, *diagonal = d, *above = e;
  for (long k = 0; k < steps; k++) {
    for (int i = 0; i < n; i++) m[i] = base[i] = q[i] + h / 2 * v[i];
    double size = 1;
    while (size > 1e-12) {
      force(m, f);
      double left = 1 + 3 * m[0] * m[0];
      for (int i = 0; i < n; i++) {
        double s = (i + 1 < n ? m[i + 1] : 0) - m[i], right = 1 + 3 * s * s;
        diagonal[i] = 1 + k4 * (left + right);
        f[i] = m[i] - base[i] - k4 * f[i];
        if (i > 0) {
          double factor = above[i - 1] / diagonal[i - 1];
          diagonal[i] -= factor * above[i - 1];
          f[i] -= factor * f[i - 1];
        }
        above[i] = -k4 * right;
        left = right;
      }
      size = 0;
      double next = 0;
      for (int i = n - 1; i >= 0; i--) {
        next = (f[i] - (i + 1 < n ? above[i] * next : 0)) / diagonal[i];
        m[i] -= next;
        size = fmax(size, fabs(next));
      }
    }
    for (int i = 0; i < n; i++) v[i] += 4 / h * (m[i] - base[i]), q[i] = 2 * m[i] - q[i];
  }
}
static void gauss(long steps) {
  const double r = sqrt(3), c1 = 0.5 - r / 6, c2 = 0.5 + r / 6;
  const double a11 = 0.25, a12 = 0.25 - r / 6, a21 = 0.25 + r / 6, a22 = 0.25;
  const double p11 = a11 * a11 + a12 * a21, p12 = a11 * a12 + a12 * a22;
  const double p21 = a21 * a11 + a22 * a21, p22 = a21 * a12 + a22 * a22;
  double *A = a, *B = b, *Q = c, *R = d, *f = e;
  for (long k = 0; k < steps; k++) {
    double size = 1;
    while (size > 1e-12) {
      for (int i = 0; i < n; i++) {
        Q[i] = q[i] + h * (c1 * v[i] + h * (p11 * A[i] + p12 * B[i]));
        R[i] = q[i] + h * (c2 * v[i] + h * (p21 * A[i] + p22 * B[i]));
      }
      size = 0;
      force(Q, f);
      for (int i = 0; i < n; i++) size = fmax(size, h * h * fabs(f[i] - A[i])), A[i] = f[i];
      force(R, f);
      for (int i = 0; i < n; i++) size = fmax(size, h * h * fabs(f[i] - B[i])), B[i] = f[i];
    }
    for (int i = 0; i < n; i++) {
      q[i] += h * (v[i] + h * ((a11 + a21) / 2 * A[i] + (a12 + a22) / 2 * B[i]));
      v[i] += h / 2 * (A[i] + B[i]);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  void (*loop)(long) = strcmp(argv[1], "midpoint") == 0 ? midpoint : strcmp(argv[1], "gauss") == 0 ? gauss : verlet;
  n = atoi(argv[2]);
  long steps = atol(argv[3]);
  double *all = malloc(7 * (size_t)n * sizeof(double));
  q = all, v = q + n, a = v + n, b = a + n, c = b + n, d = c + n, e = d + n;
  start();
  loop(compared);
  double reached = sample();
  start();
  double before = energy(), clock = cpu_seconds();
  loop(steps);
  double seconds = cpu_seconds() - clock;
  printf("{\"steps\": %ld, \"seconds\": %.9g, \"sample\": %.17g, \"energyError\": %.3g}\n", steps, seconds, reached,
         fabs(energy() - before) / before);
  return 0;
}
