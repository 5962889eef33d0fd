import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { weekParts } from "@vestibule/catalogue/team.table.ts";
import { isTextKey, type TextKey, textKey } from "@vestibule/wording/tables.ts";
import { translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import type { BrandChange, NamedChange } from "./brand-changes.rule.ts";
import { withProductSentences } from "./sentence.server.ts";

/** Changes with what each place holds, as the forms call it, and with the product's sentence where there is no other. */
export function namedChanges(requestContext: PortalRequestContext, changes: readonly BrandChange[]): NamedChange[] {
  return inPairs(requestContext, withProductSentences(changes))
    .filter(({ before, after }) => before !== after)
    .map(({ place, before, after }) => ({
      place,
      name: nameOfPlace(requestContext, place),
      before: valueInWords(requestContext, place, before),
      after: valueInWords(requestContext, place, after),
    }));
}

/** A value of brand.json that is no text, in words: hours without times are closed. */
function valueInWords(requestContext: PortalRequestContext, place: string, value: string | undefined) {
  if (!place.startsWith("brand.json ")) return value;
  if (value === "true" || value === "false") return translate(requestContext, `team:changes.${value}`);
  if (value !== "null") return value;
  return translate(
    requestContext,
    place === "brand.json frenchFirstProvince" ? "team:changes.none" : "team:week.closed",
  );
}

/** The two languages of a sentence one after the other, that of the page first; a file lists one language after the other. */
function inPairs({ language }: PortalRequestContext, changes: readonly BrandChange[]): BrandChange[] {
  const keyOf = ({ place }: BrandChange) => /^wording\.json (?:en|fr) (.+)$/.exec(place)?.[1] ?? place;
  const isOwn = ({ place }: BrandChange) => place.startsWith(`wording.json ${language} `);
  const byKey = Map.groupBy(changes, keyOf);
  return [...byKey.values()].flatMap((pair) =>
    pair.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one))),
  );
}

type Translate = (key: TextKey, facts?: Record<string, string>) => string;

/** Undefined where only the place itself is known. */
export function nameOfPlace(requestContext: PortalRequestContext, place: string): string | undefined {
  const t: Translate = (key, facts) => translate(requestContext, key, facts);
  const [file, ...path] = place.split(" ");
  const [first = "", second = ""] = path;
  if (file === "wording.json") return t(first === "fr" ? "team:changes.french" : "team:changes.english");
  if (file === "tokens.css" && (first === "light" || first === "dark"))
    return t(`team:look.${first}`, { colour: t(textKey(`brandField:token.${second}`)) });
  return file === "brand.json" ? nameOfSetting(t, path) : undefined;
}

/** The form of each part of brand.json that is not made from its schema. */
const forms: readonly [path: string, name: TextKey][] = [
  ["openingHours", "team:hours.telephone"],
  ["chat hours", "team:hours.chat"],
  ["specialDays", "team:day.list"],
  ["telephone customer", "team:telephone.number"],
];

function nameOfSetting(t: Translate, path: readonly string[]): string | undefined {
  const form = forms.find(([start]) => `${path.join(" ")} `.startsWith(`${start} `))?.[1];
  const field = `brandField:${path.filter((part) => !isVariable(part) && !/^\d+$/.test(part)).join(".")}`;
  const name = form ?? (isTextKey(field) ? field : undefined);
  if (name === undefined) return undefined;
  const of = path.filter(isVariable).map((part) => t(variableText(part)));
  const part = weekParts.find((one) => path.includes(one));
  const end = (["opens", "closes"] as const).find((one) => path.at(-1) === one);
  const day = part && t(`team:week.${part}`);
  return [t(name), ...of, ...(day === undefined ? [] : [end ? t(`team:week.${end}`, { line: day }) : day])].join(", ");
}

const isVariable = (part: string) => isOneOf([...languages, ...provinceIds], part);
const variableText = (part: string) =>
  textKey(isOneOf(languages, part) ? `team:pictures.${part}` : `common:province.${part}`);
