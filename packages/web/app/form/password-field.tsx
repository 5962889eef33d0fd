import {
  type PasswordPolicy,
  passwordRuleStates,
  requiredCharacters,
} from "@vestibule/contract/fields/password.rule.ts";
import { useId, useRef, useState } from "react";
import { Icon } from "../design/icon.tsx";
import { useReady } from "../design/ready.ts";
import { ScreenReaderText } from "../design/screen-reader-text.tsx";
import { useLocaleKey, useTranslate } from "../i18n/translate.tsx";
import { describedBy, Field } from "./field.tsx";
import { useFieldTexts } from "./form-context.ts";

export interface PasswordFieldProps {
  name: "password" | "passwordConfirmation" | "loginPassword";
  label?: string;
  help?: string | null;
  autoComplete: "current-password" | "new-password";
  enterKeyHint?: "next" | "done" | "go";
  /** Shows the password rules as a checklist that updates while typing. */
  rules?: ShownRules;
}

/** Without the e-mail the checklist omits the rule about it. */
interface ShownRules {
  policy: PasswordPolicy;
  email?: string | undefined;
}

/** The key clears the password when province or language changes; other fields keep their values. */
export function PasswordField(props: PasswordFieldProps) {
  return <PasswordInput key={useLocaleKey()} {...props} />;
}

function PasswordInput({ name, label, help, autoComplete, enterKeyHint = "go", rules }: PasswordFieldProps) {
  const texts = useFieldTexts(name, { label, help });
  const t = useTranslate();
  const ready = useReady();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState("");

  return (
    <Field name={name} texts={texts}>
      {rules === undefined ? null : <PasswordRuleList id={listId} typed={typed} {...rules} />}
      <div className="password">
        <input
          className="control control-full"
          id={name}
          name={name}
          ref={input}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint={enterKeyHint}
          onInput={rules === undefined ? undefined : (event) => setTyped(event.currentTarget.value)}
          aria-describedby={describedBy(name, texts, rules === undefined ? [] : [listId])}
          aria-required={texts.required}
          aria-invalid={texts.message !== undefined || undefined}
          {...(autoComplete === "new-password" && rules !== undefined
            ? { passwordrules: rulesForManagers(rules.policy) }
            : {})}
        />
        {ready ? (
          <button
            className="password-switch"
            type="button"
            onClick={() => {
              setShown(!shown);
              input.current?.focus();
            }}
            aria-controls={name}
          >
            <span aria-hidden="true">{t(shown ? "forms:password.hide" : "forms:password.show")}</span>
            <span className="visually-hidden">
              {t(shown ? "forms:password.hideAria" : "forms:password.showAria", { label: texts.label })}
            </span>
          </button>
        ) : null}
      </div>
    </Field>
  );
}

/** Number of character classes that the combined text names. */
const allKinds = 4;

function PasswordRuleList({ id, typed, policy, email }: { id: string; typed: string } & ShownRules) {
  const t = useTranslate();
  const states = passwordRuleStates(typed, { policy, email: email ?? "" }).filter(
    ({ rule }) => email !== undefined || rule !== "containsEmail",
  );
  return (
    <div className="password-rules" id={id}>
      <p className="field-help">
        {requiredCharacters(policy).length === allKinds
          ? t("common:protectAccount.passwordInfo", { min: policy.minLength, max: policy.maxLength })
          : t(`forms:password.rules.${policy.rule}`)}
      </p>
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
