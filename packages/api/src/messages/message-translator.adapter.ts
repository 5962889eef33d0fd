import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import type message from "@vestibule/wording/en/message.ts";
import { formatTelephoneForText } from "@vestibule/wording/format.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { type PlaceholdersOf, t } from "@vestibule/wording/wording.ts";

type MessageTable = typeof message;
export type MessageKey = Extract<keyof MessageTable, string>;
/** Values that every sentence can use without passing them. */
type BrandFact = "brand" | "brandOf" | "brandAt" | "telephone";
type FactsOf<Key extends MessageKey> = Record<Exclude<PlaceholdersOf<MessageTable[Key]>, BrandFact>, string>;

/** Translates a key; its placeholders are type-checked. */
export type MessageTranslator = <Key extends MessageKey>(
  key: Key,
  ...facts: keyof FactsOf<Key> extends never ? [] : [FactsOf<Key>]
) => string;

export function messageTranslator(locale: {
  brand: Brand;
  language: Language;
  province: ProvinceId;
}): MessageTranslator {
  const { brand, language, province } = locale;
  const forms = brand.forms[language];
  const brandFacts: Record<BrandFact, string> = {
    brand: brand.name[language],
    brandOf: forms.of,
    brandAt: forms.at,
    telephone: formatTelephoneForText(customerTelephone(brand, province), language),
  };
  return (key, ...[facts]) =>
    t(sentence(`message:${key}`, language, brand.overrides[language]), language, { ...brandFacts, ...facts });
}
