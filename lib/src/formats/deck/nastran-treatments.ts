/** What is done with every card of Nastran's bulk data, with parameters (PARAM), and with the lines before BEGIN BULK. */
import { each, honoured, refused, type Treatments, without } from "./treatment.js";

const CONSTRAINTS =
  "couples displacements by equations; that needs constraints between the nodes of a solid, which there are not";
const SHELLS = "shells are not computed: they bend; solids, triangles in a plane that only stretch, and rods are";
const BEAMS = "beams are not computed; solids and rods are, and beams in a model of kind frame";
const JOINTS = "joints and point masses of a deck are not taken over; in a model file: masses, springs, dashpots";
const DYNAMIC = "loads in time are not taken over; a deck of Abaqus or a model file has them";
const HEAT = without(
  "heat alone moves nothing, and thermal strains need TEMPERATURE in the case control, which is refused",
);

/** Loads that a set may hold and that are refused. */
export const NASTRAN_OTHER_LOADS = `FORCE1, FORCE2, MOMENT, MOMENT1, MOMENT2, PLOAD, PLOAD1, PLOAD2, PLOAD4,
  PLOADX1, RFORCE, ACCEL, ACCEL1, SPCD, DEFORM, SLOAD`;

export const NASTRAN_TREATMENTS: Treatments = {
  GRID: honoured("nodes, in their coordinate systems; field 7 (CD) empty or 0; field 8 holds directions"),
  GRDSET: honoured("field 3, the coordinate system of grids that name none; the others empty"),
  ...each("CORD1R, CORD1C, CORD1S, CORD2R, CORD2C, CORD2S", honoured("coordinate systems of grids")),
  CTETRA: honoured("tet4 and tet10"),
  CHEXA: honoured(
    "hex8 with IN = TWO and hex20 with IN = THREE, both with ISOP = FULL on its PSOLID; the usual element of Nastran bends otherwise",
  ),
  CPENTA: honoured("wedge6 with IN = TWO and wedge15 with IN = THREE, both with ISOP = FULL on its PSOLID"),
  ...each("CPYRAM, CPYRA", honoured("pyramids, with ISOP = FULL on their PSOLID")),
  CTRIA3: honoured("in one plane, with a PSHELL that only stretches: fields 5 and 7 (MID2, MID3) empty"),
  CROD: honoured("a rod"),
  ...each("CQUAD4, CQUAD8, CQUADR, CTRIAR, CTRIA6, CQUAD, CSHEAR", refused(SHELLS)),
  ...each(
    "CBAR, CBEAM, CTUBE, CONROD, CBEND, CBEAM3, PBAR, PBARL, PBEAM, PBEAML, PTUBE, BAROR, BEAMOR, CBARAO",
    refused(BEAMS),
  ),
  ...each(
    `CELAS1, CELAS2, CELAS3, CELAS4, CBUSH, CBUSH1D, CDAMP1, CDAMP2, CDAMP3, CDAMP4, CVISC, CGAP, CFAST, CWELD, CONM1,
     CONM2, CMASS1, CMASS2, CMASS3, CMASS4, PELAS, PBUSH, PDAMP, PVISC, PMASS, PGAP`,
    refused(JOINTS),
  ),
  PSOLID: honoured("the material, IN (field 5) and ISOP (field 7); field 8 SMECH or empty"),
  PSHELL: honoured("the material and the thickness of plates that only stretch"),
  PROD: honoured("the material and the area; field 7, mass without stiffness, empty"),
  ...each("PCOMP, PCOMPG, PLSOLID, PCOMPS", refused("layers and other formulations are not computed")),
  MAT1: honoured("E, G, NU, RHO; field 9, structural damping, empty"),
  ...each(
    "MAT2, MAT3, MAT8, MAT9, MAT10, MATHE, MATHP, MATS1, MATT1, MATG",
    refused("isotropic linear materials are computed"),
  ),
  ...each("MAT4, MAT5, MATT4, TEMP, TEMPD, TEMPP1", HEAT),
  ...each("SPC, SPC1", honoured("what is fixed, of the set that the case control names; no displacements")),
  SPCADD: honoured("sets of supports together"),
  ...each(
    "MPC, MPCADD, RBE1, RBE2, RBE3, RBAR, RROD, RSPLINE, RTRPLT, SUPORT, SUPORT1, MPCAX, RJOINT",
    refused(CONSTRAINTS),
  ),
  ...each(
    "ASET, ASET1, BSET, BSET1, CSET, CSET1, OMIT, OMIT1, QSET, QSET1, SEQSEP, SPOINT, EPOINT",
    refused("the structure is not reduced, and points without a place are not known"),
  ),
  FORCE: honoured("forces in the basic system, of the set that the case control names"),
  GRAV: honoured("gravity in the basic system"),
  LOAD: honoured("sums of load sets"),
  ...each(NASTRAN_OTHER_LOADS, refused("FORCE and GRAV are taken over, other loads are not")),
  ...each(
    `TLOAD1, TLOAD2, RLOAD1, RLOAD2, DLOAD, DAREA, LSEQ, DELAY, DPHASE, TABLED1, TABLED2, TABLED3, TABLED4, TIC,
     TSTEP, TSTEPNL, TABDMP1, FREQ, FREQ1, FREQ2, NOLIN1, NOLIN2`,
    refused(DYNAMIC),
  ),
  ...each("EIGRL, EIGR", without("noether analyze finds the lowest modes, as many as --modes says")),
  ...each("EIGB, EIGC", refused("buckling and complex modes are not computed")),
  ...each("NLPARM, NLPCI, NLSTEP", refused("nonlinear solutions of Nastran are not computed")),
  ...each(
    "BCTABLE, BSURFS, BLSEG, BCONP, BFRIC, BCBODY, BCTSET, BSURF, BGSET, BGADD",
    refused("contact of bodies is not computed"),
  ),
  ...each("DMIG, DMI, K2GG, M2GG", refused("matrices from elsewhere are not added")),
  ...each("DTI, PLOTEL, SET1, SET3", without("for output and drawings")),
  PARAM: honoured("see below"),
  INCLUDE: refused("names another file; put its lines in its place"),
};

export const NASTRAN_PARAMETERS: Treatments = {
  WTMASS: honoured("multiplies all masses"),
  COUPMASS: honoured(
    "1: a consistent mass; otherwise it is lumped, which is computed for elements without nodes in the middle of edges",
  ),
  ...each(
    `POST, PRTMAXIM, GRDPNT, OGEOM, OMACHPR, OUGCORD, PRGPST, USETPRT, DBALL, ENFMETH, POSTEXT, OPPHIPA, EST, NOCOMPS,
     TINY, TABS, CURV, PATVER, HDF5, NEWSEQ`,
    without("asks for output"),
  ),
  ...each(
    "AUTOSPC, BAILOUT, MAXRATIO, EPZERO, PRTRESLT, SNORM, K6ROT, ASING, COMPMATT",
    without(
      "how singular equations and normals of shells are treated, and neither is computed: such structures are refused",
    ),
  ),
};

/** Lines of the case control; a word is known by its first four letters, as in Nastran. */
export const NASTRAN_CASE_CONTROL: Treatments = {
  SPC: honoured("chooses the set of supports"),
  LOAD: honoured("chooses the set of loads"),
  SUBCASE: honoured("one of them"),
  METHOD: without("noether analyze finds the lowest modes, as many as --modes says"),
  ...each("TITLE, SUBTITLE, LABEL, ECHO, LINE, MAXLINES, SET, BEGIN, PAGE, OUTPUT", without("text and output")),
  ...each(
    `DISPLACEMENT, VECTOR, VELOCITY, ACCELERATION, SPCFORCES, OLOAD, STRESS, STRAIN, FORCE, ELFORCE, ESE, EKE,
     GPFORCE, MEFFMASS, MPCFORCES, ELSTRESS, SDISPLACEMENT, SVECTOR, RESVEC, GPSTRESS`,
    without("asks for output"),
  ),
};
