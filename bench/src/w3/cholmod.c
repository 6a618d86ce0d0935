/* CHOLMOD on the matrix that measure.js wrote: cholmod FILE SOLVES. Supernodal, METIS order; CPU seconds of one thread. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>
#include <suitesparse/cholmod.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int smaller(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  int solves = argc > 2 ? atoi(argv[2]) : 10, head[2];
  FILE *f = fopen(argv[1], "rb");
  if (!f || fread(head, 4, 2, f) != 2) return 1;
  cholmod_common c;
  cholmod_start(&c);
  c.supernodal = CHOLMOD_SUPERNODAL;
  c.nmethods = 1;
  c.method[0].ordering = CHOLMOD_METIS;
  c.final_ll = 1;
  size_t n = head[0], entries = head[1];
  cholmod_sparse *A = cholmod_allocate_sparse(n, n, entries, 1, 1, -1, CHOLMOD_REAL, &c);
  if (fread(A->p, 4, n + 1, f) != n + 1 || fread(A->i, 4, entries, f) != entries || fread(A->x, 8, entries, f) != entries) return 1;
  fclose(f);
  double t0 = now();
  cholmod_factor *L = cholmod_analyze(A, &c);
  double t1 = now();
  cholmod_factorize(A, L, &c);
  double t2 = now();
  cholmod_dense *b = cholmod_ones(n, 1, CHOLMOD_REAL, &c), *x = NULL, *y = NULL, *e = NULL;
  double *times = malloc(solves * sizeof(double));
  for (int k = 0; k < solves; k++) {
    double t = now();
    cholmod_solve2(CHOLMOD_A, L, b, NULL, &x, NULL, &y, &e, &c);
    times[k] = now() - t;
  }
  qsort(times, solves, sizeof(double), smaller);
  double minus[2] = {-1, 0}, one[2] = {1, 0}, size = cholmod_norm_dense(b, 2, &c);
  cholmod_sdmult(A, 0, minus, one, x, b, &c);
  printf("{\"dof\":%zu,\"analysis\":%.4g,\"factor\":%.4g,\"solve\":%.4g,\"bestSolve\":%.4g,\"entries\":%.0f,\"gflop\":%.4g,\"residual\":%.3g}\n", n,
         t1 - t0, t2 - t1, times[solves / 2], times[0], c.lnz, c.fl / 1e9, cholmod_norm_dense(b, 2, &c) / size);
  return 0;
}
