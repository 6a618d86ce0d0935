import { whole } from "./cases.js";
import { quadrature } from "./quadrature.js";

whole("quadrature", quadrature);
