import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import { Button } from "../../design/button.tsx";
import type { FieldRules } from "../../form/form-values.ts";
import { EmailField } from "../../form/text-field.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import { AccountForm } from "./account-form.tsx";

export const newEmailRules: FieldRules = { email: checkEmail };

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
