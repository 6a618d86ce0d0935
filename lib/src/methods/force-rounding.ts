/** Has moved to linalg, where models find it too. */
export { addProducts, forceRounding, inertiaRounding } from "../linalg/force-rounding.js";
