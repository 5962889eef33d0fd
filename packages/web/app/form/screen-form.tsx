import { type PuzzleId, puzzleField } from "@vestibule/catalogue/puzzle.table.ts";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigation } from "react-router";
import { BusyContext } from "../design/button.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FormContext } from "./form-context.ts";
import type { FormError } from "./form-error.ts";
import {
  type FieldRules,
  type FormValues,
  hasFieldErrors,
  lastTryField,
  validateForm,
  valuesOf,
} from "./form-values.ts";
import { PostForm } from "./post-form.tsx";
import { useFieldValidation } from "./use-field-validation.ts";
import { usePuzzle } from "./use-puzzle.ts";

export interface ScreenFormProps {
  rules: FieldRules;
  /** Result of the action: `useActionData()`. */
  formError?: FormError | undefined;
  /** Shown above the fields for an error that belongs to no single field. */
  alert?: ReactNode;
  /** Shown in the error summary; absent: a sentence that one attempt is left, when that is so. */
  also?: ReactNode;
  /** URL to post to; absent: the current page. */
  action?: string;
  /** Initial values; rejected values take precedence. */
  values?: FormValues;
  /** Handles a valid form instead of posting it. Has no effect without a script. */
  onAccepted?: (values: FormValues) => Promise<void> | void;
  /** Receives the values before they are posted. Has no effect without a script. */
  onSend?: ((values: FormValues) => void) | undefined;
  /** Puzzle that may be asked before this form. Has no effect without a script. */
  puzzle?: PuzzleId;
  /** Whether the work started by `onAccepted` is still running. */
  working?: boolean;
  children: ReactNode;
}

/**
 * The main form of a screen. Fields are validated on blur and on submit, by the same rules as on the server; errors are
 * listed in a summary and repeated at each field.
 */
export function ScreenForm(props: ScreenFormProps) {
  const { rules, formError, alert, action, values, onAccepted, onSend, working = false, children } = props;
  const t = useTranslate();
  const navigation = useNavigation();
  const [sent, setSent] = useState(false);
  const puzzle = usePuzzle(props.puzzle);
  const [isSolving, setSolving] = useState(false);
  const busy = working || isSolving || (sent && navigation.state !== "idle");
  const validated = useFieldValidation(rules, formError);
  const isLastTry = formError?.triesLeft === 1;
  const also = props.also ?? (isLastTry ? <strong>{t("registrationError:lastTry")}</strong> : undefined);

  useEffect(() => {
    if (navigation.state === "idle") setSent(false);
  }, [navigation.state]);

  function submit(event: FormEvent<HTMLFormElement>): Promise<void> | void {
    if (busy) return event.preventDefault();
    const typed = valuesOf(new FormData(event.currentTarget));
    const errors = validateForm(typed, rules);
    validated.validateAll(errors);
    if (hasFieldErrors(errors)) return event.preventDefault();
    // Where a password manager filled the form in, nothing else has happened in it.
    puzzle.prepare();
    const solved = puzzle.whenSolved();
    if (solved !== undefined) {
      event.preventDefault();
      return sendWhenSolved(event.currentTarget, solved);
    }
    puzzle.consume();
    if (onAccepted !== undefined) {
      event.preventDefault();
      return onAccepted(typed);
    }
    onSend?.(typed);
    setSent(true);
  }

  function sendWhenSolved(form: HTMLFormElement, solved: Promise<void>) {
    setSolving(true);
    void solved.then(() => {
      // Drawn at once, because a busy form is not sent.
      flushSync(() => setSolving(false));
      form.requestSubmit();
    });
  }

  return (
    <FormContext value={{ rules, errors: validated.errors, values: { ...values, ...formError?.values } }}>
      <BusyContext value={busy}>
        <PostForm
          className="form"
          action={action}
          noValidate
          onSubmit={submit}
          onBlur={validated.leaveField}
          onFocus={puzzle.prepare}
          onInput={(event) => {
            puzzle.prepare();
            validated.changeField(event);
          }}
          onChange={validated.changeField}
          aria-busy={busy || undefined}
        >
          <ErrorSummary errors={validated.summed} also={also} />
          {alert}
          {isLastTry ? <input type="hidden" name={lastTryField} value="yes" /> : null}
          {props.puzzle === undefined ? null : <input type="hidden" name={puzzleField} ref={puzzle.field} />}
          {children}
        </PostForm>
      </BusyContext>
    </FormContext>
  );
}
