import { findAccountPath } from "@vestibule/catalogue/recovery-flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import type { FieldRules } from "../../../form/form-values.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { EmailField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { RecoveryAlert, type RecoveryFormError, RecoveryLayout } from "../parts/recovery-page.tsx";

export const forgotRules: FieldRules = { email: checkEmail };

export interface ForgotData {
  /** Typed before, or saved by "remember me". */
  email: string | undefined;
  /** The code, or the time to choose a password after it, has expired. */
  hasEnded: boolean;
}

export function ForgotScreen({ data, refusal }: { data: ForgotData; refusal?: RecoveryFormError | undefined }) {
  const t = useTranslate();
  return (
    <RecoveryLayout title={t("recovery:forgot.title")} lead={t("recovery:forgot.lead")}>
      {data.hasEnded && refusal === undefined ? (
        <Notice tone="caution" title={t("recovery:forgot.ended.title")} takesFocus>
          {t("recovery:forgot.ended", { minutes: ttl.resetTokenMinutes })}
        </Notice>
      ) : null}
      <ScreenForm rules={forgotRules} puzzle="reset" formError={refusal} alert={<RecoveryAlert refusal={refusal} />}>
        <EmailField autoComplete="username" defaultValue={data.email} enterKeyHint="send" />
        <Button busyText={t("common:sending")}>{t("recovery:forgot.submit")}</Button>
      </ScreenForm>
      <section className="stack stack-close">
        <h2 className="heading">{t("recovery:forgot.other")}</h2>
        <p className="quiet">{t("recovery:forgot.other.text")}</p>
        <div className="away-options">
          <PostButton action={findAccountPath}>{t("recovery:find")}</PostButton>
          <ButtonLink kind="link" to="/">
            {t("common:backToLogin")}
          </ButtonLink>
        </div>
      </section>
    </RecoveryLayout>
  );
}
