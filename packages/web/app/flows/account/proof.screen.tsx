import type { PasskeyRequestOptions } from "@vestibule/contract/account/passkey.schema.ts";
import { checkRecoveryCode } from "@vestibule/contract/fields/recovery-code.rule.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { CodeField } from "../../form/code-field.tsx";
import type { FieldRules, FormValues } from "../../form/form-values.ts";
import { PasswordField } from "../../form/password-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { UsernameLine } from "../../form/username-line.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { AccountForm } from "./account-form.tsx";
import { accountPagePath } from "./account-path.table.ts";
import { PasskeyProof } from "./passkeys/passkey-proof.tsx";

export const presentPasswordRules: FieldRules = {
  loginPassword: (value) => (value === "" ? { key: "required" } : undefined),
};

const rules: FieldRules = {
  ...presentPasswordRules,
  securityCode: checkSecurityCode,
  recoveryCode: checkRecoveryCode,
};

/** The rules of the fields that the form has: the password, a code, or both. */
export function proofRules(form: FormValues): FieldRules {
  const names = Object.keys(rules).filter((name) => form[name] !== undefined);
  const asked = names.length === 0 ? ["loginPassword"] : names;
  return Object.fromEntries(Object.entries(rules).filter(([name]) => asked.includes(name)));
}

export type SecondProofForm = "securityCode" | "recoveryCode";

interface ProofScreenProps {
  /** For password managers, which choose the password by it. */
  email: string;
  asksPassword: boolean;
  /** Field of the second proof; undefined where none is needed. */
  second: SecondProofForm | undefined;
  /** Undefined where the person has no passkey to prove themselves by. */
  passkeyOptions: PasskeyRequestOptions | undefined;
}

const leads = {
  securityCode: "account:proof.second.lead",
  recoveryCode: "account:proof.second.recovery.lead",
} as const;

/** Asks for the password, and where an authenticator app is set up, for its code or a recovery code. */
export function ProofScreen({ email, asksPassword, second, passkeyOptions }: ProofScreenProps) {
  const t = useTranslate();
  const asked = Object.fromEntries(
    [...(asksPassword ? ["loginPassword"] : []), ...(second ? [second] : [])].map((name) => [name, ""]),
  );
  const lead = asksPassword ? t("account:proof.lead") : t(leads[second ?? "securityCode"]);
  return (
    <>
      <AccountForm title={t("account:proof.title")} lead={lead} rules={proofRules(asked)}>
        {asksPassword ? (
          <>
            <UsernameLine label={t("fields:email.label")} email={email} />
            <PasswordField name="loginPassword" autoComplete="current-password" />
          </>
        ) : null}
        {asksPassword && second ? <p>{t(leads[second])}</p> : null}
        {second === "securityCode" ? <CodeField name="securityCode" /> : null}
        {second === "recoveryCode" ? (
          <TextField name="recoveryCode" autoCapitalize="characters" enterKeyHint="done" width="medium" />
        ) : null}
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </AccountForm>
      {second === undefined ? null : <OtherProof second={second} />}
      {passkeyOptions === undefined ? null : <PasskeyProof options={passkeyOptions} />}
    </>
  );
}

function OtherProof({ second }: { second: SecondProofForm }) {
  const t = useTranslate();
  if (second === "recoveryCode")
    return (
      <p>
        <Link to={accountPagePath("proof")}>{t("account:proof.second.app")}</Link>
      </p>
    );
  return (
    <>
      <p className="quiet">{t("account:proof.second.clock")}</p>
      <p>
        <Link to={`${accountPagePath("proof")}?with=recovery-code`}>{t("account:proof.second.recovery")}</Link>
      </p>
    </>
  );
}
