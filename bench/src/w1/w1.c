/* W1 by hand in C: Verlet and implicit midpoint (Newton with the exact 2x2 tangent) for V = r (r - 1)^2, r = |q|^2.
   usage: w1 verlet|midpoint steps; prints one JSON object with the fields of an Outcome. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { double x, y, u, w; } Motion;
static const Motion start = {0.5, 0.2, 0.3, 0.4};
static const double h = 0.01;

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static double energy(Motion m) {
  double r = m.x * m.x + m.y * m.y;
  return 0.5 * (m.u * m.u + m.w * m.w) + r * (r - 1) * (r - 1);
}
static double momentum(Motion m) { return m.x * m.w - m.y * m.u; }

static Motion verlet(Motion m, long steps) {
  double r = m.x * m.x + m.y * m.y, g = -2 * (r - 1) * (3 * r - 1);
  for (long i = 0; i < steps; i++) {
    m.u += 0.5 * h * g * m.x, m.w += 0.5 * h * g * m.y;
    m.x += h * m.u, m.y += h * m.w;
    r = m.x * m.x + m.y * m.y, g = -2 * (r - 1) * (3 * r - 1);
    m.u += 0.5 * h * g * m.x, m.w += 0.5 * h * g * m.y;
  }
  return m;
}

static Motion midpoint(Motion m, long steps) {
  const double k = h * h / 4;
  for (long i = 0; i < steps; i++) {
    double bx = m.x + 0.5 * h * m.u, by = m.y + 0.5 * h * m.w, p = bx, q = by, dx, dy;
    do {
      double r = p * p + q * q, g = -2 * (r - 1) * (3 * r - 1), dg = -4 * (6 * r - 4);
      double rx = p - bx - k * g * p, ry = q - by - k * g * q;
      double a = 1 - k * (g + dg * p * p), b = -k * dg * p * q, d = 1 - k * (g + dg * q * q);
      double inverse = 1 / (a * d - b * b);
      dx = (d * rx - b * ry) * inverse, dy = (a * ry - b * rx) * inverse;
      p -= dx, q -= dy;
    } while (fabs(dx) + fabs(dy) > 1e-12);
    m.u += 4 / h * (p - bx), m.w += 4 / h * (q - by);
    m.x = 2 * p - m.x, m.y = 2 * q - m.y;
  }
  return m;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  Motion (*loop)(Motion, long) = strcmp(argv[1], "midpoint") == 0 ? midpoint : verlet;
  long steps = atol(argv[2]);
  double before = cpu_seconds();
  Motion end = loop(start, steps);
  double seconds = cpu_seconds() - before, worst = end.x * 0;
  Motion ten = loop(start, 1000), m = start;
  for (long i = 0; i < steps; i += 10) {
    m = loop(m, 10);
    double error = fabs(energy(m) - energy(start));
    if (error > worst) worst = error;
  }
  printf("{\"steps\":%ld,\"seconds\":%.9g,\"atTen\":[%.17g,%.17g],\"energyError\":%.6g,\"momentumError\":%.6g}\n", steps, seconds,
         ten.x, ten.y, worst, fabs(momentum(m) - momentum(start)));
  return 0;
}
