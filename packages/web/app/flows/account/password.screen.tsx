import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { Button } from "../../design/button.tsx";
import type { FieldRules } from "../../form/form-values.ts";
import { NewPasswordFields, newPasswordRules } from "../../form/new-password-fields.tsx";
import { PasswordField } from "../../form/password-field.tsx";
import { UsernameLine } from "../../form/username-line.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { AccountForm } from "./account-form.tsx";
import { presentPasswordRules } from "./proof.screen.tsx";

interface PasswordFacts {
  email: string;
  policy: PasswordPolicy;
}

export function changedPasswordRules(form: PasswordFacts): FieldRules {
  return { ...presentPasswordRules, ...newPasswordRules(form) };
}

export function PasswordScreen({ email, policy }: PasswordFacts) {
  const t = useTranslate();
  const rules = changedPasswordRules({ policy, email });
  return (
    <AccountForm title={t("account:password.title")} lead={t("account:password.lead")} rules={rules}>
      <UsernameLine label={t("fields:email.label")} email={email} />
      <PasswordField
        name="loginPassword"
        label={t("account:password.present")}
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <NewPasswordFields rules={{ policy, email }} />
      <Button busyText={t("common:sending")}>{t("account:password.submit")}</Button>
    </AccountForm>
  );
}
