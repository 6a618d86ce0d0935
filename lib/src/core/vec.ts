/** A vector of doubles. Everything that evolves in time lives in vectors allocated once and written in place. */
export type Vec = Float64Array;
