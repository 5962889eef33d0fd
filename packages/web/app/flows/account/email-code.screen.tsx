import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { CodeField } from "../../form/code-field.tsx";
import type { FieldRules } from "../../form/form-values.ts";
import type { TimeLimit } from "../../form/use-expiry-warning.ts";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import { AccountForm } from "./account-form.tsx";
import { accountPagePath } from "./account-path.table.ts";

export const emailCodeRules: FieldRules = { securityCode: checkSecurityCode };

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
