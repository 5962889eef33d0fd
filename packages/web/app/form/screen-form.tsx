import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { BusyContext } from "../design/button.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import type { Refusal } from "./form-answer.ts";
import { FormContext } from "./form-context.ts";
import { type FieldRules, type FormValues, hasFieldFaults, validateForm, valuesOf } from "./form-values.ts";
import { useFieldValidation } from "./use-field-validation.ts";

export interface ScreenFormProps {
  rules: FieldRules;
  /** What the action answered: `useActionData()`. */
  answer?: Refusal | undefined;
  /** Said above the fields where something belongs to no single field. */
  alert?: ReactNode;
  /** Said with the faults, in their summary. */
  also?: ReactNode;
  /** Where the form posts; absent: the page's own address. */
  action?: string;
  /** Values to begin with; what was refused comes before them. */
  values?: FormValues;
  /** With a script: takes over a form without faults, in place of posting it. */
  onAccepted?: (values: FormValues) => void;
  /** With a script: is told what is posted. */
  onSend?: ((values: FormValues) => void) | undefined;
  /** Whether what `onAccepted` began still goes on. */
  working?: boolean;
  children: ReactNode;
}

/**
 * The one form of a screen. Fields are judged when they are left and all together on submit, by the rules
 * that the server uses; what is wrong is summed up first and said again beside each field.
 */
export function ScreenForm(props: ScreenFormProps) {
  const { rules, answer, alert, also, action, values, onAccepted, onSend, working = false, children } = props;
  const navigation = useNavigation();
  const [sent, setSent] = useState(false);
  const busy = working || (sent && navigation.state !== "idle");
  const judged = useFieldValidation(rules, answer);

  useEffect(() => {
    if (navigation.state === "idle") setSent(false);
  }, [navigation.state]);

  function submit(event: FormEvent<HTMLFormElement>) {
    if (busy) return event.preventDefault();
    const typed = valuesOf(new FormData(event.currentTarget));
    const faults = validateForm(typed, rules);
    judged.judgeAll(faults);
    if (hasFieldFaults(faults)) return event.preventDefault();
    if (onAccepted !== undefined) {
      event.preventDefault();
      return onAccepted(typed);
    }
    onSend?.(typed);
    setSent(true);
  }

  return (
    <FormContext value={{ rules, faults: judged.faults, values: { ...values, ...answer?.values } }}>
      <BusyContext value={busy}>
        <Form
          className="form"
          method="post"
          action={action}
          noValidate
          onSubmit={submit}
          onBlur={judged.leaveField}
          onInput={judged.changeField}
          onChange={judged.changeField}
          aria-busy={busy || undefined}
        >
          <ErrorSummary faults={judged.summed} count={judged.refusals} also={also} />
          {alert}
          {children}
        </Form>
      </BusyContext>
    </FormContext>
  );
}
