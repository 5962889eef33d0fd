import type { ReactNode } from "react";
import { controlStates, FieldNotes } from "./field.tsx";
import { useFieldTexts, useTypedValue } from "./form-context.ts";

interface CheckboxProps {
  name: string;
  /** May contain links; absent: the label of the field's texts. */
  children?: ReactNode;
  defaultChecked?: boolean;
  /** Replace those of the wording, as in a text field. */
  message?: string | undefined;
  help?: string | null;
}

/** Submits "yes" when checked, nothing when not. */
export function Checkbox({ name, children, defaultChecked = false, ...others }: CheckboxProps) {
  const texts = useFieldTexts(name, children === undefined ? others : { ...others, label: "" });
  const typed = useTypedValue(name);
  return (
    <div className="field" data-field={name} data-refused={texts.message !== undefined}>
      <FieldNotes name={name} texts={texts} />
      <label className="check">
        <input
          className="checkbox"
          id={name}
          name={name}
          type="checkbox"
          value="yes"
          defaultChecked={typed === undefined ? defaultChecked : typed === "yes"}
          {...controlStates(name, texts)}
        />
        <span>{children ?? texts.label}</span>
      </label>
    </div>
  );
}
