import type { ReactNode } from "react";

/** The address that somebody logs in with, on a line of its own: it is long, and worth reading. */
export function OwnAddress({ label, email }: { label: string; email: string }) {
  return (
    <AddressLine label={label}>
      <strong className="address">{email}</strong>
    </AddressLine>
  );
}

export function AddressLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="own-address">
      <span className="quiet">{label}</span>
      {children}
    </p>
  );
}
