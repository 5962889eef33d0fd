import type { ChangeEvent } from "react";
import { describedBy, Field } from "./field.tsx";
import { useFieldTexts, useTypedValue } from "./form-context.ts";

export interface SelectFieldProps {
  name: string;
  label?: string;
  help?: string | null;
  options: readonly { value: string; label: string }[];
  /** Label of the empty option: "Choose". */
  emptyLabel?: string;
  defaultValue?: string;
  autoComplete?: string;
  onChange?: (value: string, select: HTMLSelectElement) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { name, options, emptyLabel, defaultValue, onChange } = props;
  const texts = useFieldTexts(name, props);
  const typed = useTypedValue(name);
  return (
    <Field name={name} texts={texts}>
      <div className="select">
        <select
          className="control control-full"
          id={name}
          name={name}
          defaultValue={typed ?? defaultValue ?? (emptyLabel === undefined ? undefined : "")}
          autoComplete={props.autoComplete}
          onChange={
            onChange === undefined
              ? undefined
              : (event: ChangeEvent<HTMLSelectElement>) => onChange(event.currentTarget.value, event.currentTarget)
          }
          aria-describedby={describedBy(name, texts)}
          aria-required={texts.required}
          aria-invalid={texts.message !== undefined || undefined}
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
