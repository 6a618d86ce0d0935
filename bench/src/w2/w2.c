/* The atoms of problem.ts by hand: w2 STEPS reads dimension, atoms, side, cutoff, step, steps to compare after, positions and velocities as
   doubles from its input. In a box: half a list of neighbours from cells half as wide as its reach, with the image of each partner; it is made anew when
   two atoms may have come nearer by what it reaches beyond the cutoff. In the plane: all pairs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int n, total, wants_energy;
static double side, cutoff, h;
static double *q, *v, *f, *made;
static int *start, *partner, *image, room;
static double shifts[27][3];
#define SURPLUS 0.4

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int has_moved(void) {
  double most = 0, next = 0;
  for (int i = 0; i < n; i++) {
    double square = 0;
    for (int a = 0; a < 3; a++) {
      double d = q[3 * i + a] - made[3 * i + a];
      square += d * d;
    }
    if (square > most) next = most, most = square;
    else if (square > next) next = square;
  }
  return !(sqrt(most) + sqrt(next) < SURPLUS);
}

static void make_list(void) {
  double reach = cutoff + SURPLUS;
  int m = (int)(2 * side / reach);
  double *p = malloc(sizeof(double) * 3 * n), *in = malloc(sizeof(double) * 3 * n);
  int *cell = malloc(sizeof(int) * 3 * n), *first = calloc(m * m * m + 1, sizeof(int)), *who = malloc(sizeof(int) * n);
  int *turn = malloc(sizeof(int) * 3 * n), *turned = malloc(sizeof(int) * 3 * n);
  memcpy(made, q, sizeof(double) * 3 * n);
  for (int i = 0; i < n; i++) {
    for (int a = 0; a < 3; a++) {
      turn[3 * i + a] = (int)floor(q[3 * i + a] / side);
      p[3 * i + a] = q[3 * i + a] - side * turn[3 * i + a];
      int c = (int)(p[3 * i + a] / side * m);
      cell[3 * i + a] = c < m ? c : m - 1;
    }
    first[(cell[3 * i + 2] * m + cell[3 * i + 1]) * m + cell[3 * i] + 1]++;
  }
  for (int c = 0; c < m * m * m; c++) first[c + 1] += first[c];
  int *fill = malloc(sizeof(int) * m * m * m);
  memcpy(fill, first, sizeof(int) * m * m * m);
  for (int i = 0; i < n; i++) {
    int k = fill[(cell[3 * i + 2] * m + cell[3 * i + 1]) * m + cell[3 * i]]++;
    who[k] = i;
    memcpy(in + 3 * k, p + 3 * i, sizeof(double) * 3);
    memcpy(turned + 3 * k, turn + 3 * i, sizeof(int) * 3);
  }
  total = 0;
  for (int i = 0; i < n; i++) {
    start[i] = total;
    if (total + 2000 > room) {
      room *= 2;
      partner = realloc(partner, sizeof(int) * room);
      image = realloc(image, sizeof(int) * room);
    }
    for (int c = cell[3 * i + 2] - 2; c <= cell[3 * i + 2] + 2; c++)
      for (int b = cell[3 * i + 1] - 2; b <= cell[3 * i + 1] + 2; b++)
        for (int a = cell[3 * i] - 2, last = a + 4, stop; a <= last; a = stop + 1) {
          /* Cells side by side, up to where the box ends. */
          int x = a < 0 ? -1 : a >= m, y = b < 0 ? -1 : b >= m, z = c < 0 ? -1 : c >= m;
          int row = ((c - z * m) * m + b - y * m) * m - x * m;
          stop = (x + 1) * m - 1 < last ? (x + 1) * m - 1 : last;
          double px = p[3 * i] - x * side, py = p[3 * i + 1] - y * side, pz = p[3 * i + 2] - z * side;
          int found = total;
          for (int k = first[row + a]; k < first[row + stop + 1]; k++) {
            double dx = px - in[3 * k], dy = py - in[3 * k + 1], dz = pz - in[3 * k + 2];
            partner[total] = k;
            total += (who[k] > i) & (dx * dx + dy * dy + dz * dz < reach * reach);
          }
          for (; found < total; found++) {
            int k = partner[found];
            int u = x + turn[3 * i] - turned[3 * k], w = y + turn[3 * i + 1] - turned[3 * k + 1], s = z + turn[3 * i + 2] - turned[3 * k + 2];
            if (abs(u) > 1 || abs(w) > 1 || abs(s) > 1) exit(2); /* farther than an atom goes here */
            partner[found] = who[k];
            image[found] = (s + 1) * 9 + (w + 1) * 3 + u + 1;
          }
        }
  }
  start[n] = total;
  free(p), free(in), free(cell), free(first), free(who), free(fill), free(turn), free(turned);
}

/* Forces into f; returns the energy where it is wanted. */
static double forces_in_box(void) {
  double limit = cutoff * cutoff, energy = 0;
  if (has_moved()) make_list();
  memset(f, 0, sizeof(double) * 3 * n);
  for (int i = 0; i < n; i++) {
    double x = q[3 * i], y = q[3 * i + 1], z = q[3 * i + 2], fx = 0, fy = 0, fz = 0;
    for (int k = start[i]; k < start[i + 1]; k++) {
      int j = 3 * partner[k];
      const double *s = shifts[image[k]];
      double dx = x - q[j] - s[0], dy = y - q[j + 1] - s[1], dz = z - q[j + 2] - s[2], r2 = dx * dx + dy * dy + dz * dz;
      if (r2 >= limit) continue;
      double w = 1 / r2, c = w * w * w, g = 24 * c * (2 * c - 1) * w;
      if (wants_energy) energy += 4 * c * (c - 1);
      fx += g * dx, fy += g * dy, fz += g * dz;
      f[j] -= g * dx, f[j + 1] -= g * dy, f[j + 2] -= g * dz;
    }
    f[3 * i] += fx, f[3 * i + 1] += fy, f[3 * i + 2] += fz;
  }
  return energy;
}

static double forces_in_plane(void) {
  double energy = 0;
  memset(f, 0, sizeof(double) * 2 * n);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double dx = q[2 * i] - q[2 * j], dy = q[2 * i + 1] - q[2 * j + 1], w = 1 / (dx * dx + dy * dy), c = w * w * w, g = 24 * c * (2 * c - 1) * w;
      if (wants_energy) energy += 4 * c * (c - 1);
      f[2 * i] += g * dx, f[2 * i + 1] += g * dy, f[2 * j] -= g * dx, f[2 * j + 1] -= g * dy;
    }
  return energy;
}

static int read_doubles(double *out, int count) { return fread(out, sizeof(double), count, stdin) == (size_t)count; }

int main(int argc, char **argv) {
  double head[6];
  long steps = argc > 1 ? atol(argv[1]) : 100;
  if (!read_doubles(head, 6)) return 1;
  int dimension = (int)head[0];
  n = (int)head[1], side = head[2], cutoff = head[3], h = head[4];
  long compared = (long)head[5];
  int dof = dimension * n;
  q = malloc(8 * dof), v = malloc(8 * dof), f = malloc(8 * dof), made = malloc(8 * dof);
  room = 64 * n + 4096, start = malloc(4 * (n + 1)), partner = malloc(4 * room), image = malloc(4 * room);
  if (!read_doubles(q, dof) || !read_doubles(v, dof)) return 1;
  for (int i = 0; i < dof; i++) made[i] = 1e100; /* there is no list yet */
  for (int k = 0; k < 27; k++) shifts[k][0] = side * (k % 3 - 1), shifts[k][1] = side * (k / 3 % 3 - 1), shifts[k][2] = side * (k / 9 - 1);
  double (*forces)(void) = dimension == 2 ? forces_in_plane : forces_in_box;
  wants_energy = 1;
  double potential = forces(), before = potential, sample = 0, taken = 0, energy = potential;
  for (int i = 0; i < dof; i++) before += v[i] * v[i] / 2;
  /* As many steps first as the others take to warm up. */
  long warm = steps / 4 > compared ? steps / 4 : compared;
  for (long k = -warm; k < steps; k++) {
    if (k == 0) taken = seconds();
    for (int i = 0; i < dof; i++) v[i] += h / 2 * f[i], q[i] += h * v[i];
    wants_energy = k + 1 == steps;
    energy = forces();
    for (int i = 0; i < dof; i++) v[i] += h / 2 * f[i];
    if (k + warm + 1 == compared)
      for (int i = 0; i < dof; i++) sample += q[i] * sin(i);
  }
  taken = seconds() - taken;
  for (int i = 0; i < dof; i++) energy += v[i] * v[i] / 2;
  printf("{\"steps\":%ld,\"seconds\":%.6g,\"potential\":%.17g,\"sample\":%.17g,\"energyError\":%.6g}\n", steps, taken, potential / n, sample, fabs((energy - before) / before));
}
