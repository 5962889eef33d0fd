import { spellOut } from "@vestibule/wording/format.ts";
import { ScreenReaderText } from "../design/screen-reader-text.tsx";
import { useTranslate } from "../i18n/translate.tsx";

export type EndingText =
  | "account:contact.mobile.ending"
  | "account:contact.postalCode.ending"
  | "account:policies.ending"
  | "registration:identification.profiles.ending";

/** The last characters of a number as they are written; screen readers read them one by one. */
export function SpelledEnding({ text, ending }: { text: EndingText; ending: string }) {
  const t = useTranslate();
  return <ScreenReaderText visible={t(text, { ending })} spoken={t(text, { ending: spellOut(ending) })} />;
}
