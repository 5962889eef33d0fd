import { controlStates, Field } from "../../../form/field.tsx";
import { useFieldTexts, useTypedValue } from "../../../form/form-context.ts";

interface TextAreaProps {
  name: string;
  label: string;
  help?: string | null;
  message?: string | undefined;
  defaultValue: string;
}

/** Several lines of text. */
export function TextArea({ name, label, help = null, message, defaultValue }: TextAreaProps) {
  const texts = useFieldTexts(name, { label, help, message });
  const typed = useTypedValue(name);
  return (
    <Field name={name} texts={texts}>
      <textarea
        className="control control-full"
        id={name}
        name={name}
        rows={6}
        spellCheck={false}
        defaultValue={typed ?? defaultValue}
        {...controlStates(name, texts)}
      />
    </Field>
  );
}
