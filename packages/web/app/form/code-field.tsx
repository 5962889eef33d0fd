import { normaliseCode, normalisePin } from "@vestibule/contract/fields/security-code.rule.ts";
import { type FormEvent, useState } from "react";
import { describedBy, Field } from "./field.tsx";
import { useFieldTexts } from "./form-context.ts";

export interface CodeFieldProps {
  /** Six digits of a message, or the eight characters of a PIN. */
  name: "securityCode" | "securityPin";
  label?: string;
  help?: string | null;
  /** Sends the form as soon as the last character is there. */
  submitsWhenWhole?: boolean;
}

const kinds = {
  securityCode: { length: 6, normalise: normaliseCode },
  securityPin: { length: 8, normalise: normalisePin },
} as const;

/** Boxes drawn behind one real input, so that paste, autofill and screen readers meet a single field. */
export function CodeField({ name, label, help, submitsWhenWhole = false }: CodeFieldProps) {
  const texts = useFieldTexts(name, { label, help });
  const { length, normalise } = kinds[name];
  const [typed, setTyped] = useState("");

  function tidy(event: FormEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const tidied = normalise(input.value);
    if (tidied !== input.value) input.value = tidied;
    setTyped(tidied);
    // Another whole code pasted over a refused one is sent too; a whole one that lost its surplus is not.
    const isNew = tidied !== typed && typed.length <= length;
    if (submitsWhenWhole && isNew && tidied.length === length) input.form?.requestSubmit();
  }

  return (
    <Field name={name} texts={texts}>
      <div className="code" data-kind={name} data-whole={typed.length > length}>
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
            type="text"
            inputMode={name === "securityCode" ? "numeric" : "text"}
            autoComplete={name === "securityCode" ? "one-time-code" : "off"}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            onInput={tidy}
            aria-describedby={describedBy(name, texts)}
            aria-required={texts.required}
            aria-invalid={texts.message !== undefined || undefined}
          />
        </div>
      </div>
    </Field>
  );
}
