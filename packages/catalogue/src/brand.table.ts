/** Brand of an unlisted host, unless the environment names another. */
export const defaultBrandId = "belair";
