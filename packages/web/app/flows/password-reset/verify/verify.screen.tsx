import { findAccountPath } from "@vestibule/catalogue/recovery-flow.table.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { CodeField } from "../../../form/code-field.tsx";
import { CodeTroubleshooting } from "../../../form/code-troubleshooting.tsx";
import { CodeExpiry } from "../../../form/expiry-notice.tsx";
import type { FieldRules } from "../../../form/form-values.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import type { TimeLimit } from "../../../form/use-expiry-warning.ts";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";
import { contactChangedPath } from "../../../roadblock/action-path.table.ts";
import { RecoveryAlert, type RecoveryFormError, RecoveryLayout } from "../parts/recovery-page.tsx";
import { forgotPath, sendAgainPath } from "../parts/recovery-path.table.ts";

export const verifyRules: FieldRules = { securityCode: checkSecurityCode };

export interface VerifyData {
  /** The e-mail as typed; empty where the session no longer has it. */
  email: string;
  flash: "sentAgain" | "tooSoon" | "wait" | undefined;
  /** When the newest code was requested and when it expires; null where the session no longer has it. */
  code: { askedAt: string; ends: TimeLimit } | null;
  /** When another code can be requested: as ISO time, as seconds from now, and as local time of day. */
  resend: { from: string; waitSeconds: number; retryAt: string };
}

export function VerifyScreen({ data, refusal }: { data: VerifyData; refusal?: RecoveryFormError | undefined }) {
  const t = useTranslate();
  const { email, flash, code, resend } = data;
  return (
    <RecoveryLayout title={t("recovery:verify.title")} lead={<Lead email={email} />}>
      {flash === undefined || flash === "wait" ? null : (
        <Notice tone="calm" takesFocus>
          {t(`recovery:verify.${flash}`)}
        </Notice>
      )}
      {flash === "wait" ? (
        <RecoveryAlert refusal={{ errors: {}, values: {}, alert: flash, retryAt: resend.retryAt }} />
      ) : null}
      {code === null ? null : (
        <CodeExpiry limit={code.ends} again={{ action: sendAgainPath, label: t("recovery:verify.resend") }} />
      )}
      <ScreenForm
        rules={verifyRules}
        formError={refusal}
        alert={<RecoveryAlert refusal={refusal} />}
        also={refusal?.triesLeft === 1 ? <LastTry /> : undefined}
      >
        <CodeField
          name="securityCode"
          help={code === null ? null : t("recovery:verify.help", { asked: code.askedAt, time: code.ends.endsAt })}
        />
        <Button busyText={t("common:checking")}>{t("recovery:verify.submit")}</Button>
      </ScreenForm>
      <RecoveryTroubleshooting resend={resend} />
    </RecoveryLayout>
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

/** What to do without the code: request a new one, use another e-mail, or use the policy number. */
function RecoveryTroubleshooting({ resend }: Pick<VerifyData, "resend">) {
  const t = useTranslate();
  const wait = {
    seconds: resend.waitSeconds,
    since: resend.from,
    words: t("recovery:verify.resend.wait", { time: resend.retryAt }),
  };
  return (
    <CodeTroubleshooting
      resend={<ResendForm action={sendAgainPath} label={t("recovery:verify.resend")} kind="link" wait={wait} />}
      question={t("recovery:verify.late")}
    >
      <p>{t("recovery:verify.late.text")}</p>
      <div className="away-options">
        <PostButton action={findAccountPath}>{t("recovery:find")}</PostButton>
        <ButtonLink kind="link" to={forgotPath}>
          {t("recovery:verify.otherEmail")}
        </ButtonLink>
        <PostButton action={contactChangedPath} sends={{ from: "reset" }}>
          {t("recovery:verify.noLongerMine")}
        </PostButton>
      </div>
    </CodeTroubleshooting>
  );
}
