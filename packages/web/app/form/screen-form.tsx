import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { BusyContext } from "../design/button.tsx";
import { useFaultFlag } from "../visit/page-title.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import type { Refusal } from "./form-answer.ts";
import { FormContext } from "./form-context.ts";
import { type FieldFaults, type FieldRules, type FormValues, faultsOf, hasFaults, valuesOf } from "./form-values.ts";

export interface ScreenFormProps {
  rules: FieldRules;
  /** What the action answered: `useActionData()`. */
  answer?: Refusal | undefined;
  /** Said above the fields where something belongs to no single field. */
  alert?: ReactNode;
  /** Where the form posts; absent: the page's own address. */
  action?: string;
  /** Values to begin with; what was refused comes before them. */
  values?: FormValues;
  /** With a script: takes over a form without faults, in place of posting it. */
  onAccepted?: (values: FormValues) => void;
  /** Whether what `onAccepted` began still goes on. */
  working?: boolean;
  children: ReactNode;
}

const nothing: FieldFaults = {};

/**
 * The one form of a screen. Fields are judged when they are left and all together on submit, by the rules
 * that the server uses; what is wrong is summed up first and said again beside each field.
 */
export function ScreenForm(props: ScreenFormProps) {
  const { rules, answer, alert, action, values, onAccepted, working = false, children } = props;
  const navigation = useNavigation();
  const [sent, setSent] = useState(false);
  const busy = working || (sent && navigation.state !== "idle");
  const judged = useJudgedFields(rules, answer);

  useEffect(() => {
    if (navigation.state === "idle") setSent(false);
  }, [navigation.state]);

  function submit(event: FormEvent<HTMLFormElement>) {
    if (busy) return event.preventDefault();
    const typed = valuesOf(new FormData(event.currentTarget));
    const faults = faultsOf(typed, rules);
    judged.judgeAll(faults);
    if (hasFaults(faults)) return event.preventDefault();
    if (onAccepted !== undefined) {
      event.preventDefault();
      return onAccepted(typed);
    }
    setSent(true);
  }

  return (
    <FormContext value={{ faults: judged.faults, values: { ...values, ...answer?.values } }}>
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
          <ErrorSummary faults={judged.summed} count={judged.refusals} />
          {alert}
          {children}
        </Form>
      </BusyContext>
    </FormContext>
  );
}

/** Which faults are shown: those of fields left or submitted, gone as soon as they are put right. */
function useJudgedFields(rules: FieldRules, answer: Refusal | undefined) {
  const [faults, setFaults] = useState<FieldFaults>(answer?.faults ?? nothing);
  const [summed, setSummed] = useState<FieldFaults>(answer?.faults ?? nothing);
  const [refusals, setRefusals] = useState(0);
  const touched = useRef(new Set<string>());
  const seen = useRef(answer);

  useEffect(() => {
    if (answer === undefined || answer === seen.current) return;
    seen.current = answer;
    setFaults(answer.faults);
    setSummed(answer.faults);
    setRefusals((count) => count + 1);
  }, [answer]);
  useFaultFlag(hasFaults(summed) && hasFaults(faults));

  function judge(form: HTMLFormElement, name: string): void {
    const rule = rules[name];
    if (rule === undefined) return;
    const values = valuesOf(new FormData(form));
    const fault = rule(values[name] ?? "", values);
    setFaults(({ [name]: _before, ...others }) => (fault === undefined ? others : { ...others, [name]: fault }));
  }

  return {
    faults,
    summed,
    refusals,
    judgeAll(found: FieldFaults): void {
      setFaults(found);
      setSummed(found);
      if (hasFaults(found)) setRefusals((count) => count + 1);
    },
    leaveField(event: FocusEvent<HTMLFormElement>): void {
      const name = fieldOf(event.target);
      const next = event.relatedTarget;
      // Another window came to the front, or another part of the same field took over: not left yet.
      if (name === undefined || document.activeElement === event.target || fieldOf(next) === name) return;
      const outside = next !== null && !event.currentTarget.contains(next as Node);
      if (outside && !touched.current.has(name)) return;
      const form = event.currentTarget;
      // A press on something else ends first: a message that appears under the finger would move its target away.
      afterPress(() => judge(form, name));
    },
    changeField(event: FormEvent<HTMLFormElement>): void {
      const name = fieldOf(event.target as Element);
      if (name === undefined) return;
      touched.current.add(name);
      if (faults[name] !== undefined) judge(event.currentTarget, name);
    },
  };
}

function fieldOf(element: Element | EventTarget | null): string | undefined {
  return element instanceof Element
    ? (element.closest<HTMLElement>("[data-field]")?.dataset.field ?? undefined)
    : undefined;
}

let pressed = false;
if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", () => (pressed = true), { capture: true, passive: true });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => (pressed = false), { capture: true, passive: true });
}

function afterPress(act: () => void): void {
  if (pressed) document.addEventListener("pointerup", () => setTimeout(act, 0), { once: true });
  else act();
}
