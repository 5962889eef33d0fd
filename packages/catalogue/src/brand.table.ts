/** Brand of a host that no brand lists, unless the environment names another. */
export const defaultBrandId = "belair";
