/** A cube of one element on the ground with a load on a corner, as an Abaqus deck; `element` is in line 12. */
export const cubeDeck = (element: "C3D8" | "C3D8R"): string => `*HEADING
bar
*NODE
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 0, 0, 1
6, 1, 0, 1
7, 1, 1, 1
8, 0, 1, 1
*ELEMENT, TYPE=${element}, ELSET=ALL
1, 1, 2, 3, 4, 5, 6, 7, 8
*NSET, NSET=BOTTOM
1, 2, 3, 4
*MATERIAL, NAME=STEEL
*ELASTIC
2e6, 0.3
*DENSITY
1000
*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL
*BOUNDARY
BOTTOM, 1, 3
*STEP
*DYNAMIC, DIRECT
1e-3, 1e-2
*CLOAD
7, 3, 10
*END STEP
`;
