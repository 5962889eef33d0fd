/** Route that requests a letter with a new PIN. */
export const letterRequestPath = "/letter-request";
