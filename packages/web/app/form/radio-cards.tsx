import { type ReactNode, useId } from "react";
import { FieldGroup } from "./field.tsx";
import { useFieldTexts, useTypedValue } from "./form-context.ts";

interface RadioCardsProps {
  name: string;
  label?: string;
  options: readonly { value: string; label: ReactNode; help?: ReactNode }[];
  defaultValue?: string;
}

/** Radio group whose options are rows that can be clicked anywhere. */
export function RadioCards({ name, label, options, defaultValue }: RadioCardsProps) {
  const id = useId();
  const texts = useFieldTexts(name, { label });
  const chosen = useTypedValue(name) ?? defaultValue;
  return (
    <FieldGroup name={name} texts={texts} role="radiogroup">
      <div className="cards">
        {options.map((option) => (
          <label className="card" key={option.value}>
            <input
              className="radio"
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === chosen}
              aria-labelledby={`${id}${option.value}`}
              aria-describedby={option.help === undefined ? undefined : `${id}${option.value}-help`}
            />
            <span className="card-text">
              <span className="card-label" id={`${id}${option.value}`}>
                {option.label}
              </span>
              {option.help === undefined ? null : (
                <span className="card-help" id={`${id}${option.value}-help`}>
                  {option.help}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
