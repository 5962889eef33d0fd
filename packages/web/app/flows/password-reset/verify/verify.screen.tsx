import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { Button } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { CodeField } from "../../../form/code-field.tsx";
import { CodeExpiry } from "../../../form/expiry-notice.tsx";
import type { FieldRules } from "../../../form/form-values.ts";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";
import { RecoveryAlert, type RecoveryFormError, RecoveryPage } from "../parts/recovery-page.tsx";
import { sendAgainPath } from "../parts/recovery-path.table.ts";
import { RecoveryTroubleshooting, type VerifyData } from "./recovery-troubleshooting.tsx";

export const verifyRules: FieldRules = { securityCode: checkSecurityCode };

export function VerifyScreen({ data, refusal }: { data: VerifyData; refusal?: RecoveryFormError | undefined }) {
  const t = useTranslate();
  const { email, flash, code, resend } = data;
  return (
    <RecoveryPage title={t("recovery:verify.title")} lead={<Lead email={email} />}>
      {flash === undefined || flash === "wait" ? null : (
        <Notice tone="calm" takesFocus>
          {t(`recovery:verify.${flash}`)}
        </Notice>
      )}
      {flash === "wait" ? (
        <RecoveryAlert refusal={{ faults: {}, values: {}, alert: flash, retryAt: resend.retryAt }} />
      ) : null}
      {code === null ? null : (
        <CodeExpiry limit={code.ends} again={{ action: sendAgainPath, label: t("recovery:verify.resend") }} />
      )}
      <ScreenForm
        rules={verifyRules}
        answer={refusal}
        alert={<RecoveryAlert refusal={refusal} />}
        also={refusal?.alert === "lastTry" ? <LastTry /> : undefined}
      >
        <CodeField
          name="securityCode"
          help={code === null ? null : t("recovery:verify.help", { asked: code.askedAt, time: code.ends.endsAt })}
        />
        <Button busyText={t("common:checking")}>{t("recovery:verify.submit")}</Button>
      </ScreenForm>
      <RecoveryTroubleshooting resend={resend} />
    </RecoveryPage>
  );
}

function LastTry() {
  const t = useTranslate();
  return (
    <>
      <strong>{t("recovery:verify.lastTry.title")}</strong> {t("recovery:verify.lastTry")}
    </>
  );
}

/** Does not say that something was sent, because that would reveal whether an account uses the e-mail. */
function Lead({ email }: { email: string }) {
  const t = useTranslate();
  if (email === "") return t("recovery:verify.lead.plain");
  return <RichText text="recovery:verify.lead" parts={{ email: <strong className="email">{email}</strong> }} />;
}
