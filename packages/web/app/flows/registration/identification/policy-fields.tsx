import { formatPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { DateField } from "../../../form/date-field.tsx";
import { PostalCodeField } from "../../../form/postal-code-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import type { PolicyNumberFacts } from "./identification.rule.ts";
import { PolicyNumberPlace } from "./policy-number-place.tsx";

export function PolicyFields({ policyNumber: { lengths, help, example } }: { policyNumber: PolicyNumberFacts }) {
  // A dash is inserted while typing only where every policy number of the brand has 7 characters.
  const isPrintedWithDash = lengths.every((length) => length === 7);
  return (
    <>
      <div className="stack stack-close">
        <TextField
          name="policyNumber"
          autoCapitalize="characters"
          help={help}
          mask={(value) => (isPrintedWithDash ? formatPolicyNumber(value) : value.toUpperCase())}
          width="short"
        />
        <PolicyNumberPlace example={formatPolicyNumber(example)} />
      </div>
      <TextField name="firstName" autoComplete="given-name" autoCapitalize="words" maxLength={254} />
      <TextField name="lastName" autoComplete="family-name" autoCapitalize="words" maxLength={254} />
      <DateField />
      <PostalCodeField />
    </>
  );
}
