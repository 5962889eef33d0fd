/**
 * Seconds until the next attempt: doubled with each failure up to the longest. Up to half of it is random, so that a
 * backlog does not return at once.
 */
export function retryDelaySeconds({ first, longest, failures }: { first: number; longest: number; failures: number }) {
  return Math.min(first * 2 ** (failures - 1), longest) * (0.5 + Math.random() / 2);
}
