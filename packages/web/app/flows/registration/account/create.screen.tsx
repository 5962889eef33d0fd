import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { useId } from "react";
import { Button } from "../../../design/button.tsx";
import { Checkbox } from "../../../form/checkbox.tsx";
import type { FieldRules, FormValues } from "../../../form/form-values.ts";
import { identityFactRules } from "../../../form/identity-fact.rule.ts";
import { IdentityFactFields } from "../../../form/identity-fact-fields.tsx";
import { NewPasswordFields, newPasswordRules } from "../../../form/new-password-fields.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { MaskedEmail, UsernameLine } from "../../../form/username-line.tsx";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenProps } from "../flow/flow-info.ts";
import { DetailsSummary } from "../parts/details-summary.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";
import { keepChosenPassword, useChosenPassword } from "./chosen-password.ts";

/** What the rules of the form depend on. */
export interface CreateFacts {
  policy: PasswordPolicy;
  /** Absent where the page knows at most the masked e-mail; the API then checks the password against it. */
  username?: string | undefined;
  /** Knowledge check that is asked with the password; null without one. */
  fact: IdentityFact | null;
  /** Whether the brand lets a driver leave out the mobile number. */
  isPhoneOptional?: boolean | undefined;
  /** In the province's time zone, YYYY-MM-DD; needed with a fact. */
  today?: string | undefined;
}

export function createRules({ policy, username, fact, isPhoneOptional = false, today = "" }: CreateFacts): FieldRules {
  return {
    ...(fact !== null && identityFactRules(fact, { today, isPhoneOptional })),
    ...newPasswordRules({ policy, email: username }),
    terms: (value) => (value === "yes" ? undefined : { key: "required" }),
  };
}

export interface CreateData extends CreateFacts {
  /** Masked, because a link alone verifies no one. */
  maskedUsername?: string | undefined;
  /** Answers to `fact` that smart registration handed over; absent if the page asks for them. */
  known?: { dob: string; postalCode: string } | undefined;
  termsUrl: string;
  /** An external gateway receives the password itself, once the account exists. */
  gateway: "builtIn" | "outside";
}

const leads = {
  cellPhone: "policyNumberRegistration:password.lead.driver",
  postalCode: "policyNumberRegistration:password.lead",
  postalCodeAndDateOfBirth: "policyNumberRegistration:password.lead",
} as const;

export function CreateScreen({ data, refusal }: ScreenProps<CreateData>) {
  const t = useTranslate();
  const { flow, username, maskedUsername, policy, isPhoneOptional = false, today, termsUrl, gateway } = data;
  const keep = ({ password = "" }: FormValues) => keepChosenPassword(password);
  useChosenPassword();
  const known = refusal?.errors.dob === undefined ? data.known : undefined;
  const fact = known === undefined ? data.fact : null;
  const unasked = known === undefined ? "registration:create.lead" : "policyNumberRegistration:password.lead.known";
  return (
    <RegistrationPage
      flow={flow}
      title={t(flow.id === "link" ? "policyNumberRegistration:password.title" : "registration:create.title")}
      lead={t(fact === null ? unasked : leads[fact])}
    >
      <RefusalNotice refusal={refusal} />
      <ScreenForm
        rules={createRules({ fact, isPhoneOptional, policy, username, today })}
        formError={refusal}
        onSend={gateway === "outside" ? keep : undefined}
      >
        {maskedUsername === undefined ? null : (
          <MaskedEmail label={t("policyNumberRegistration:account.label")} email={maskedUsername} />
        )}
        {username === undefined ? null : (
          <UsernameLine
            label={t("registration:create.username")}
            help={t("registration:create.username.help")}
            email={username}
          />
        )}
        {known === undefined ? null : (
          <DetailsSummary
            rows={[
              [t("fields:dob.label"), known.dob],
              [t("fields:postalCode.label"), known.postalCode],
            ]}
          />
        )}
        {fact === null ? null : <IdentityFactFields fact={fact} isPhoneOptional={isPhoneOptional} />}
        <NewPasswordFields rules={{ policy, email: username }} isFirst />
        <TermsCheckbox url={termsUrl} />
        <Button busyText={t("registration:create.busy")}>{t("registration:create.submit")}</Button>
      </ScreenForm>
    </RegistrationPage>
  );
}

/** Agreement to the terms of use, which open in a new tab to keep what was typed. */
function TermsCheckbox({ url }: { url: string }) {
  const t = useTranslate();
  const newTab = useId();
  return (
    <>
      <Checkbox name="terms">
        <RichText
          text="registration:create.terms"
          parts={{
            terms: (
              <a href={url} target="_blank" rel="noopener" aria-describedby={newTab}>
                {t("registration:create.terms.link")}
              </a>
            ),
          }}
        />
      </Checkbox>
      {/* Outside the label, because it describes the link, not the checkbox. */}
      <span id={newTab} hidden>
        {t("registration:create.terms.newTab")}
      </span>
    </>
  );
}
