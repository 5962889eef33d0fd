import { sayTelephone, telephoneLink } from "@vestibule/wording/telephone-number.ts";
import { useLanguage, useTranslate } from "../visit/texts.tsx";

export { telephoneLink as telephoneAddress };

/** A number as the page's language writes it. */
export function useTelephoneText(number: string): string {
  return sayTelephone(number, useLanguage());
}

/** A number in a sentence, as a link that dials. */
export function Telephone({ number }: { number: string }) {
  return (
    <a className="figures unbroken" href={telephoneLink(number)}>
      {useTelephoneText(number)}
    </a>
  );
}

/** A number that stands alone: the eye sees what it is, the ear hears "Call" before it. */
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
