import { controlStates, Field } from "./field.tsx";
import { useFieldTexts, useTypedValue } from "./form-context.ts";

interface SelectFieldProps {
  name: string;
  options: readonly { value: string; label: string }[];
  /** Label of the empty option: "Choose". */
  emptyLabel: string;
  defaultValue: string;
  onChange: (select: HTMLSelectElement) => void;
}

export function SelectField({ name, options, emptyLabel, defaultValue, onChange }: SelectFieldProps) {
  const texts = useFieldTexts(name);
  const typed = useTypedValue(name);
  return (
    <Field name={name} texts={texts}>
      <div className="select">
        <select
          className="control control-full"
          id={name}
          name={name}
          defaultValue={typed ?? defaultValue}
          onChange={(event) => onChange(event.currentTarget)}
          {...controlStates(name, texts)}
        >
          <option value="">{emptyLabel}</option>
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
