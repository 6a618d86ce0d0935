/** What is done with every card of an input deck of Abaqus or CalculiX, and with its parameters. */
import { each, honoured, passed, refused, type Treatments, taken, without } from "./treatment.js";

const OUTPUT = without("asks for output; the command line says what is written");
const HEAT = without(
  "heat alone moves nothing: *EXPANSION and tables over the temperature, through which it would, are refused",
);
const SHELLS_AND_BEAMS =
  "solids, plane elements and bars are computed; shells and beams of a deck are not (beams: a model of kind frame)";
const CONSTRAINTS =
  "couples displacements by equations; that needs constraints between the nodes of a solid, which there are not";
const CONTACT = "contact of bodies is not computed; a rigid plane is (contact of a model file)";
const FLUIDS = "fluids, networks and fields are not computed, only the motion of solids";
const INELASTIC = "the material stays elastic here; elastic and hyperelastic materials are computed";
const RAW_LOAD = {
  OP: taken("MOD; NEW where nothing was there before"),
  AMPLITUDE: taken("the name of an *AMPLITUDE"),
  "TIME DELAY": taken("the amplitude begins so much later"),
};

/** Procedures of steps that are refused. */
export const OTHER_PROCEDURES = `MODAL DYNAMIC, STEADY STATE DYNAMICS, BUCKLE, VISCO, HEAT TRANSFER, COMPLEX FREQUENCY,
  COUPLED TEMPERATURE-DISPLACEMENT, UNCOUPLED TEMPERATURE-DISPLACEMENT, SENSITIVITY, SUBSTRUCTURE GENERATE, GREEN,
  CRACK PROPAGATION, ANNEAL, GEOSTATIC, RESPONSE SPECTRUM, RANDOM RESPONSE, NO ANALYSIS, ROBUST DESIGN,
  FEASIBLE DIRECTION`;

export const ABAQUS_TREATMENTS: Treatments = {
  // The mesh.
  NODE: honoured("nodes", { NSET: taken("puts them into a set"), SYSTEM: taken("Cartesian", /R?/) }),
  ELEMENT: honoured("elements; which types, see below", {
    TYPE: taken("see below"),
    ELSET: taken("puts them into a set"),
  }),
  NSET: honoured("sets of nodes", {
    NSET: taken("the name"),
    GENERATE: taken("ranges of numbers"),
    INSTANCE: taken("of which instance"),
    INTERNAL: passed("made by a program"),
    UNSORTED: passed("the order of a set matters only to what is refused"),
  }),
  ELSET: honoured("sets of elements", {
    ELSET: taken("the name"),
    GENERATE: taken("ranges of numbers"),
    INSTANCE: taken("of which instance"),
    INTERNAL: passed("made by a program"),
    UNSORTED: passed("the order of a set matters only to what is refused"),
  }),
  SURFACE: honoured("sides of elements, or nodes", {
    NAME: taken("the name"),
    TYPE: taken("ELEMENT or NODE", /ELEMENT|NODE/),
    INTERNAL: passed("made by a program"),
  }),
  PART: honoured("a part", { NAME: taken("the name") }),
  ASSEMBLY: honoured("the instances together", { NAME: passed("a name") }),
  INSTANCE: honoured("a part in its place", { NAME: taken("the name"), PART: taken("of what") }),
  ...each("END PART, END ASSEMBLY, END INSTANCE, END STEP", honoured("ends what was begun")),

  // Materials and sections.
  MATERIAL: honoured("begins a material", { NAME: taken("the name") }),
  ELASTIC: honoured("E and nu; one line, not a table over the temperature", {
    TYPE: taken("isotropic", /ISO(?:TROPIC)?/),
  }),
  DENSITY: honoured("the density; one line"),
  HYPERELASTIC: honoured("C10, C01, D1; one line; motions with NLGEOM", {
    "NEO HOOKE": taken("with C10, D1"),
    "MOONEY-RIVLIN": taken("with C10, C01, D1"),
  }),
  DAMPING: honoured("Rayleigh's damping, the same for all materials; not BETA with NLGEOM", {
    ALPHA: taken("of the mass"),
    BETA: taken("of the stiffness"),
  }),
  "SOLID SECTION": honoured("which elements are of what; the thickness of plane elements, the area of bars", {
    ELSET: taken("which elements"),
    MATERIAL: taken("of what"),
    ORIENTATION: passed("the materials that are computed have no directions"),
  }),
  ...each(
    `PLASTIC, CYCLIC HARDENING, CREEP, VISCOELASTIC, HYPERFOAM, USER MATERIAL, DEFORMATION PLASTICITY, RATE DEPENDENT,
     MOHR COULOMB, MOHR COULOMB HARDENING, CONCRETE DAMAGED PLASTICITY, DAMAGE INITIATION, DAMAGE EVOLUTION,
     NO COMPRESSION, NO TENSION, MULLINS EFFECT`,
    refused(INELASTIC),
  ),
  DEPVAR: without("space for a user material, which is refused"),
  EXPANSION: refused("thermal strains are not computed"),
  ...each("CONDUCTIVITY, SPECIFIC HEAT, TEMPERATURE, PHYSICAL CONSTANTS, LATENT HEAT", HEAT),
  ...each(
    `SHELL SECTION, MEMBRANE SECTION, BEAM SECTION, BEAM GENERAL SECTION, NODAL THICKNESS, SHELL GENERAL SECTION`,
    refused(SHELLS_AND_BEAMS),
  ),
  MEMBRANE: refused(SHELLS_AND_BEAMS),
  ...each("NORMAL, TRANSVERSE SHEAR STIFFNESS", without("for shells and beams, which are refused")),
  ORIENTATION: without("the materials that are computed have no directions"),
  ...each(
    "MASS, ROTARY INERTIA, SPRING, DASHPOT, GAP, DISTRIBUTING COUPLING",
    refused("joints and point masses of a deck are not taken over; in a model file: masses, springs, dashpots"),
  ),
  ...each(
    "USER ELEMENT, MATRIX ASSEMBLE, SUBSTRUCTURE PATH",
    refused("elements that the deck does not describe are not computed"),
  ),
  "SECTION CONTROLS": refused("elements with other ways of integrating are not computed"),
  ...each(
    `FLUID SECTION, FLUID SECTIONS, FLUID CONSTANTS, SPECIFIC GAS CONSTANT, BOUNDARYF, EQUATIONF, TRANSFORMF,
     VALUES AT INFINITY, MASS FLOW, CFD, ELECTROMAGNETICS, MAGNETIC PERMEABILITY, ELECTRICAL CONDUCTIVITY, POTENTIAL,
     TURBULENCE MODEL`,
    refused(FLUIDS),
  ),

  // What ties nodes together, and where directions point.
  ...each(
    `EQUATION, MPC, RIGID BODY, TIE, COUPLING, KINEMATIC, DISTRIBUTING, KINEMATIC COUPLING, PRE-TENSION SECTION,
     CYCLIC SYMMETRY MODEL, EMBEDDED ELEMENT, MULTI-POINT CONSTRAINT, NETWORK MPC, REMOVE`,
    refused(CONSTRAINTS),
  ),
  TRANSFORM: refused("turns the directions of supports and loads; that needs supports along other axes than x, y, z"),
  SYSTEM: refused("nodes are given in another system of coordinates; give them in the global one"),
  ...each(
    `CONTACT PAIR, CONTACT, CONTACT INCLUSIONS, CONTACT DAMPING, SURFACE INTERACTION, SURFACE BEHAVIOR, FRICTION,
     CLEARANCE, MODEL CHANGE, CHANGE FRICTION, CHANGE CONTACT TYPE, CHANGE SURFACE BEHAVIOR,
     CONTACT PROPERTY ASSIGNMENT`,
    refused(CONTACT),
  ),
  ...each("GAP CONDUCTANCE, GAP HEAT GENERATION", HEAT),
  ...each(
    "CHANGE SOLID SECTION, CHANGE MATERIAL, CHANGE PLASTIC",
    refused("what a step changes in the structure is not taken over"),
  ),
  SUBMODEL: refused("takes displacements from another computation"),

  // What acts.
  BOUNDARY: honoured("what is fixed, and displacements along an amplitude in a linear *DYNAMIC step", {
    ...RAW_LOAD,
    TYPE: taken("a displacement", /DISPLACEMENT/),
  }),
  CLOAD: honoured("forces on nodes, each node once", RAW_LOAD),
  DLOAD: honoured(
    "pressure P1 to P6 on sides of elements, following them with NLGEOM, and GRAV on everything",
    RAW_LOAD,
  ),
  DSLOAD: honoured("pressure P, following the surface with NLGEOM, and a traction TRVEC", {
    ...RAW_LOAD,
    FOLLOWER: taken("NO: a traction keeps its direction", /NO/),
  }),
  AMPLITUDE: honoured("a table with straight lines between its points, constant before and after", {
    NAME: taken("the name"),
    DEFINITION: taken("a table", /TABULAR/),
    TIME: taken("of the step; TOTAL TIME where it is the first", /STEP TIME|TOTAL TIME|TOTALTIME/),
    VALUE: passed("factors", /RELATIVE/),
    SMOOTH: passed("no rounding off", /0\.?0*/),
  }),
  "INITIAL CONDITIONS": honoured("the velocity of all nodes", {
    TYPE: taken("VELOCITY; TEMPERATURE has no effect, since heat alone moves nothing", /VELOCITY|TEMPERATURE/),
  }),
  ...each("CFLUX, DFLUX, FILM, RADIATE, VIEWFACTOR", HEAT),
  ...each("BASE MOTION, MODAL DAMPING, INITIAL STRAIN INCREASE", refused("it is not known here")),
  "SELECT CYCLIC SYMMETRY MODES": refused(CONSTRAINTS),

  // Steps.
  STEP: honoured("begins a step", {
    NLGEOM: taken("large displacements: elastic materials are st-venant-kirchhoff", /|YES|NO/),
    INC: taken("the most increments: a step with more of them is refused"),
    PERTURBATION: taken("modes about the state of rest; after a static step with loads, and in motions, it is refused"),
    AMPLITUDE: taken("loads act from the beginning", /STEP/),
    NAME: passed("a name"),
    UNSYMM: passed("how equations are solved"),
    SOLVER: passed("how equations are solved"),
    EXTRAPOLATION: passed("how equations are solved"),
    "CONVERT SDI": passed("how equations are solved"),
  }),
  DYNAMIC: honoured("the first one is integrated", {
    DIRECT: taken("the increment is kept; implicit steps without it are refused", /|NO/),
    ALPHA: taken("hht with this alpha; -0.05 where there is none"),
    EXPLICIT: taken("central-difference with a lumped mass"),
    SOLVER: passed("how equations are solved"),
    APPLICATION: taken("hht with alpha = -0.05", /TRANSIENT FIDELITY/),
    HAFTOL: passed("for increments that are chosen on the way"),
    NOHAF: passed("for increments that are chosen on the way"),
    "HALFINC SCALE FACTOR": passed("for increments that are chosen on the way"),
  }),
  STATIC: honoured("before a *DYNAMIC step: its start, where no load jumps between them; alone it is refused", {
    DIRECT: passed("increments do not change an elastic equilibrium"),
    SOLVER: passed("how equations are solved"),
  }),
  FREQUENCY: honoured("noether analyze, with --modes", {
    SOLVER: passed("how equations are solved"),
    STORAGE: passed("for steps that follow"),
    EIGENSOLVER: passed("how equations are solved", /LANCZOS|SUBSPACE|AMS/),
    NORMALIZATION: passed("of the shapes"),
    GLOBAL: passed("for steps that follow"),
    CYCMPC: passed("for steps that follow"),
  }),
  ...each(OTHER_PROCEDURES, refused("this procedure is not computed; *DYNAMIC (run) and *FREQUENCY (analyze) are")),
  ...each(
    `DESIGNVARIABLES, DESIGN VARIABLES, OBJECTIVE, CONSTRAINT, FILTER, DESIGN RESPONSE, GEOMETRIC CONSTRAINT,
     RETAINED NODAL DOFS`,
    without("for a procedure that is refused"),
  ),
  "SUBSTRUCTURE MATRIX OUTPUT": OUTPUT,
  ...each("CONTROLS, SOLVER CONTROLS, CORRELATION LENGTH", without("how equations are solved")),
  "FIXED MASS SCALING": refused("masses stay as they are"),
  "VARIABLE MASS SCALING": refused("masses stay as they are"),
  "BULK VISCOSITY": refused("there is no artificial viscosity"),
  "GLOBAL DAMPING": refused("damping belongs to materials"),

  // Text and output.
  HEADING: without("the first line is the title"),
  ...each(
    `PREPRINT, NODE PRINT, EL PRINT, NODE FILE, EL FILE, NODE OUTPUT, ELEMENT OUTPUT, CONTACT OUTPUT, CONTACT PRINT,
     CONTACT FILE, ENERGY PRINT, ENERGY FILE, ENERGY OUTPUT, OUTPUT, MONITOR, FILE FORMAT, FILE OUTPUT, TIME POINTS,
     FACE PRINT, SECTION PRINT, SECTION FILE, MODAL FILE, MODAL PRINT, INCREMENTATION OUTPUT, INTEGRATED OUTPUT,
     PRINT, DIAGNOSTICS`,
    OUTPUT,
  ),
  RESTART: {
    ...OUTPUT,
    effect: "honoured",
    parameters: { WRITE: passed("output"), FREQUENCY: passed("output"), OVERLAY: passed("output") },
  },
  INCLUDE: refused("names another file; put its lines in its place"),
};

/** Blanks inside of keywords do not count: *ENDSTEP, *SOLIDSECTION. */
const SPELLINGS = new Map(Object.keys(ABAQUS_TREATMENTS).map((name) => [name.replaceAll(" ", ""), name]));

/** The keyword as the tables spell it; as it is for one that they do not have. */
export const spelled = (keyword: string): string => SPELLINGS.get(keyword.replaceAll(" ", "")) ?? keyword;
