import type { ReactNode } from "react";
import { Icon } from "../design/icon.tsx";
import type { FieldTexts } from "./form-context.ts";

/** Value of `aria-describedby`: ids of the texts that describe a control. */
function describedBy(name: string, texts: FieldTexts, others: readonly string[] = []): string | undefined {
  const ids = [
    ...(texts.message === undefined ? [] : [`${name}-error`]),
    ...(texts.help === undefined ? [] : [`${name}-help`]),
    ...others,
  ];
  return ids.length === 0 ? undefined : ids.join(" ");
}

/** ARIA attributes of a control: the texts that describe it, and whether it is required or invalid. */
export function controlStates(name: string, texts: FieldTexts, others: readonly string[] = []) {
  return {
    "aria-describedby": describedBy(name, texts, others),
    "aria-required": texts.required,
    "aria-invalid": texts.message !== undefined || undefined,
  };
}

/** Label, error, help and control, in this order. */
export function Field({ name, texts, children }: { name: string; texts: FieldTexts; children: ReactNode }) {
  return (
    <div className="field" data-field={name} data-refused={texts.message !== undefined}>
      <label className="field-label" htmlFor={name}>
        {texts.label}
      </label>
      <FieldNotes name={name} texts={texts} />
      {children}
    </div>
  );
}

/** A field of several controls, as a group named by its label. */
export function FieldGroup({
  name,
  texts,
  role,
  children,
}: {
  name: string;
  texts: FieldTexts;
  role?: "radiogroup";
  children: ReactNode;
}) {
  return (
    <fieldset
      className="field"
      id={name}
      data-field={name}
      data-refused={texts.message !== undefined}
      role={role}
      aria-describedby={describedBy(name, texts)}
      {...(role && { "aria-required": texts.required })}
      aria-invalid={(role !== undefined && texts.message !== undefined) || undefined}
    >
      <legend className="field-label">{texts.label}</legend>
      <FieldNotes name={name} texts={texts} />
      {children}
    </fieldset>
  );
}

export function FieldNotes({ name, texts }: { name: string; texts: FieldTexts }) {
  return (
    <>
      {texts.message === undefined ? null : (
        <p className="field-error" id={`${name}-error`}>
          <Icon name="attention" />
          <span>{texts.message}</span>
        </p>
      )}
      {texts.help === undefined ? null : (
        <p className="field-help" id={`${name}-help`}>
          {texts.help}
        </p>
      )}
    </>
  );
}
