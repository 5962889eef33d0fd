import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { useMemo } from "react";
import { Button } from "../../../design/button.tsx";
import type { FieldRules } from "../../../form/form-values.ts";
import { identityFactRules } from "../../../form/identity-fact.rule.ts";
import { IdentityFactFields } from "../../../form/identity-fact-fields.tsx";
import { NewPasswordFields, newPasswordRules } from "../../../form/new-password-fields.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import { MaskedEmail, UsernameLine } from "../../../form/username-line.tsx";
import { HandOffForm, type TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { RecoveryAlert, type RecoveryFormError, RecoveryPage } from "../parts/recovery-page.tsx";
import type { ResetKind } from "../parts/recovery-path.table.ts";
import { ResetEnd, ResetStart } from "./reset-end.tsx";

interface ResetFacts {
  fact: "postalCode" | "cellPhone" | null;
  policy: PasswordPolicy;
  /** Undefined where the page knows only the masked e-mail. */
  email: string | undefined;
}

export function resetRules({ fact, policy, email }: ResetFacts): FieldRules {
  return {
    // These facts have no date, so `today` is not used.
    ...(fact === null ? {} : identityFactRules(fact, { today: "" })),
    ...newPasswordRules({ policy, ...(email !== undefined && { email }) }),
  };
}

export interface ResetData extends ResetFacts {
  kind: ResetKind;
  maskedEmail: string | undefined;
  /** Whether the new password signs in at once. */
  signsIn: boolean;
  /** When the page expires; null where that is not known. */
  limit: SessionLimit | null;
}

export function ResetScreen({ data, refusal }: { data: ResetData; refusal?: RecoveryFormError | undefined }) {
  const t = useTranslate();
  const { kind, email, maskedEmail, fact, policy, limit, signsIn } = data;
  const rules = useMemo(() => resetRules({ fact, policy, email }), [fact, policy, email]);
  return (
    <RecoveryPage title={t("recovery:reset.title")} lead={t(`recovery:reset.lead.${fact ?? "temporary"}`)}>
      {limit === null ? null : <ResetEnd limit={limit} kind={kind} />}
      <ScreenForm
        rules={rules}
        answer={refusal}
        alert={<RecoveryAlert refusal={refusal} />}
        values={email === undefined ? {} : { email }}
      >
        {email === undefined ? (
          // A link alone verifies no one, so its page shows only the masked e-mail.
          maskedEmail && <MaskedEmail label={t("recovery:reset.email")} email={maskedEmail} />
        ) : (
          <UsernameLine label={t("recovery:reset.email")} email={email} />
        )}
        {fact === null ? null : <IdentityFactFields fact={fact} />}
        <NewPasswordFields rules={{ policy, email }} />
        <p className="quiet small">{t(signsIn ? "recovery:reset.after" : "recovery:reset.after.login")}</p>
        <Button busyText={t("recovery:reset.busy")}>{t("recovery:reset.submit")}</Button>
      </ScreenForm>
      <div className="cluster cluster-apart recovery-leaves">
        <ResetStart kind={kind} />
      </div>
    </RecoveryPage>
  );
}

/** Shown after the password was saved. A script submits the ticket; without one the person presses a button. */
export function ResetDoneScreen(handOff: TicketHandOff) {
  const t = useTranslate();
  return (
    <RecoveryPage title={t("recovery:done.title")} lead={t("recovery:done.lead")}>
      <HandOffForm {...handOff} />
    </RecoveryPage>
  );
}
