import { EmailLine, LabelledLine } from "../design/email-line.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { destinationOf } from "./destination.rule.ts";

export interface UsernameLineProps {
  label: string;
  help?: string;
  email: string;
}

/** The username above a new password, as visible text and as a hidden field for password managers. */
export function UsernameLine({ label, help, email }: UsernameLineProps) {
  return (
    <div className="field">
      <EmailLine label={label} email={email} />
      {help === undefined ? null : <p className="field-help">{help}</p>}
      <input
        className="visually-hidden"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
    </div>
  );
}

/** The account's masked e-mail; screen readers get its visible letters in words. */
export function MaskedEmail({ label, email }: { label: string; email: string }) {
  return (
    <LabelledLine label={label}>
      <strong className="email" aria-hidden="true">
        {email}
      </strong>
      <span className="visually-hidden">{useMaskInWords(email)}</span>
    </LabelledLine>
  );
}

function useMaskInWords(email: string): string {
  const t = useTranslate();
  const mask = destinationOf({ type: "EMAIL", maskedValue: email });
  if (mask.kind !== "email") return email;
  const { initial } = mask;
  return "domain" in mask
    ? t("common:maskedEmail", { initial, domain: mask.domain })
    : t("common:maskedEmail.ending", { initial, ending: mask.ending });
}
