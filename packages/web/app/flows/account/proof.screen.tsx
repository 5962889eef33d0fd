import { Button } from "../../design/button.tsx";
import type { FieldRules } from "../../form/form-values.ts";
import { PasswordField } from "../../form/password-field.tsx";
import { UsernameLine } from "../../form/username-line.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { AccountForm } from "./account-form.tsx";
import type { ProofView } from "./account-page.ts";
import { PasskeyProof } from "./passkeys/passkey-proof.tsx";

export const proofRules: FieldRules = {
  loginPassword: (value) => (value === "" ? { key: "required" } : undefined),
};

export function ProofScreen({ email, passkeyOptions }: ProofView) {
  const t = useTranslate();
  return (
    <>
      <AccountForm title={t("account:proof.title")} lead={t("account:proof.lead")} rules={proofRules}>
        <UsernameLine label={t("fields:email.label")} email={email} />
        <PasswordField name="loginPassword" autoComplete="current-password" />
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </AccountForm>
      {passkeyOptions === undefined ? null : <PasskeyProof options={passkeyOptions} />}
    </>
  );
}
