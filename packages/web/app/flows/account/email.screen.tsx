import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import { useActionData } from "react-router";
import { Button } from "../../design/button.tsx";
import { Opening } from "../../design/text.tsx";
import { RetryLaterNotice } from "../../form/email-not-received.tsx";
import type { Refusal } from "../../form/form-answer.ts";
import type { FieldRules } from "../../form/form-values.ts";
import { ScreenForm } from "../../form/screen-form.tsx";
import { EmailField } from "../../form/text-field.tsx";
import { PageTitle } from "../../i18n/page-title.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import type { EmailView } from "./account-page.ts";

export const newEmailRules: FieldRules = { email: checkEmail };

export function EmailScreen({ email }: EmailView) {
  const t = useTranslate();
  const answer = useActionData<Refusal>();
  const title = t("account:email.title");
  const alert = answer?.retryAt === undefined ? undefined : <RetryLaterNotice time={answer.retryAt} />;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Opening title={title}>
        <RichText text="account:email.lead" parts={{ email: <strong className="address">{email}</strong> }} />
      </Opening>
      <ScreenForm rules={newEmailRules} answer={answer} alert={alert}>
        <EmailField label={t("account:email.new")} enterKeyHint="send" />
        <Button busyText={t("common:sending")}>{t("account:email.submit")}</Button>
      </ScreenForm>
    </>
  );
}
