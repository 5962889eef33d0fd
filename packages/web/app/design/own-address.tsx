/** The address that somebody logs in with, on a line of its own: it is long, and worth reading. */
export function OwnAddress({ label, email }: { label: string; email: string }) {
  return (
    <p className="own-address">
      <span className="quiet">{label}</span>
      <strong className="address">{email}</strong>
    </p>
  );
}
