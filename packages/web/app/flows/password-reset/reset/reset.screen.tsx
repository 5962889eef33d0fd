import { useMemo } from "react";
import { Button } from "../../../design/button.tsx";
import { IdentityFactFields } from "../../../form/identity-fact-fields.tsx";
import { MaskedAddress } from "../../../form/masked-address.tsx";
import { NewPasswordFields } from "../../../form/new-password-fields.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { UsernameLine } from "../../../form/username-line.tsx";
import { useTranslate } from "../../../visit/texts.tsx";
import type { SessionLimit } from "../../../visit/use-expiry-warning.ts";
import { RecoveryAlert } from "../parts/recovery-alert.tsx";
import { RecoveryPage } from "../parts/recovery-page.tsx";
import type { RecoveryRefusal } from "../parts/recovery-refusal.ts";
import { type ResetFacts, resetRules } from "./reset.rule.ts";
import { ResetEnd, ResetStart } from "./reset-end.tsx";
import type { ResetKind } from "./reset-start.table.ts";

export interface ResetData extends ResetFacts {
  kind: ResetKind;
  maskedEmail: string | undefined;
  /** Whether the new password signs in at once. */
  signsIn: boolean;
  /** When the page expires; null where that is not known. */
  limit: SessionLimit | null;
}

export function ResetScreen({ data, refusal }: { data: ResetData; refusal?: RecoveryRefusal | undefined }) {
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
          // A link shows only the masked e-mail, enough for its owner to recognise it.
          maskedEmail && <MaskedAddress label={t("recovery:reset.email")} email={maskedEmail} />
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
