import { formatPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { DateField } from "../../../form/date-field.tsx";
import { PostalCodeField } from "../../../form/postal-code-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { PolicyNumberPlace } from "./policy-number-place.tsx";

/** What stands on a policy: its number, and who somebody is on it. */
export function PolicyFields({ policyNumberLength: length }: { policyNumberLength: number }) {
  return (
    <>
      <div className="stack stack-close">
        <TextField
          name="policyNumber"
          autoCapitalize="characters"
          mask={(value) => (length === 7 ? formatPolicyNumber(value) : value.toUpperCase())}
          width="short"
        />
        <PolicyNumberPlace example={formatPolicyNumber("A1B2C3D4E".slice(0, length))} />
      </div>
      <TextField name="firstName" autoComplete="given-name" autoCapitalize="words" maxLength={254} />
      <TextField name="lastName" autoComplete="family-name" autoCapitalize="words" maxLength={254} />
      <DateField />
      <PostalCodeField />
    </>
  );
}
