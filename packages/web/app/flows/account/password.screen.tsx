import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { useActionData } from "react-router";
import { Button } from "../../design/button.tsx";
import { Opening } from "../../design/text.tsx";
import { RetryLaterNotice } from "../../form/email-not-received.tsx";
import type { Refusal } from "../../form/form-answer.ts";
import type { FieldRules } from "../../form/form-values.ts";
import { NewPasswordFields, newPasswordRules } from "../../form/new-password-fields.tsx";
import { PasswordField } from "../../form/password-field.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { UsernameLine } from "../../form/username-line.tsx";
import { PageTitle } from "../../i18n/page-title.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { PasswordView } from "./account-page.ts";
import { proofRules } from "./proof.screen.tsx";

export function changedPasswordRules(form: { policy: PasswordPolicy; email: string }): FieldRules {
  return { ...proofRules, ...newPasswordRules(form) };
}

export function PasswordScreen({ email, policy }: PasswordView) {
  const t = useTranslate();
  const answer = useActionData<Refusal>();
  const title = t("account:password.title");
  const alert = answer?.retryAt === undefined ? undefined : <RetryLaterNotice time={answer.retryAt} />;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Opening title={title}>{t("account:password.lead")}</Opening>
      <ScreenForm rules={changedPasswordRules({ policy, email })} answer={answer} alert={alert}>
        <UsernameLine label={t("fields:email.label")} email={email} />
        <PasswordField
          name="loginPassword"
          label={t("account:password.present")}
          autoComplete="current-password"
          enterKeyHint="next"
        />
        <NewPasswordFields rules={{ policy, email }} />
        <Button busyText={t("common:sending")}>{t("account:password.submit")}</Button>
      </ScreenForm>
    </>
  );
}
