import { formatPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { Disclosure } from "../../../design/disclosure.tsx";
import { DateField } from "../../../form/date-field.tsx";
import { PostalCodeField, TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { PolicyNumberFacts } from "./identification.rule.ts";

export function PolicyFields({ policyNumber: { lengths, help, example } }: { policyNumber: PolicyNumberFacts }) {
  // Numbers of 7 characters are printed with a dash. It is inserted only if the brand has no other length.
  const isPrintedWithDash = lengths.every((length) => length === 7);
  return (
    <>
      <div className="stack stack-close">
        <TextField
          name="policyNumber"
          autoCapitalize="characters"
          help={help}
          placeholder={formatPolicyNumber(example).replace(/\w/g, "X")}
          mask={(value) => (isPrintedWithDash ? formatPolicyNumber(value) : value.toUpperCase())}
          width="short"
        />
        <PolicyNumberExample example={formatPolicyNumber(example)} />
      </div>
      <TextField name="firstName" autoComplete="given-name" autoCapitalize="words" />
      <TextField name="lastName" autoComplete="family-name" autoCapitalize="words" />
      <DateField />
      <PostalCodeField />
    </>
  );
}

/** Illustration of where the policy number is printed on a proof of insurance, for any brand. */
function PolicyNumberExample({ example }: { example: string }) {
  const t = useTranslate();
  return (
    <Disclosure question={t("registration:identification.policy.where")}>
      <p>{t("registration:identification.policy.where.text")}</p>
      <svg
        className="paper"
        viewBox="0 0 320 172"
        role="img"
        aria-label={t("registration:identification.policy.where.drawing")}
      >
        <rect className="paper-sheet" x="1" y="1" width="318" height="170" rx="8" />
        <rect className="paper-ink" x="18" y="20" width="44" height="12" rx="3" />
        <text className="paper-title" x="18" y="58">
          {t("registration:identification.policy.where.document")}
        </text>
        <rect className="paper-mark" x="172" y="12" width="136" height="50" rx="6" />
        <text className="paper-small" x="184" y="31">
          {t("registration:identification.policy.where.number")}
        </text>
        <text className="paper-number" x="184" y="51">
          {example}
        </text>
        <path className="paper-lines" d="M18 84h128M18 100h96M18 124h284M18 140h284M18 156h180M176 84h126M176 100h80" />
      </svg>
    </Disclosure>
  );
}
