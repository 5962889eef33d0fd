import { formatPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import type { FormEvent } from "react";
import { controlStates, Field } from "./field.tsx";
import { useFieldTexts, useTypedValue } from "./form-context.ts";

export interface TextFieldProps {
  name: string;
  /** Needed if a page has two fields of the same name; absent: the name. */
  id?: string;
  /** Overrides the label and help of the wording; null removes the help. */
  label?: string;
  help?: string | null;
  /** Why the value was refused, where the server has the sentence. */
  message?: string | undefined;
  type?: "text" | "email" | "tel" | "datetime-local";
  autoComplete?: string;
  inputMode?: "text" | "numeric" | "tel" | "email";
  enterKeyHint?: "next" | "done" | "go" | "send";
  autoCapitalize?: "none" | "words" | "characters";
  /** Formats a value for display ("A1A1A1" → "A1A 1A1"); applied only when the caret is at the end. */
  mask?: (value: string) => string;
  defaultValue?: string;
  /** The form of a value, such as XXX-XXXX; it repeats what the help says in words. */
  placeholder?: string;
  /** Id of a text elsewhere on the page that explains why the value is invalid. */
  refusedBy?: string | undefined;
  /** Visual hint at the length of the value; absent: the width of the form. */
  width?: "short" | "medium";
}

export function TextField(props: TextFieldProps) {
  const { name, id = name, mask, defaultValue, refusedBy, width, type = "text" } = props;
  const texts = useFieldTexts(name, props);
  const typed = useTypedValue(name);
  return (
    <Field name={id} texts={texts}>
      <input
        className={width === undefined ? "control" : `control control-${width}`}
        id={id}
        name={name}
        type={type}
        defaultValue={typed ?? defaultValue}
        autoComplete={props.autoComplete ?? "off"}
        autoCapitalize={props.autoCapitalize}
        autoCorrect="off"
        spellCheck={false}
        inputMode={props.inputMode}
        enterKeyHint={props.enterKeyHint ?? "next"}
        placeholder={props.placeholder}
        onInput={mask === undefined ? undefined : (event) => applyMask(event, mask)}
        onBlur={
          mask === undefined
            ? undefined
            : (event) => {
                event.currentTarget.value = mask(event.currentTarget.value);
              }
        }
        {...controlStates(id, texts, refusedBy ? [refusedBy] : [])}
        {...(refusedBy !== undefined && { "aria-invalid": true })}
      />
    </Field>
  );
}

function applyMask(event: FormEvent<HTMLInputElement>, mask: (value: string) => string): void {
  const input = event.currentTarget;
  const { nativeEvent } = event;
  const deleting = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith("delete");
  if (!deleting && input.selectionStart === input.value.length) input.value = mask(input.value);
}

export function PostalCodeField() {
  return (
    <TextField
      name="postalCode"
      autoComplete="postal-code"
      autoCapitalize="characters"
      mask={formatPostalCode}
      width="short"
    />
  );
}

type EmailFieldProps = Partial<
  Pick<TextFieldProps, "name" | "label" | "help" | "defaultValue" | "autoComplete" | "enterKeyHint" | "refusedBy">
>;

export function EmailField({ name = "email", autoComplete = "email", ...others }: EmailFieldProps) {
  return (
    <TextField
      {...others}
      name={name}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
    />
  );
}
