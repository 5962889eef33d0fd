/**
 * The cookies of a request, without those that it has more than once: a sibling host can set a cookie of the same name
 * for the whole domain, and nothing tells it from our own.
 */
export function readCookies(header: string | null | undefined): Record<string, string> {
  const pairs = (header ?? "").split(";").flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
  });
  const counts = new Map<string, number>();
  for (const [name] of pairs) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(pairs.filter(([name]) => counts.get(name) === 1));
}
