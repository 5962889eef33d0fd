import { useLanguage } from "../visit/texts.tsx";

/** Written 1-833-555-0120; in French 1 833 555-0120. */
export function useTelephoneText(number: string): string {
  return useLanguage() === "fr" ? number.replace(/^1-(8\d\d)-/, "1\u00a0$1\u00a0") : number;
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
