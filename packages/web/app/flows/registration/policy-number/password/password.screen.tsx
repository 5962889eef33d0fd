import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { useMemo } from "react";
import { Button } from "../../../../design/button.tsx";
import type { FieldRules, FormValues } from "../../../../form/form-values.ts";
import { identityFactRules } from "../../../../form/identity-fact.rule.ts";
import { IdentityFactFields } from "../../../../form/identity-fact-fields.tsx";
import { MaskedAddress } from "../../../../form/masked-address.tsx";
import { NewPasswordFields } from "../../../../form/new-password-fields.tsx";
import { ScreenForm } from "../../../../form/screen-form.tsx";
import { useLastTry } from "../../../../form/use-last-try.tsx";
import { UsernameLine } from "../../../../form/username-line.tsx";
import { useTranslate } from "../../../../i18n/translate.tsx";
import { keepChosenPassword, useChosenPassword } from "../../account/chosen-password.ts";
import { createRules } from "../../account/create.screen.tsx";
import { TermsCheckbox } from "../../account/terms-checkbox.tsx";
import type { QuestionFrame } from "../flow/legacy-journey.ts";
import type { KnownFacts } from "../identification/handover.server.ts";
import { DetailsSummary } from "../parts/details-summary.tsx";
import { LegacyNotice, type LegacyRefusal } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";

/** Rules for the knowledge answer, the new password and the terms. `today`: YYYY-MM-DD. */
export function firstPasswordRules(facts: {
  /** Null where the answer is known already. */
  fact: IdentityFact | null;
  policy: PasswordPolicy;
  today: string;
  /** Absent where the page knows only the masked e-mail; the API then checks the password against it. */
  knownEmail?: string | undefined;
}): FieldRules {
  const { fact, policy, today, knownEmail } = facts;
  const context = knownEmail === undefined ? { policy } : { policy, email: knownEmail };
  return { ...(fact !== null && identityFactRules(fact, { today })), ...createRules(context) };
}

export interface FirstPasswordData extends QuestionFrame {
  email: string | undefined;
  /** Otherwise masked, because a link alone verifies no one. */
  isWhole: boolean;
  fact: IdentityFact;
  /** From a handover; absent where the page asks. */
  known?: KnownFacts | undefined;
  policy: PasswordPolicy;
  /** In the province's time zone, YYYY-MM-DD. */
  today: string;
  termsAddress: string;
  gateway: "builtIn" | "outside";
}

const leads = {
  cellPhone: "password.lead.driver",
  postalCode: "password.lead",
  postalCodeAndDateOfBirth: "password.lead",
  known: "password.lead.known",
} as const;

export function FirstPasswordScreen({
  data,
  refusal,
}: {
  data: FirstPasswordData;
  refusal?: LegacyRefusal | undefined;
}) {
  const t = useTranslate();
  const lastTry = useLastTry(refusal);
  const { journey, linkEnds, email, isWhole, policy, today, termsAddress, gateway } = data;
  const keep = ({ password = "" }: FormValues) => keepChosenPassword(password);
  useChosenPassword();
  const knownEmail = isWhole ? email : undefined;
  const known = refusal?.faults.dob === undefined ? data.known : undefined;
  const fact = known === undefined ? data.fact : null;
  const rules = useMemo(
    () => firstPasswordRules({ fact, policy, today, knownEmail }),
    [fact, policy, today, knownEmail],
  );
  return (
    <LegacyPage
      journey={journey}
      linkEnds={linkEnds}
      title={t(journey === undefined ? "legacyRegistration:password.title" : "registration:create.title")}
      lead={t(`legacyRegistration:${leads[fact ?? "known"]}`)}
    >
      <LegacyNotice refusal={refusal} />
      <ScreenForm
        rules={rules}
        answer={refusal}
        also={lastTry}
        values={{ email: knownEmail }}
        onSend={gateway === "outside" ? keep : undefined}
      >
        {email === undefined || isWhole ? null : (
          <MaskedAddress label={t("legacyRegistration:account.label")} email={email} />
        )}
        {knownEmail === undefined ? null : (
          <UsernameLine
            label={t("registration:create.username")}
            help={t("registration:create.username.help")}
            email={knownEmail}
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
        {fact === null ? null : <IdentityFactFields fact={fact} />}
        <NewPasswordFields rules={knownEmail === undefined ? { policy } : { policy, email: knownEmail }} />
        <TermsCheckbox address={termsAddress} />
        <Button busyText={t("registration:create.busy")}>{t("registration:create.submit")}</Button>
      </ScreenForm>
    </LegacyPage>
  );
}
