import { tidyPin } from "@vestibule/contract/fields/security-code.rule.ts";
import { tidyDigits } from "@vestibule/contract/fields/text.rule.ts";
import { type SyntheticEvent, useContext, useEffect, useRef, useState } from "react";
import { useTranslate } from "../i18n/translate.tsx";
import { controlStates, Field } from "./field.tsx";
import { FormContext, useFieldTexts } from "./form-context.ts";

interface CodeFieldProps {
  /** Six digits from a message, or the eight characters of a PIN. */
  name: "securityCode" | "securityPin";
  help?: string | null;
}

const kinds = {
  securityCode: { length: 6, tidy: tidyDigits },
  securityPin: { length: 8, tidy: tidyPin },
} as const;

/** Errors of a complete code that the server refused. */
const rejected: ReadonlySet<string> = new Set(["wrong", "wrongApp", "clockAhead", "clockBehind"]);

/**
 * A single input above decorative boxes, so that paste, autofill and screen readers see one field. The form is
 * submitted as soon as the last character is entered. A wrong code is cleared, because the boxes have no room for
 * another one behind it.
 */
export function CodeField({ name, help }: CodeFieldProps) {
  const t = useTranslate();
  const texts = useFieldTexts(name, { help });
  const { length, tidy: tidyTyped } = kinds[name];
  const [typed, setTyped] = useState("");
  const control = useRef<HTMLInputElement>(null);
  const error = useContext(FormContext).errors[name];

  useEffect(() => {
    if (error === undefined || !rejected.has(error.key) || control.current === null) return;
    control.current.value = "";
    setTyped("");
  }, [error]);

  function tidy(event: SyntheticEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    // An input method composes full-width digits and loses them if the value changes during the composition.
    if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) return;
    const tidied = tidyTyped(input.value);
    if (tidied !== input.value) input.value = tidied;
    setTyped(tidied);
    // A complete code pasted over a rejected one is submitted too; a code shortened from a longer text is not.
    const isNew = tidied !== typed && typed.length <= length;
    if (isNew && tidied.length === length) input.form?.requestSubmit();
  }

  return (
    <Field name={name} texts={texts}>
      <p className="field-help code-sends" id={`${name}-sends`}>
        {t("forms:code.sends")}
      </p>
      <div className="code" data-kind={name}>
        <div className="code-boxes" aria-hidden="true">
          {Array.from({ length }, (_, index) => index).map((box) => (
            <span key={box} data-next={box === typed.length} />
          ))}
        </div>
        <div className="code-clip">
          <input
            className="code-input"
            id={name}
            name={name}
            ref={control}
            type="text"
            inputMode={name === "securityCode" ? "numeric" : "text"}
            autoComplete={name === "securityCode" ? "one-time-code" : "off"}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            onInput={tidy}
            onCompositionEnd={tidy}
            {...controlStates(name, texts, [`${name}-sends`])}
          />
        </div>
      </div>
    </Field>
  );
}
