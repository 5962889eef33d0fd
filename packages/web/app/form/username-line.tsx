import { DirectionIsolatedEmail } from "../design/direction-isolated-email.tsx";

export interface UsernameLineProps {
  label: string;
  help?: string;
  email: string;
}

/** The username beside a new password: visible text that wraps, and a field for password managers. */
export function UsernameLine({ label, help, email }: UsernameLineProps) {
  return (
    <div className="field">
      <DirectionIsolatedEmail label={label} email={email} />
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
