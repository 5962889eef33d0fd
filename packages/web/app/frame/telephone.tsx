import { sayTelephone } from "@vestibule/wording/telephone-number.ts";
import { useLanguage } from "../visit/texts.tsx";

/** A number as the page's language writes it. */
export function useTelephoneText(number: string): string {
  return sayTelephone(number, useLanguage());
}

export function telephoneAddress(number: string): string {
  return `tel:+${number.replaceAll("-", "")}`;
}

/** A number as a link that dials. */
export function Telephone({ number, className = "" }: { number: string; className?: string }) {
  return (
    <a className={`figures unbroken ${className}`} href={telephoneAddress(number)}>
      {useTelephoneText(number)}
    </a>
  );
}
