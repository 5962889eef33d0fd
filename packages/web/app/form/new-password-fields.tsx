import {
  checkNewPassword,
  checkPasswordConfirmation,
  type PasswordPolicy,
  passwordRuleStates,
  requiredCharacters,
} from "@vestibule/contract/fields/password.rule.ts";
import { useId } from "react";
import { Icon } from "../design/icon.tsx";
import { ScreenReaderText } from "../design/screen-reader-text.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import type { FieldRules } from "./form-values.ts";
import { PasswordField } from "./password-field.tsx";

interface NewPasswordRules {
  policy: PasswordPolicy;
  /** Absent where the page knows at most the masked e-mail; the checklist then omits the rule about it. */
  email?: string | undefined;
}

/** New password with its rule checklist, and its confirmation. `isFirst`: the account has no password yet. */
export function NewPasswordFields({ rules, isFirst = false }: { rules: NewPasswordRules; isFirst?: boolean }) {
  const t = useTranslate();
  const labelOf = (name: "password" | "passwordConfirmation") =>
    t(isFirst ? `fields:${name}.label.first` : `fields:${name}.label`);
  const id = useId();
  // The checklist cannot check a rule about an unknown e-mail, so the rule is a help text.
  const help = rules.email === undefined ? { help: t("forms:password.containsEmail.help") } : {};
  const list = (typed: string) => <PasswordRuleList id={id} typed={typed} {...rules} />;
  return (
    <>
      <PasswordField
        name="password"
        label={labelOf("password")}
        autoComplete="new-password"
        enterKeyHint="next"
        rules={{ id, list, forManagers: rulesForManagers(rules.policy) }}
        {...help}
      />
      <PasswordField
        name="passwordConfirmation"
        label={labelOf("passwordConfirmation")}
        autoComplete="new-password"
        enterKeyHint="done"
      />
    </>
  );
}

/**
 * Rules for a new password and its confirmation. Without the e-mail, only the server checks that the password contains
 * no part of it.
 */
export function newPasswordRules({ policy, email = "" }: NewPasswordRules): FieldRules {
  return {
    password: (value) => checkNewPassword(value, { policy, email }),
    passwordConfirmation: (value, values) => checkPasswordConfirmation(value, values.password ?? ""),
  };
}

function PasswordRuleList({ id, typed, policy, email }: { id: string; typed: string } & NewPasswordRules) {
  const t = useTranslate();
  const states = passwordRuleStates(typed, { policy, email: email ?? "" }).filter(
    ({ rule }) => email !== undefined || rule !== "containsEmail",
  );
  return (
    <div className="password-rules" id={id}>
      <p className="field-help">{t(`forms:password.rules.${policy.rule}`)}</p>
      <ul>
        {states.map(({ rule, met }, index) => {
          const words = t(`forms:password.rule.${rule}`, { limit: policy.minLength });
          const done = met ? ` ${t("forms:password.met")}` : "";
          return (
            <li key={rule} data-met={met}>
              {met ? <Icon name="tick" /> : <span className="dot" aria-hidden="true" />}
              <ScreenReaderText visible={words} spoken={`${words}${done}${index < states.length - 1 ? "," : "."}`} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Value of the `passwordrules` attribute, read by password managers. */
function rulesForManagers(policy: PasswordPolicy): string {
  const kinds = { lowercase: "lower", uppercase: "upper", digit: "digit", special: "special" };
  return [
    `minlength: ${policy.minLength}`,
    `maxlength: ${policy.maxLength}`,
    ...requiredCharacters(policy).map((kind) => `required: ${kinds[kind]}`),
  ]
    .map((part) => `${part};`)
    .join(" ");
}
