/** Which elements of Abaqus and CalculiX are computed. Their names say more than the shape: the way of integrating belongs to them, and
 *  another way gives another result. */
import { each, refused, type Treatment } from "./treatment.js";

const computed = (why: string, remark?: string): ElementTreatment => ({
  effect: "honoured",
  why,
  ...(remark === undefined ? {} : { remark }),
});

export interface ElementTreatment extends Treatment {
  /** What is said about an element that the two programs compute in different ways. */
  readonly remark?: string;
  /** Its mass matrix; consistent where nothing is said. */
  readonly mass?: "lumped";
}

const REDUCED = refused(
  "with reduced integration it is another element; the one without R, with full integration, is computed",
);
const INCOMPATIBLE = refused("incompatible modes are not computed; C3D20 and C3D10 bend well without them");
const HYBRID = refused("the hybrid element, with a pressure of its own, is not computed");
const SHELL = refused("shells are not computed; solids, plane elements and bars are");
const MEMBRANE = refused("membranes in space are not computed; solids, plane elements and bars are");
const BEAM = refused("beams of a deck are not computed; solids and bars are, and beams in a model of kind frame");
const AXISYMMETRIC = refused("axisymmetric elements are not computed; solids, plane elements and bars are");
const FLUID = refused("fluids, networks and heat are not computed, only the motion of solids");
const JOINT = refused(
  "joints and point masses of a deck are not taken over; in a model file: masses, springs, dashpots",
);

/** Abaqus/Standard lumps the masses of elements without nodes in the middle of edges. */
const lumped = (why: string, remark: string): ElementTreatment => ({ ...computed(why, remark), mass: "lumped" });
const BRICK = "CalculiX makes an element in space of it, and gets another result";

export const ABAQUS_ELEMENTS: Readonly<Record<string, ElementTreatment>> = {
  C3D4: lumped(
    "tet4 with a lumped mass, as in Abaqus",
    "C3D4 has a lumped mass, as in Abaqus; CalculiX integrates the mass with one point, and gets other motions and frequencies",
  ),
  C3D8: computed(
    "hex8 with 2 × 2 × 2 points and a consistent mass, as in CalculiX",
    "C3D8 is integrated with 2 × 2 × 2 points, as CalculiX does; Abaqus averages the change of volume in it and lumps its mass, and gets another result",
  ),
  C3D10: computed(
    "tet10 with a consistent mass, as in Abaqus",
    "the mass of C3D10 is integrated exactly, as in Abaqus; CalculiX takes four points, and gets slightly other motions and frequencies",
  ),
  C3D15: computed(
    "wedge15 with 9 points and a consistent mass",
    "the mass of C3D15 is integrated exactly; CalculiX takes nine points, and gets slightly other motions and frequencies",
  ),
  C3D20: computed("hex20 with 3 × 3 × 3 points"),
  CPS3: lumped(
    "tri3 with a lumped mass, as in Abaqus",
    `CPS3 is the plane element with a lumped mass, as in Abaqus; ${BRICK}`,
  ),
  CPS4: lumped(
    "quad4 with 2 × 2 points and a lumped mass, as in Abaqus",
    `CPS4 is the plane element with a lumped mass, as in Abaqus; ${BRICK}`,
  ),
  CPS6: computed("tri6, as in Abaqus", `CPS6 is the plane element, as in Abaqus; ${BRICK}`),
  CPS8: computed("quad8 with 3 × 3 points, as in Abaqus", `CPS8 is the plane element, as in Abaqus; ${BRICK}`),
  CPE3: lumped(
    "tri3 with a lumped mass, as in Abaqus",
    `CPE3 is the plane element with a lumped mass, as in Abaqus; ${BRICK}`,
  ),
  CPE6: computed("tri6, as in Abaqus", `CPE6 is the plane element, as in Abaqus; ${BRICK}`),
  CPE8: computed("quad8 with 3 × 3 points"),
  T2D2: lumped("a bar with a lumped mass, as in Abaqus", `T2D2 is a bar with a lumped mass, as in Abaqus; ${BRICK}`),
  T3D2: lumped("a bar with a lumped mass, as in Abaqus", `T3D2 is a bar with a lumped mass, as in Abaqus; ${BRICK}`),
};

const WEDGE = refused(
  "with two points both programs integrate it otherwise; C3D15, C3D20, C3D8 and C3D10 are computed",
);
const WEDGE_15 = refused("the wedge with a variable number of nodes is not computed; C3D15 is");
const PLANE_STRAIN_4 = refused(
  "both programs keep it from locking, each in its own way, and that is not computed; CPE8 is",
);

const PATTERNS: readonly (readonly [RegExp, ElementTreatment])[] = [
  [/^C3D6$/, WEDGE],
  [/^C3D15V/, WEDGE_15],
  [/^CPE4$/, PLANE_STRAIN_4],
  [/^(?:C3D8|C3D20|CPS4|CPS8|CPE4|CPE8)RH?$/, REDUCED],
  [/^C3D10M|^C3D10I|^CP[SE]6M/, refused("the modified tetrahedron or triangle is not computed; C3D10 and CPS6 are")],
  [/^(?:C3D|CP[SE])\d+R?I/, INCOMPATIBLE],
  [/^(?:C3D|CP[SE])\d+[A-Z]*H/, HYBRID],
  [/^(?:C3D|CP[SE])\d+[A-Z]*[TPE]/, FLUID],
  [/^S(?:TRI|AX|R)?\d+|^R3D|^SC\d|^DS\d/, SHELL],
  [/^M3D|^MAX/, MEMBRANE],
  [/^B\d|^PIPE|^ELBOW|^U1$|^FRAME/, BEAM],
  [/^[CD]?C?AX|^CGAX|^RAX|^SAX/, AXISYMMETRIC],
  [/^SPRING|^DASHPOT|^MASS|^ROTARYI|^GAP|^CONN|^DCOUP|^JOINT/, JOINT],
  [/^(?:F3D|AC|DC|D$|D[A-Z]+|NETWORK)/, FLUID],
  [/^T[23]D3/, refused("bars of three nodes are not computed; T2D2 and T3D2 are")],
];

/** Of any name, in capitals. */
export function abaqusElementTreatment(type: string): ElementTreatment {
  const known = ABAQUS_ELEMENTS[type];
  if (known !== undefined) return known;
  const [, found] = PATTERNS.find(([pattern]) => pattern.test(type)) ?? [null, null];
  return found ?? refused(`the type is not known here; computed are ${Object.keys(ABAQUS_ELEMENTS).join(", ")}`);
}

/** For the page: names of some that are refused, with the reason. */
export const REFUSED_ELEMENTS: Readonly<Record<string, Treatment>> = {
  C3D6: WEDGE,
  C3D15V: WEDGE_15,
  CPE4: PLANE_STRAIN_4,
  ...each("C3D8R, C3D20R, CPS4R, CPS8R, CPE4R, CPE8R", REDUCED),
  ...each("C3D8I, CPS4I, CPE4I", INCOMPATIBLE),
  ...each("C3D10M, C3D10I", abaqusElementTreatment("C3D10M")),
  ...each("C3D8H, C3D10H, CPE4H", HYBRID),
  ...each("S3, S4, S4R, S6, S8, S8R, STRI65", SHELL),
  ...each("M3D3, M3D4, M3D8", MEMBRANE),
  ...each("B21, B31, B32, B32R", BEAM),
  ...each("CAX3, CAX4, CAX6, CAX8, CAX8R", AXISYMMETRIC),
  ...each("F3D8, D, DC3D8, AC3D8", FLUID),
  ...each("SPRINGA, SPRING1, DASHPOTA, MASS, GAPUNI, DCOUP3D", JOINT),
  ...each("T2D3, T3D3", abaqusElementTreatment("T3D3")),
};
