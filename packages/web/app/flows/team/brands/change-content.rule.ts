import type { TextKey } from "@vestibule/wording/tables.ts";

/** What a place holds, by its beginning. */
const contents: readonly [place: string, content: TextKey][] = [
  ["wording.json en", "team:changes.english"],
  ["wording.json fr", "team:changes.french"],
  ["brand.json telephone customer default", "team:telephone.number"],
  ["brand.json telephone customer provinces", "team:telephone.number"],
  ["brand.json telephone", "team:hours.telephone"],
  ["brand.json chat", "team:hours.chat"],
  ["brand.json specialDays", "team:day.list"],
];

/** Names what a place holds; undefined where only the place itself is known. */
export function contentOf(place: string): TextKey | undefined {
  return contents.find(([beginning]) => place === beginning || place.startsWith(`${beginning} `))?.[1];
}
