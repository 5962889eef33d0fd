import type { PasskeyRequestOptions } from "@vestibule/contract/account/passkey.schema.ts";
import { Button } from "../../design/button.tsx";
import type { FieldRules } from "../../form/form-values.ts";
import { PasswordField } from "../../form/password-field.tsx";
import { UsernameLine } from "../../form/username-line.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { AccountForm } from "./account-form.tsx";
import { PasskeyProof } from "./passkeys/passkey-proof.tsx";

export const proofRules: FieldRules = {
  loginPassword: (value) => (value === "" ? { key: "required" } : undefined),
};

interface ProofScreenProps {
  /** For password managers, which choose the password by it. */
  email: string;
  /** Undefined where the person has no passkey to prove themselves by. */
  passkeyOptions: PasskeyRequestOptions | undefined;
}

export function ProofScreen({ email, passkeyOptions }: ProofScreenProps) {
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
