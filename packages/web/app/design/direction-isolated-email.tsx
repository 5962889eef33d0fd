import type { ReactNode } from "react";

/** The login e-mail on a line of its own, which may wrap at any character. */
export function DirectionIsolatedEmail({ label, email }: { label: string; email: string }) {
  return (
    <AddressLine label={label}>
      <strong className="address">{email}</strong>
    </AddressLine>
  );
}

export function AddressLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="own-address">
      <dt className="quiet">{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
