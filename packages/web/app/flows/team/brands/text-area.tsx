import { controlStates, Field } from "../../../form/field.tsx";
import { useFieldTexts, useTypedValue } from "../../../form/form-context.ts";

interface TextAreaProps {
  name: string;
  label: string;
  help?: string | null;
  message?: string | undefined;
  defaultValue: string;
  rows?: number;
  /** Id of a text elsewhere on the page that explains why the value is invalid. */
  refusedBy?: string | undefined;
  onType?: (value: string) => void;
  /** Whether it is the text of a file. */
  isFile?: boolean;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { name, label, help = null, message, defaultValue, rows = 6, refusedBy, onType, isFile } = props;
  const texts = useFieldTexts(name, { label, help, message });
  const typed = useTypedValue(name);
  return (
    <Field name={name} texts={texts}>
      <textarea
        className={`control ${isFile ? "brand-file" : ""}`}
        id={name}
        name={name}
        rows={rows}
        spellCheck={false}
        defaultValue={typed ?? defaultValue}
        onInput={(event) => onType?.(event.currentTarget.value)}
        {...controlStates(name, texts, refusedBy === undefined ? [] : [refusedBy])}
        {...(refusedBy !== undefined && { "aria-invalid": true })}
      />
    </Field>
  );
}
