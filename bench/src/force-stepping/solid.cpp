// The sparse form of force-stepping, written for this body alone: linear tetrahedra of neo-Hookean material in front of a rigid plane, Kuhn's grid, lumped mass. One
// coordinate at a time, as in lib/src/methods/force-stepping/sparse.ts; sums are not compensated.
//
//   solid COMPARED EVENTS ROUNDS < doubles   nodes, tetrahedra, lambda, mu, penalty, normal (3), grid, then
//                                     volumes, gradients (12 each), nodes of the tetrahedra, gaps, masses, origin, q, v
//
// Prints where everything is after COMPARED events, and the CPU seconds of the best of so many slices of EVENTS events after them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <vector>

namespace {
using Numbers = std::vector<double>;
using Indices = std::vector<int>;
const double never = std::numeric_limits<double>::infinity();
enum { CEILING = -1, FLOOR = -2, NOTHING = -3 };
const int RENEWED = 32;

int nodes, tetrahedra, d;
double lambda, mu, penalty, normal[3], h;
Numbers volume, gradient, gaps, mass, origin, q0, v0;
Indices tet;

Numbers take(size_t count) {
  Numbers values(count);
  if (fread(values.data(), sizeof(double), count, stdin) != count) exit(2);
  return values;
}

// ---- Energies: what changes when one coordinate moves by h, and when two do.

struct Deformed {
  double F[3][3], j;
};

Deformed deformed(int e, const double *x) {
  const double *g = &gradient[12 * e];
  Deformed r;
  double H[3][3];
  for (int i = 0; i < 3; i++) {
    const double b = x[3 + i] - x[i], c = x[6 + i] - x[i], f = x[9 + i] - x[i];
    for (int k = 0; k < 3; k++) H[i][k] = b * g[3 + k] + c * g[6 + k] + f * g[9 + k];
  }
  const double m0 = H[1][1] * H[2][2] - H[1][2] * H[2][1], m1 = H[1][2] * H[2][0] - H[1][0] * H[2][2], m2 = H[1][0] * H[2][1] - H[1][1] * H[2][0];
  r.j = H[0][0] + H[1][1] + H[2][2] + (H[0][0] * H[1][1] - H[0][1] * H[1][0]) + (H[0][0] * H[2][2] - H[0][2] * H[2][0]) + m0 + (H[0][0] * m0 + H[0][1] * m1 + H[0][2] * m2);
  for (int i = 0; i < 3; i++) for (int k = 0; k < 3; k++) r.F[i][k] = H[i][k] + (i == k);
  return r;
}

double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Row `along` of F is replaced by r: its determinant.
double determinant(const Deformed &s, int along, const double *r) {
  const double *a = s.F[(along + 1) % 3], *b = s.F[(along + 2) % 3];
  return r[0] * (a[1] * b[2] - a[2] * b[1]) + r[1] * (a[2] * b[0] - a[0] * b[2]) + r[2] * (a[0] * b[1] - a[1] * b[0]);
}

double tetrahedronDifference(int e, const double *x, int k) {
  const Deformed s = deformed(e, x);
  const double *g = &gradient[12 * e + 3 * (k / 3)];
  const double first = h * (2 * dot(s.F[k % 3], g) + h * dot(g, g));
  const double change = log1p(h * determinant(s, k % 3, g) / (1 + s.j));
  return volume[e] * (lambda / 2 * change * (2 * log1p(s.j) + change) + mu * (first / 2 - change));
}

// The change of that when coordinate l moves by h: log J of the four corners is a, a + b, a + c, a + b + c + m.
double tetrahedronMixed(int e, const double *x, int k, int l) {
  const Deformed s = deformed(e, x);
  const double *gk = &gradient[12 * e + 3 * (k / 3)], *gl = &gradient[12 * e + 3 * (l / 3)];
  const double J = 1 + s.j, Jk = h * determinant(s, k % 3, gk), Jl = h * determinant(s, l % 3, gl);
  double both = 0;
  if (k % 3 != l % 3) {
    Deformed moved = s;
    for (int i = 0; i < 3; i++) moved.F[l % 3][i] = gl[i];
    both = h * h * determinant(moved, k % 3, gk);
  }
  const double a = log1p(s.j), b = log1p(Jk / J), c = log1p(Jl / J), m = log1p((J * both - Jk * Jl) / ((J + Jk) * (J + Jl)));
  const double first = k % 3 == l % 3 ? h * h * dot(gk, gl) : 0;
  return volume[e] * (lambda / 2 * (2 * b * c + m * (2 * (a + b + c) + m)) + mu * (first - m));
}

double ofGap(double gap) { return gap < 0 ? gap * gap / 2 : 0; }

double contactDifference(int node, const double *x, int k) {
  const double gap = gaps[node] + dot(normal, x), move = normal[k] * h;
  if (gap < 0 && gap + move < 0) return (gap + move / 2) * move / penalty;
  return (ofGap(gap + move) - ofGap(gap)) / penalty;
}

// ---- The mesh from the side of a coordinate.

// Coordinate j is in the tetrahedra around[aroundFrom[node] …], its partners are those of its node.
Indices aroundFrom, around, partnerFrom, partner, twin, sharedFrom, shared;
// Of every tetrahedron around a coordinate, where its twelve coordinates stand in the list of partners.
Indices slot;
std::vector<char> above;
Numbers base, y, w, a, since, slopes;
Indices changed, meets;
std::vector<long> changes, seen;

struct Place { int j, tetrahedron, at; };
Indices placeFrom;
std::vector<Place> place;

void connect() {
  std::vector<Indices> of(nodes), next(nodes);
  for (int e = 0; e < tetrahedra; e++) for (int k = 0; k < 4; k++) of[tet[4 * e + k]].push_back(e);
  for (int n = 0; n < nodes; n++) {
    for (int e : of[n]) for (int k = 0; k < 4; k++) next[n].push_back(tet[4 * e + k]);
    std::sort(next[n].begin(), next[n].end());
    next[n].erase(std::unique(next[n].begin(), next[n].end()), next[n].end());
  }
  partnerFrom.push_back(0);
  placeFrom.push_back(0);
  for (int j = 0; j < d; j++) {
    for (int n : next[j / 3]) for (int i = 0; i < 3; i++) if (3 * n + i != j) partner.push_back(3 * n + i);
    partnerFrom.push_back(partner.size());
    for (int e : of[j / 3]) {
      const int at = std::find(&tet[4 * e], &tet[4 * e] + 4, j / 3) - &tet[4 * e];
      place.push_back({j, e, 3 * at + j % 3});
      for (int k = 0; k < 12; k++) {
        const int c = 3 * tet[4 * e + k / 3] + k % 3;
        const int *from = &partner[partnerFrom[j]], *to = partner.data() + partner.size();
        slot.push_back(c == j ? -1 : int(std::lower_bound(from, to, c) - partner.data()));
      }
    }
    placeFrom.push_back(place.size());
  }
  twin.resize(partner.size());
  sharedFrom.push_back(0);
  for (int j = 0; j < d; j++) {
    for (int s = partnerFrom[j]; s < partnerFrom[j + 1]; s++) {
      const int c = partner[s];
      twin[s] = int(std::lower_bound(&partner[partnerFrom[c]], partner.data() + partnerFrom[c + 1], j) - partner.data());
      for (int p = placeFrom[j]; p < placeFrom[j + 1]; p++) for (int k = 0; k < 12; k++) if (slot[12 * p + k] == s) shared.push_back(12 * p + k);
      sharedFrom.push_back(shared.size());
    }
  }
}

// The corner that the edge of a coordinate starts from.
void corner(int p, double *x) {
  const int *s = &slot[12 * p], *n = &tet[4 * place[p].tetrahedron];
  for (int k = 0; k < 12; k++) {
    const int c = 3 * n[k / 3] + k % 3;
    x[k] = origin[c] + h * (base[c] + (s[k] < 0 ? 0 : above[s[k]]));
  }
}

double slope(int j) {
  double sum = 0, x[12];
  for (int p = placeFrom[j]; p < placeFrom[j + 1]; p++) {
    corner(p, x);
    sum += tetrahedronDifference(place[p].tetrahedron, x, place[p].at);
  }
  const int p = placeFrom[j], own = place[p].at / 3;
  corner(p, x);
  return sum + contactDifference(j / 3, x + 3 * own, j % 3);
}

// How much greater the slope of j is with partner s above it than with it below.
double mixed(int j, int s) {
  double sum = 0, x[12];
  for (int n = sharedFrom[s]; n < sharedFrom[s + 1]; n++) {
    const int p = shared[n] / 12, k = shared[n] % 12;
    corner(p, x);
    x[k] = origin[partner[s]] + h * base[partner[s]];
    sum += tetrahedronMixed(place[p].tetrahedron, x, place[p].at, k);
    if (n == sharedFrom[s] && partner[s] / 3 == j / 3) {
      double *own = x + 3 * (k / 3);
      const double below = contactDifference(j / 3, own, j % 3);
      own[k % 3] += h;
      sum += contactDifference(j / 3, own, j % 3) - below;
    }
  }
  return sum;
}

// ---- The queue, the earliest event of a coordinate, and the events.

int leaves = 2;
Numbers times;

void renew(int j) {
  for (int k = (leaves + j) / 2; k > 0; k /= 2) times[k] = std::min(times[2 * k], times[2 * k + 1]);
}

int earliest() {
  int k = 1;
  while (k < leaves) {
    k *= 2;
    if (times[k] > times[k + 1]) k++;
  }
  return k - leaves;
}

double firstExit(double c0, double c1, double c2) {
  const double gap = std::max(c0, 0.0), square = c1 * c1 - 4 * gap * c2;
  if (c1 < 0) return square < 0 ? never : 2 * gap / (sqrt(square) - c1);
  return c2 < 0 ? (c1 + sqrt(square)) / (-2 * c2) : never;
}
double nextExit(double c1, double c2) { return c2 < 0 ? (c1 > 0 ? -c1 / c2 : 0) : never; }
bool mayClose(double c0, double c1, double c2, double limit) { return !(c0 + limit * (std::min(c1, 0.0) + limit * std::min(c2, 0.0)) > 0); }

void push(int j) { a[j] = -slopes[j] / (mass[j] * h * h); }
void accelerate(int j) {
  slopes[j] = slope(j);
  changed[j] = 0;
  push(j);
}
void alter(int j, double by) {
  if (++changed[j] > RENEWED) return accelerate(j);
  slopes[j] += by;
  push(j);
}
void advance(int j, double t) {
  const double x = t - since[j];
  y[j] += x * (w[j] + x / 2 * a[j]);
  w[j] += x * a[j];
  since[j] = t;
  changes[j]++;
}

void predict(int j, double t, int opened) {
  const double xj = t - since[j], aj = a[j], wj = w[j] + xj * aj, yj = y[j] + xj * (w[j] + xj / 2 * aj);
  int target = CEILING;
  double least = opened == CEILING ? nextExit(-wj, -aj / 2) : firstExit(1 - yj, -wj, -aj / 2);
  if (opened == FLOOR || mayClose(yj, wj, aj / 2, least)) {
    const double down = opened == FLOOR ? nextExit(wj, aj / 2) : firstExit(yj, wj, aj / 2);
    if (down < least) least = down, target = FLOOR;
  }
  for (int s = partnerFrom[j]; s < partnerFrom[j + 1]; s++) {
    const int c = partner[s];
    const double x = t - since[c], sign = above[s] ? 1 : -1, c1 = sign * (w[c] + x * a[c] - wj), c2 = sign * (a[c] - aj) / 2;
    double exit;
    if (s == opened) exit = nextExit(c1, c2);
    else {
      const double c0 = sign * (y[c] + x * (w[c] + x / 2 * a[c]) - yj);
      if (!mayClose(c0, c1, c2, least)) continue;
      exit = firstExit(c0, c1, c2);
    }
    if (exit < least) least = exit, target = s;
  }
  meets[j] = least == never ? int(NOTHING) : target;
  if (target >= 0) seen[j] = changes[partner[target]];
  times[leaves + j] = t + least;
  renew(j);
}

double now, epoch;
int due = -1, events;

void happen(int j, double t) {
  const int target = meets[j];
  advance(j, t);
  if (target < 0) {
    const bool upwards = target == CEILING;
    base[j] += upwards ? 1 : -1;
    y[j] += upwards ? -1 : 1;
    for (int s = partnerFrom[j]; s < partnerFrom[j + 1]; s++) above[s] = upwards, above[twin[s]] = !upwards;
    accelerate(j);
    return predict(j, t, upwards ? FLOOR : CEILING);
  }
  const int c = partner[target], other = twin[target];
  advance(c, t);
  const double change = (above[target] ? 1 : -1) * mixed(j, target);
  above[target] = !above[target];
  above[other] = !above[other];
  alter(j, -change);
  alter(c, change);
  predict(j, t, target);
  predict(c, t, other);
}

void step() {
  if (due >= 0) {
    happen(due, now);
    due = -1;
    // Times are counted from an epoch that moves along, so that late events are as exact as early ones.
    if (++events >= std::max(64, d + 1)) {
      for (double &t : since) t -= now;
      for (double &t : times) t -= now;
      epoch += now;
      now = 0;
      events = 0;
    }
  }
  while (true) {
    const int j = earliest();
    now = std::max(now, times[leaves + j]);
    if (meets[j] >= 0 && changes[partner[meets[j]]] != seen[j]) predict(j, now, NOTHING);
    else return void(due = j);
  }
}
} // namespace

int main(int, char **words) {
  const long compared = atol(words[1]), count = atol(words[2]);
  const int rounds = atoi(words[3]);
  const Numbers head = take(9);
  nodes = int(head[0]), tetrahedra = int(head[1]), d = 3 * nodes;
  lambda = head[2], mu = head[3], penalty = head[4], h = head[8];
  for (int i = 0; i < 3; i++) normal[i] = head[5 + i];
  volume = take(tetrahedra);
  gradient = take(12 * tetrahedra);
  for (double n : take(4 * tetrahedra)) tet.push_back(int(n));
  gaps = take(nodes), mass = take(d), origin = take(d), q0 = take(d), v0 = take(d);
  connect();

  while (leaves < d) leaves *= 2;
  times.assign(2 * leaves, never);
  base.resize(d), y.resize(d), w.resize(d), a.resize(d), slopes.resize(d), since.assign(d, 0);
  changed.resize(d), meets.resize(d), changes.assign(d, 0), seen.resize(d);
  above.resize(partner.size());
  for (int j = 0; j < d; j++) {
    const double z = (q0[j] - origin[j]) / h;
    base[j] = floor(z), y[j] = z - base[j], w[j] = v0[j] / h;
  }
  for (int j = 0; j < d; j++) for (int s = partnerFrom[j]; s < partnerFrom[j + 1]; s++) above[s] = y[partner[s]] > y[j];
  for (int j = 0; j < d; j++) accelerate(j);
  for (int j = 0; j < d; j++) predict(j, 0, NOTHING);

  for (long n = 0; n < compared; n++) step();
  double sample = 0;
  for (int j = 0; j < d; j++) {
    const double x = now - since[j];
    sample += (origin[j] + h * (base[j] + y[j] + x * (w[j] + x / 2 * a[j]))) * sin(j);
  }
  double best = never;
  for (int round = 0; round < rounds; round++) {
    const clock_t before = clock();
    for (long n = 0; n < count; n++) step();
    best = std::min(best, double(clock() - before) / CLOCKS_PER_SEC);
  }
  printf("{\"steps\":%ld,\"seconds\":%.9g,\"passed\":%.17g,\"sample\":%.17g}\n", count, best, epoch + now, sample);
}
