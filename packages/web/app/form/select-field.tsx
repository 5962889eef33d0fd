import { controlStates, Field } from "./field.tsx";
import { useFieldTexts, useTypedValue } from "./form-context.ts";

interface SelectFieldProps {
  name: string;
  /** Needed if a page has two fields of the same name; absent: the name. */
  id?: string;
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

export function SelectField(props: SelectFieldProps) {
  const { name, id = name, options, emptyLabel, defaultValue, onChange } = props;
  const texts = useFieldTexts(name, props);
  const typed = useTypedValue(name);
  return (
    <Field name={id} texts={texts}>
      <div className="select">
        <select
          className="control"
          id={id}
          name={name}
          defaultValue={typed ?? defaultValue}
          onChange={(event) => onChange?.(event.currentTarget)}
          {...controlStates(id, texts)}
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
