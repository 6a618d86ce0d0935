"""W6 by NumPy: every operation on all members at once.
usage: over_members.py WORKLOAD members steps < numbers, as for lanes.c; prints one JSON object: seconds of CPU and the sum of all peaks or last positions."""
import json
import sys
import time

import numpy as np

workload, members, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
numbers = np.frombuffer(sys.stdin.buffer.read())
shaken = workload in ("oscillators", "frames")
ground = numbers[:steps] if shaken else None
given = numbers[steps:] if shaken else numbers
dt = 0.02


def oscillators():
    w = given.reshape(members)
    k, c = w * w, 0.1 * w
    d = 1 / (1 + dt / 2 * c + dt * dt / 4 * k)
    u, v, m = np.zeros(members), np.zeros(members), np.zeros(members)
    a = np.full(members, -ground[0])
    for s in range(1, steps):
        u += dt * v + dt * dt / 4 * a
        v += dt / 2 * a
        a = d * (-ground[s] - c * v - k * u)
        u += dt * dt / 4 * a
        v += dt / 2 * a
        np.maximum(m, np.abs(u), out=m)
    return m.sum()


def frames():
    k0, k1, k2 = given.reshape(members, 3).T.copy()
    h2, r, a0 = dt * dt / 4, dt / 2, 0.2
    e = 1 + r * a0
    p0 = e + h2 * (k0 + k1)
    l1 = -h2 * k1 / p0
    p1 = e + h2 * (k1 + k2) - l1 * l1 * p0
    l2 = -h2 * k2 / p1
    p2 = e + h2 * k2 - l2 * l2 * p1
    u, v = np.zeros((3, members)), np.zeros((3, members))
    a = np.full((3, members), -ground[0])
    m = np.zeros(members)
    for s in range(1, steps):
        u += dt * v + h2 * a
        v += r * a
        s1, s2 = k1 * (u[1] - u[0]), k2 * (u[2] - u[1])
        f = -ground[s] - a0 * v
        f[0] += s1 - k0 * u[0]
        f[1] += s2 - s1
        f[2] -= s2
        f[1] -= l1 * f[0]
        f[2] -= l2 * f[1]
        f[2] /= p2
        f[1] = f[1] / p1 - l2 * f[2]
        f[0] = f[0] / p0 - l1 * f[1]
        a = f
        u += h2 * a
        v += r * a
        np.maximum(m, np.abs(u[2]), out=m)
    return m.sum()


def verlet():
    A, B, x = given.reshape(members, 3).T.copy()
    h = 0.05
    v = -h / 2 * x * (A + B * x * x)
    for _ in range(steps):
        x = x + h * v
        v -= h * x * (A + B * x * x)
    return x.sum()


def midpoint():
    A, B, x = given.reshape(members, 3).T.copy()
    h = 0.05
    v = np.zeros(members)
    for _ in range(steps):
        b = x + h / 2 * v
        m = b.copy()
        for _ in range(16):
            square = m * m
            d = (m - b + h * h / 4 * m * (A + B * square)) / (1 + h * h / 4 * (A + 3 * B * square))
            m -= d
            if np.abs(d).max() < 1e-12:
                break
        y = 2 * m - x
        v = 2 * (y - x) / h - v
        x = y
    return x.sum()


before = time.process_time()
total = {"oscillators": oscillators, "frames": frames, "verlet": verlet, "midpoint": midpoint}[workload]()
print(json.dumps({"seconds": time.process_time() - before, "sum": float(total)}))
