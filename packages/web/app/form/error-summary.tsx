import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../design/icon.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { useErrorSentence } from "./form-context.ts";
import { type FieldErrors, hasFieldErrors } from "./form-values.ts";

/** Lists the form's errors with a link to each field. Takes the focus each time the form is rejected. */
export function ErrorSummary({
  errors,
  also,
}: {
  /** A new object for each rejected form. */
  errors: FieldErrors;
  /** Announced with the errors, such as how many attempts are left. */
  also?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const t = useTranslate();
  const describeError = useErrorSentence();

  useEffect(() => {
    if (hasFieldErrors(errors)) box.current?.focus();
  }, [errors]);

  if (!hasFieldErrors(errors)) return null;
  const entries = Object.entries(errors);
  return (
    <div
      className="notice error-summary"
      data-tone="error"
      tabIndex={-1}
      ref={box}
      // biome-ignore lint/a11y/noAutofocus: without a script the browser itself brings the reader to what went wrong
      autoFocus
    >
      <Icon name="attention" />
      <div className="notice-words" role="alert">
        <h2 className="notice-title">{t("forms:summary.title", { count: entries.length })}</h2>
        <ul className="notice-body">
          {entries.map(([name, error]) => (
            <li key={name}>
              <a href={`#${name}`} onClick={focusField}>
                {describeError(name, error)}
              </a>
            </li>
          ))}
        </ul>
        {also === undefined ? null : <p>{also}</p>}
      </div>
    </div>
  );
}

/** Moves the focus to a field; of a group of controls, to the first invalid one. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  const invalid = target?.querySelector<HTMLElement>("[aria-invalid=true]:is(input, select)");
  const first = invalid ?? target?.querySelector<HTMLElement>("input, select");
  const control = target?.matches("input, select") ? target : first;
  if (!control) return;
  event.preventDefault();
  control.focus();
  control.scrollIntoView({ block: "center" });
}
