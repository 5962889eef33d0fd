const choices = ["province", "language"] as const;

/**
 * The address on this portal that a form asks to come back to; "/" for anything that leads elsewhere.
 * One parser judges and writes it. Province and language are taken out: the person has just chosen anew.
 */
export function returnPath(asked: unknown, origin: string): string {
  if (typeof asked !== "string" || asked.length > 2048 || !/^\/(?![/\\])/.test(asked)) return "/";
  if (!URL.canParse(asked, origin)) return "/";
  const url = new URL(asked, origin);
  // Dot segments and backslashes may still leave two slashes in front, which a browser reads as a host.
  if (url.origin !== origin || url.pathname.startsWith("//")) return "/";
  for (const choice of choices) url.searchParams.delete(choice);
  const nested = url.searchParams.get("URL");
  if (nested !== null) url.searchParams.set("URL", withoutChoices(nested));
  return `${url.pathname}${url.search}`;
}

function withoutChoices(address: string): string {
  const [path = "", query = ""] = address.split(/\?(.*)/s, 2);
  const facts = new URLSearchParams(query);
  for (const choice of choices) facts.delete(choice);
  return facts.size === 0 ? path : `${path}?${facts}`;
}
