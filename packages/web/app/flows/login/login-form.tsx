import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import { Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Checkbox } from "../../form/checkbox.tsx";
import type { FormError } from "../../form/form-error.ts";
import type { FieldRules } from "../../form/form-values.ts";
import { PasswordField } from "../../form/password-field.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { EmailField } from "../../form/text-field.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { useBrowserHandOff } from "./use-browser-hand-off.tsx";

/** Rules of the form that a script submits: without the password, which stays in the browser. */
export const emailStepRules: FieldRules = { email: checkEmail };

/** Rules of the form. The password may be any text, because the policy applies only to new passwords. */
export const loginRules: FieldRules = {
  ...emailStepRules,
  loginPassword: (value) => (value === "" ? { key: "required" } : undefined),
};

interface LoginFormProps {
  email: string | undefined;
  isRemembered: boolean;
  interaction: string | undefined;
  formError: FormError | undefined;
  /** Absent where a notice above has it. */
  hasForgotLink: boolean;
}

export function LoginForm({ email, isRemembered, interaction, formError, hasForgotLink }: LoginFormProps) {
  const t = useTranslate();
  const handOff = useBrowserHandOff(interaction);
  const refusal = handOff.refusal ?? formError;
  return (
    <>
      <ScreenForm
        rules={loginRules}
        puzzle="login"
        formError={refusal}
        alert={
          refusal?.alert === undefined ? null : (
            <Notice tone="caution" title={t("login:wait.title")} takesFocus>
              {t("login:wait", { time: refusal.alert })}
            </Notice>
          )
        }
        onAccepted={handOff.start}
        working={handOff.isWorking}
      >
        <EmailField autoComplete="username webauthn" defaultValue={email} />
        <PasswordField name="loginPassword" autoComplete="current-password" />
        <div className="cluster cluster-apart login-aids">
          <Checkbox name="rememberMe" defaultChecked={isRemembered} />
          {hasForgotLink ? <Link to="/forgot">{t("login:forgot")}</Link> : null}
        </div>
        <Button busyText={t("login:submitting")}>{t("login:submit")}</Button>
      </ScreenForm>
      {handOff.form}
    </>
  );
}
