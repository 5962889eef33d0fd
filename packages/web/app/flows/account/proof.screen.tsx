import { useActionData } from "react-router";
import { Button } from "../../design/button.tsx";
import { Opening } from "../../design/text.tsx";
import { RetryLaterNotice } from "../../form/email-not-received.tsx";
import type { Refusal } from "../../form/form-answer.ts";
import type { FieldRules } from "../../form/form-values.ts";
import { PasswordField } from "../../form/password-field.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { UsernameLine } from "../../form/username-line.tsx";
import { PageTitle } from "../../i18n/page-title.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { ProofView } from "./account-page.ts";

export const proofRules: FieldRules = {
  loginPassword: (value) => (value === "" ? { key: "required" } : undefined),
};

export function ProofScreen({ email }: ProofView) {
  const t = useTranslate();
  const answer = useActionData<Refusal>();
  const title = t("account:proof.title");
  const alert = answer?.retryAt === undefined ? undefined : <RetryLaterNotice time={answer.retryAt} />;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Opening title={title}>{t("account:proof.lead")}</Opening>
      <ScreenForm rules={proofRules} answer={answer} alert={alert}>
        <UsernameLine label={t("fields:email.label")} email={email} />
        <PasswordField name="loginPassword" autoComplete="current-password" />
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
    </>
  );
}
