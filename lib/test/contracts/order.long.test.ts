import { whole } from "./cases.js";
import { order } from "./order.js";

whole("order", order);
