import type { ReactNode } from "react";
import { useActionData } from "react-router";
import { RetryLaterNotice } from "../../form/email-not-received.tsx";
import type { FormError } from "../../form/form-error.ts";
import type { FieldRules } from "../../form/form-values.ts";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";

interface AccountFormProps {
  title: string;
  lead: ReactNode;
  rules: FieldRules;
  /** Fields and button. */
  children: ReactNode;
}

/** Title, introduction and form of an account page whose action may ask the person to try later. */
export function AccountForm({ title, lead, rules, children }: AccountFormProps) {
  const formError = useActionData<FormError>();
  const alert = formError?.retryAt === undefined ? undefined : <RetryLaterNotice time={formError.retryAt} />;
  return (
    <>
      <PageOpening title={title}>{lead}</PageOpening>
      <ScreenForm rules={rules} formError={formError} alert={alert}>
        {children}
      </ScreenForm>
    </>
  );
}
