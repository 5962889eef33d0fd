const longest = 5000;
const newest = new Map<string, string>();

/**
 * The newest token of a session that this process has seen. A help, never the truth: when an answer is lost on its
 * way to the browser, the cookie stays behind; a server that remembers lets the journey go on, another one ends it.
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
