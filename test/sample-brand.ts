/** The brand of demo mode's hosts that no brand lists. */
export const sampleBrandId = "belair";
