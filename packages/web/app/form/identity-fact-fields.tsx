import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { formatTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { DateField } from "./date-field.tsx";
import { PostalCodeField, TextField } from "./text-field.tsx";

/** Fields of the knowledge check beside a password. */
export function IdentityFactFields({ fact }: { fact: IdentityFact }) {
  if (fact === "cellPhone")
    return (
      <TextField
        name="phone"
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
