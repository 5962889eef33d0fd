import { controlStates, Field } from "./field.tsx";
import { useFieldTexts, useTypedValue } from "./form-context.ts";

interface SelectFieldProps {
  name: string;
  options: readonly { value: string; label: string }[];
  /** Replace those of the wording, as in a text field. */
  label?: string;
  help?: string | null;
  message?: string | undefined;
  /** Label of the empty option, such as "Choose"; absent: there is none. */
  emptyLabel?: string | undefined;
  defaultValue: string;
  onChange?: (select: HTMLSelectElement) => void;
}

export function SelectField({ name, options, emptyLabel, defaultValue, onChange, ...others }: SelectFieldProps) {
  const texts = useFieldTexts(name, others);
  const typed = useTypedValue(name);
  return (
    <Field name={name} texts={texts}>
      <div className="select">
        <select
          className="control control-full"
          id={name}
          name={name}
          defaultValue={typed ?? defaultValue}
          onChange={(event) => onChange?.(event.currentTarget)}
          {...controlStates(name, texts)}
        >
          {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </Field>
  );
}
