import { AddressLine } from "../design/direction-isolated-email.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { destinationOf } from "./destination.rule.ts";

/** The account's masked e-mail, with its visible letters in words for screen readers. */
export function MaskedAddress({ label, email }: { label: string; email: string }) {
  return (
    <AddressLine label={label}>
      <strong className="address" aria-hidden="true">
        {email}
      </strong>
      <span className="visually-hidden">{useMaskInWords(email)}</span>
    </AddressLine>
  );
}

function useMaskInWords(email: string): string {
  const t = useTranslate();
  const mask = destinationOf({ type: "EMAIL", maskedValue: email });
  if (mask.kind !== "address") return email;
  const { initial } = mask;
  return "domain" in mask
    ? t("common:maskedAddress", { initial, domain: mask.domain })
    : t("common:maskedAddress.ending", { initial, ending: mask.ending });
}
