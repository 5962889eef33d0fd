import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { Link, useActionData } from "react-router";
import { Button } from "../../design/button.tsx";
import { Opening } from "../../design/text.tsx";
import { CodeField } from "../../form/code-field.tsx";
import { RetryLaterNotice } from "../../form/email-not-received.tsx";
import type { Refusal } from "../../form/form-answer.ts";
import type { FieldRules } from "../../form/form-values.ts";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageTitle } from "../../i18n/page-title.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import type { EmailCodeView } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";

export const emailCodeRules: FieldRules = { securityCode: checkSecurityCode };

export function EmailCodeScreen({ email, limit }: EmailCodeView) {
  const t = useTranslate();
  const answer = useActionData<Refusal>();
  const title = t("account:email.code.title");
  const alert = answer?.retryAt === undefined ? undefined : <RetryLaterNotice time={answer.retryAt} />;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Opening title={title}>
        <RichText
          text="account:email.code.lead"
          parts={{ email: <strong className="address">{email}</strong>, time: limit.endsAt }}
        />
      </Opening>
      <ScreenForm rules={emailCodeRules} answer={answer} alert={alert}>
        <CodeField name="securityCode" submitsWhenWhole />
        <Button busyText={t("common:checking")}>{t("account:email.code.submit")}</Button>
      </ScreenForm>
      <p>
        {t("account:email.code.none")} <Link to={accountPagePath("email")}>{t("account:email.code.again")}</Link>
      </p>
    </>
  );
}
