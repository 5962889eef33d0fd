import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { CodeField } from "../../form/code-field.tsx";
import type { FieldRules } from "../../form/form-values.ts";
import { EmailField } from "../../form/text-field.tsx";
import type { TimeLimit } from "../../form/use-expiry-warning.ts";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import { AccountForm } from "./account-form.tsx";
import { accountPagePath } from "./account-path.table.ts";

export const newEmailRules: FieldRules = { email: checkEmail };
export const emailCodeRules: FieldRules = { securityCode: checkSecurityCode };

export function EmailScreen({ email }: { email: string }) {
  const t = useTranslate();
  const lead = <RichText text="account:email.lead" parts={{ email: <strong className="email">{email}</strong> }} />;
  return (
    <AccountForm title={t("account:email.title")} lead={lead} rules={newEmailRules}>
      <EmailField label={t("account:email.new")} enterKeyHint="send" />
      <Button busyText={t("common:sending")}>{t("account:email.submit")}</Button>
    </AccountForm>
  );
}

export function EmailCodeScreen({ email, limit }: { email: string; limit: TimeLimit }) {
  const t = useTranslate();
  const parts = { email: <strong className="email">{email}</strong>, time: limit.endsAt };
  const lead = <RichText text="account:email.code.lead" parts={parts} />;
  return (
    <>
      <AccountForm title={t("account:email.code.title")} lead={lead} rules={emailCodeRules}>
        <CodeField name="securityCode" />
        <Button busyText={t("common:checking")}>{t("account:email.code.submit")}</Button>
      </AccountForm>
      <p>
        {t("account:email.code.none")} <Link to={accountPagePath("email")}>{t("account:email.code.again")}</Link>
      </p>
    </>
  );
}
