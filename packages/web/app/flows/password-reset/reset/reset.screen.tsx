import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { ExpiryNotice, ExtendButton, ExtendForm } from "../../../form/expiry-notice.tsx";
import type { FieldRules } from "../../../form/form-values.ts";
import { identityFactRules } from "../../../form/identity-fact.rule.ts";
import { IdentityFactFields } from "../../../form/identity-fact-fields.tsx";
import { NewPasswordFields, newPasswordRules } from "../../../form/new-password-fields.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { type SessionLimit, useExpiryWarning } from "../../../form/use-expiry-warning.ts";
import { MaskedEmail, UsernameLine } from "../../../form/username-line.tsx";
import type { TicketHandOff } from "../../../gateway/hand-off.ts";
import { HandOffForm } from "../../../gateway/hand-off-form.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { RecoveryAlert, type RecoveryFormError, RecoveryLayout } from "../parts/recovery-page.tsx";
import { extendPath, type ResetKind, startPathOf } from "../parts/recovery-path.table.ts";

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
    ...newPasswordRules({ policy, email }),
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
  return (
    <RecoveryLayout title={t("recovery:reset.title")} lead={t(`recovery:reset.lead.${fact ?? "temporary"}`)}>
      {limit === null ? null : <ResetEnd limit={limit} kind={kind} />}
      <ScreenForm
        rules={resetRules({ fact, policy, email })}
        formError={refusal}
        alert={<RecoveryAlert refusal={refusal} />}
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
        <ButtonLink kind="link" to={startPathOf[kind]}>
          {t(kind === "temporary" ? "common:backToLogin" : "recovery:reset.startOver")}
        </ButtonLink>
      </div>
    </RecoveryLayout>
  );
}

/** Says from the start when the page expires, warns two minutes before, and says how to continue after that. */
function ResetEnd({ limit, kind }: { limit: SessionLimit; kind: ResetKind }) {
  const t = useTranslate();
  const { endsAt: time, isExtended } = limit;
  const extendable = kind === "link" ? "link:ending.page" : "recovery:reset.endingSoon.extended";
  return (
    <>
      {useExpiryWarning(limit) ? null : <ExpiryText limit={limit} kind={kind} />}
      <ExpiryNotice limit={limit} title={t("recovery:reset.endingSoon.title", { time })}>
        <p>{t(isExtended ? extendable : `recovery:reset.endingSoon.${kind}`)}</p>
        {isExtended ? <MoreTime kind={kind} /> : null}
      </ExpiryNotice>
    </>
  );
}

/** When the page expires. Without a script no warning can appear later, so a button for more time is shown at once. */
function ExpiryText({ limit, kind }: { limit: SessionLimit; kind: ResetKind }) {
  const t = useTranslate();
  return (
    <>
      <p className="quiet small">{t("recovery:reset.endsAt", { time: limit.endsAt })}</p>
      {limit.isExtended && kind !== "link" ? (
        <noscript>
          <MoreTime kind={kind} />
        </noscript>
      ) : null}
    </>
  );
}

/**
 * Button for more time. Reloading extends a page that a link opened; for the others the API extends the reset token.
 */
function MoreTime({ kind }: { kind: ResetKind }) {
  const words = useTranslate()("common:moreTime");
  return kind === "link" ? <ExtendButton>{words}</ExtendButton> : <ExtendForm action={extendPath}>{words}</ExtendForm>;
}

/** Shown after the password was saved. A script submits the ticket; without one the person presses a button. */
export function ResetDoneScreen(handOff: TicketHandOff) {
  const t = useTranslate();
  return (
    <RecoveryLayout title={t("recovery:done.title")} lead={t("recovery:done.lead")}>
      <HandOffForm {...handOff} />
    </RecoveryLayout>
  );
}
