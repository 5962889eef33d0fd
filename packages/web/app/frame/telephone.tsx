import { formatTelephoneForText, telephoneLink } from "@vestibule/wording/format.ts";
import { useLanguage, useTranslate } from "../i18n/translate.tsx";

/** A number formatted for the page's language. */
export function useTelephoneText(number: string): string {
  return formatTelephoneForText(number, useLanguage());
}

/** A number in a sentence, as a `tel:` link. */
export function Telephone({ number }: { number: string }) {
  return (
    <a className="figures unbroken" href={telephoneLink(number)}>
      {useTelephoneText(number)}
    </a>
  );
}

/** A number without a sentence: screen readers announce "Call" before it. */
export function CallWords({ number }: { number: string }) {
  const [before, after] = useTranslate()("frame:call", { number: "\n" }).split("\n");
  return (
    <>
      <span className="visually-hidden">{before}</span>
      {useTelephoneText(number)}
      {after ? <span className="visually-hidden">{after}</span> : null}
    </>
  );
}
