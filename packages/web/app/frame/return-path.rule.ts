const choices = ["province", "language"] as const;

/**
 * Path on this portal to return to after a form; "/" for anything else. The same parser checks and serialises it, and
 * province and language are removed because the form has just set them.
 */
export function returnPath(path: unknown, origin: string): string {
  if (typeof path !== "string" || path.length > 2048 || !/^\/(?![/\\])/.test(path)) return "/";
  if (!URL.canParse(path, origin)) return "/";
  const url = new URL(path, origin);
  // Dot segments and backslashes can still produce two leading slashes, which browsers read as a host.
  if (url.origin !== origin || url.pathname.startsWith("//")) return "/";
  for (const choice of choices) url.searchParams.delete(choice);
  const nested = url.searchParams.get("URL");
  if (nested !== null) url.searchParams.set("URL", withoutChoices(nested));
  return `${url.pathname}${url.search}`;
}

function withoutChoices(url: string): string {
  const [path = "", query = ""] = url.split(/\?(.*)/s, 2);
  const facts = new URLSearchParams(query);
  for (const choice of choices) facts.delete(choice);
  return facts.size === 0 ? path : `${path}?${facts}`;
}
