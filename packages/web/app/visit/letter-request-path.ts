/** Where a letter with a new PIN is asked for. */
export const letterRequestPath = "/letter-request";
