import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { formatTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { useTranslate } from "../i18n/translate.tsx";
import { DateField } from "./date-field.tsx";
import { PostalCodeField, TextField } from "./text-field.tsx";

/** Fields of the knowledge check with a password. */
export function IdentityFactFields({ fact, isPhoneOptional }: { fact: IdentityFact; isPhoneOptional?: boolean }) {
  const t = useTranslate();
  if (fact === "cellPhone")
    return (
      <TextField
        name="phone"
        {...(isPhoneOptional && { label: `${t("fields:phone.label")} (${t("common:optional")})` })}
        type="tel"
        autoComplete="tel-national"
        inputMode="tel"
        mask={formatTelephone}
        width="medium"
      />
    );
  return (
    <>
      {fact === "postalCodeAndDateOfBirth" ? <DateField /> : null}
      <PostalCodeField />
    </>
  );
}
