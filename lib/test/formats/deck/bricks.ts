/** Decks for tests: two bricks, one on the other. */

import { readDeck } from "../../../src/formats/deck/deck.js";
import { modelOfDeck } from "../../../src/formats/deck/differences.js";

export const bytes = (text: string) => new TextEncoder().encode(text);

/** The model of a deck that is computed as it is. */
export const accepted = (text: string) =>
  modelOfDeck(readDeck(bytes(text), "it.inp"), { file: "it.inp", acceptDifferences: false }).model;

/** What is refused of a deck, line by line. */
export const differences = (text: string, purpose: "motion" | "modes" = "motion") =>
  readDeck(bytes(text), "it.inp", purpose).differences.map(({ line, card, why }) => `${line} ${card}: ${why}`);

/** Two bricks, one on the other. */
export const MESH = `*HEADING
Two bricks
*NODE, NSET=NALL
1, 0., 0., 0.
2, 1., 0., 0.
3, 1., 1., 0.
4, 0., 1., 0.
5, 0., 0., 1.
6, 1., 0., 1.
7, 1., 1., 1.
8, 0., 1., 1.
9, 0., 0., 2.
10, 1., 0., 2.
11, 1., 1., 2.
12, 0., 1., 2.
*ELEMENT, TYPE=C3D8, ELSET=LOW
1, 1, 2, 3, 4, 5, 6, 7, 8
*ELEMENT, TYPE=C3D8, ELSET=HIGH
2, 5, 6, 7, 8, 9, 10, 11, 12
*ELSET, ELSET=EALL
LOW, HIGH
*NSET, NSET=FOOT, GENERATE
1, 4
*NSET, NSET=HEAD
9, 10, 11, 12
*SURFACE, NAME=TOP
HIGH, S2
`;

export const MATERIALS = `*MATERIAL, NAME=Soft
*ELASTIC
1000., 0.25
*DENSITY
2.
*DAMPING, ALPHA=0.5
*MATERIAL, NAME=Rubber
*HYPERELASTIC, NEO HOOKE
10., 0.02
*DENSITY
1.5
*DAMPING, ALPHA=0.5
*SOLID SECTION, ELSET=LOW, MATERIAL=SOFT
*SOLID SECTION, ELSET=HIGH, MATERIAL=rubber
*BOUNDARY
FOOT, ENCASTRE
`;

export const STEP = `*AMPLITUDE, NAME=PULSE
0., 0., 0.1, 1., 0.2, 0.
*STEP, NLGEOM
*DYNAMIC, DIRECT, ALPHA=-0.1
0.01, 0.3
*CLOAD, AMPLITUDE=PULSE
HEAD, 3, -2.
*DLOAD
HIGH, P4, 7.
EALL, GRAV, 9.81, 0., 0., -1.
*DSLOAD
TOP, P, 3.
*NODE FILE
U
*END STEP
`;

/** Two bricks with a material and supports, then a step. */
export const LINEAR = `${MESH}*MATERIAL, NAME=M
*ELASTIC
1000., 0.3
*DENSITY
1.
*SOLID SECTION, ELSET=EALL, MATERIAL=M
*BOUNDARY
FOOT, 1, 3
*AMPLITUDE, NAME=A
0., 0., 1., 1.
*AMPLITUDE, NAME=SUDDEN
0., 1., 1., 1.
`;
export const stepWith = (cards: string, head = "*STEP") =>
  `${LINEAR}${head}\n*DYNAMIC, DIRECT\n0.1, 1.\n${cards}*END STEP\n`;
export const LOAD = "*CLOAD, AMPLITUDE=A\nHEAD, 3, 1.\n";
