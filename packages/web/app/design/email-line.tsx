import type { ReactNode } from "react";

/** The login e-mail on a separate line, which may wrap at any character. */
export function DirectionIsolatedEmail({ label, email }: { label: string; email: string }) {
  return (
    <EmailLine label={label}>
      <strong className="email">{email}</strong>
    </EmailLine>
  );
}

export function EmailLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="own-email">
      <dt className="quiet">{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
