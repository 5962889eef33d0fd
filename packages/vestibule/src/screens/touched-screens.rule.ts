import type { ScreenId } from "./screens.rule.ts";

/** Screens that together show every colour, the wordmark and the drawings. */
const lookScreens: readonly ScreenId[] = ["login", "login-incomplete", "account", "roadblock-technical"];
/** Screens of registration and roadblocks that together show every colour, the wordmark and the drawings. */
export const journeyLookScreens: readonly ScreenId[] = ["verify-code", "create", "roadblock-technical"];
/** Screens that show a part of brand.json; none for what is in messages alone. */
const screensOfPart: Readonly<Record<string, readonly ScreenId[]>> = {
  passwordPolicy: ["create", "reset", "account-password"],
  secondFactor: ["two-factor", "account-second-factors", "two-factor-choice"],
  provinces: ["policy-identification", "additional-driver-profile"],
  licenceMasks: ["additional-driver-profile"],
  policyNumberLength: ["policy-identification", "policy-number-identification"],
  legal: ["legal-privacy", "legal-terms"],
  accessibility: ["legal-accessibility"],
  features: ["login", "account-type", "multiple-profiles"],
  mailFrom: [],
  securityContacts: [],
};
/** How often a changed place is shown where a draft changes a few, or many. */
const [few, screensOfFew] = [10, 3];

/** What the index of screens has for a place in a brand's files; undefined where the change is of the look. */
export function placeKey(place: string): string | undefined {
  const [file, part = "", key] = place.split(" ");
  if (file === "wording.json") return key;
  if (file !== "brand.json") return undefined;
  // Screens with the hours of the week show them without a press.
  if (/^(openingHours|specialDays)$/.test(part)) return "hours:week.monday";
  return /^(telephone|chat)$/.test(part) ? "telephone" : `part ${part}`;
}

/** The screens to look at: each place on the first screens that show it, of different kinds where there are several. */
export function screensOf(
  keys: readonly (string | undefined)[],
  index: ReadonlyMap<string, readonly string[]>,
  look = lookScreens,
): string[] {
  const wanted = keys.length <= few ? screensOfFew : 1;
  const chosen = new Set<string>();
  for (const key of new Set(keys)) {
    const ofPart = /^part (\w+)$/.exec(key ?? "")?.[1];
    const fixed = key === undefined || ofPart !== undefined ? (screensOfPart[ofPart ?? ""] ?? look) : undefined;
    const showing = fixed ?? index.get(key ?? "") ?? [];
    const most = fixed?.length ?? wanted;
    let count = showing.filter((id) => chosen.has(id)).length;
    for (const id of byKind(showing)) {
      if (count >= most) break;
      if (chosen.has(id)) continue;
      chosen.add(id);
      count += 1;
    }
  }
  return [...chosen];
}

/** One screen of each kind first; a kind is the first word of an id. */
function byKind(ids: readonly string[]): string[] {
  const firsts = [...Map.groupBy(ids, (id) => id.split("-")[0]).values()].flatMap(([first = []]) => first);
  return [...new Set([...firsts, ...ids])];
}
