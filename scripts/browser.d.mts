/** Path of a Chromium or Chrome. Undefined when there is none yet. */
export function findBrowser(): string | undefined;
export const browserFlags: string[];
