import { type ReactNode, useEffect, useRef, useState } from "react";
import { useReady } from "../design/ready.ts";
import { useLocaleKey, useTranslate } from "../i18n/translate.tsx";
import { controlStates, Field } from "./field.tsx";
import { useFieldTexts } from "./form-context.ts";

export interface PasswordFieldProps {
  name: "password" | "passwordConfirmation" | "loginPassword";
  label?: string;
  help?: string | null;
  autoComplete: "current-password" | "new-password";
  enterKeyHint?: "next" | "done" | "go";
  /** Rules of a new password: a list that follows what is typed, and their form for password managers. */
  rules?: { id: string; list: (typed: string) => ReactNode; forManagers: string };
}

/** The React key clears the password when the province or language changes; other fields keep their values. */
export function PasswordField(props: PasswordFieldProps) {
  return <PasswordInput key={useLocaleKey()} {...props} />;
}

function PasswordInput({ name, label, help, autoComplete, enterKeyHint = "go", rules }: PasswordFieldProps) {
  const texts = useFieldTexts(name, { label, help });
  const t = useTranslate();
  const ready = useReady();
  const input = useRef<HTMLInputElement>(null);
  const [isVisible, setVisible] = useState(false);
  const [typed, setTyped] = useState("");

  // A browser may keep what leaves in a text field, and offer it to the next person.
  useEffect(() => {
    const { form } = input.current ?? {};
    const hide = () => {
      input.current?.setAttribute("type", "password");
      setVisible(false);
    };
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  return (
    <Field name={name} texts={texts}>
      <div className="password">
        <input
          className="control"
          id={name}
          name={name}
          ref={input}
          type={isVisible ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint={enterKeyHint}
          onInput={rules === undefined ? undefined : (event) => setTyped(event.currentTarget.value)}
          {...controlStates(name, texts, rules === undefined ? [] : [rules.id])}
          {...(rules === undefined ? {} : { passwordrules: rules.forManagers })}
        />
        {ready ? (
          <button
            className="password-switch"
            type="button"
            onClick={() => {
              setVisible(!isVisible);
              input.current?.focus();
            }}
            aria-controls={name}
          >
            <span aria-hidden="true">{t(isVisible ? "forms:password.hide" : "forms:password.show")}</span>
            <span className="visually-hidden">
              {t(isVisible ? "forms:password.hideAria" : "forms:password.showAria", { label: texts.label })}
            </span>
          </button>
        ) : null}
      </div>
      {rules?.list(typed)}
    </Field>
  );
}
