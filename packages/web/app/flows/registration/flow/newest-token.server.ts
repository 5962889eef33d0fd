const longest = 5000;
const newest = new Map<string, string>();

/**
 * The newest token per session that this process has seen. If a response is lost, the browser's
 * cookie is outdated, and only this process can continue the journey.
 */
export function rememberNewestToken(sessionId: string, token: string): void {
  newest.delete(sessionId);
  newest.set(sessionId, token);
  const [oldest] = newest.keys();
  if (newest.size > longest && oldest !== undefined) newest.delete(oldest);
}

export function readNewestToken(sessionId: string): string | undefined {
  return newest.get(sessionId);
}
