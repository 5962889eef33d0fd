import type { ReactNode } from "react";

/** An e-mail on a separate line, which may wrap at any character. */
export function EmailLine({ label, email }: { label: string; email: string }) {
  return (
    <LabelledLine label={label}>
      <strong className="email">{email}</strong>
    </LabelledLine>
  );
}

export function LabelledLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="email-line">
      <dt className="quiet">{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
