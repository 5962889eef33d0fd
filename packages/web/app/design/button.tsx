import { createContext, type ReactNode, useContext } from "react";
import { Link } from "react-router";

/** Whether the form around a button is on its way; set by the form. */
export const BusyContext = createContext(false);

export type ButtonKind = "primary" | "quiet" | "link";

export interface ButtonProps {
  kind?: ButtonKind;
  type?: "submit" | "button";
  /** What the button says while its form is on its way: "Checking…". */
  busyText?: string;
  /** Name and value that the form sends when this button was used. */
  name?: string;
  value?: string;
  onClick?: () => void;
  /** Id of what says from when it does anything; absent once it does. */
  heldBy?: string | undefined;
  children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { kind = "primary", type = "submit", busyText, children, onClick, name, value, heldBy } = props;
  const busy = useContext(BusyContext) && type === "submit";
  return (
    <button
      className={buttonClass(kind)}
      type={type}
      name={name}
      value={value}
      onClick={onClick}
      aria-disabled={busy || heldBy !== undefined || undefined}
      aria-describedby={heldBy}
    >
      {busyText === undefined ? (
        <span className="button-face">{children}</span>
      ) : (
        <>
          <span className="button-face" data-shown={!busy} aria-hidden={busy || undefined}>
            {children}
          </span>
          <span className="button-face" data-shown={busy} aria-hidden={!busy || undefined}>
            {busy ? <span className="loader" /> : null}
            {busyText}
          </span>
        </>
      )}
    </button>
  );
}

/** A link that looks like a button. `reloadDocument` leaves an address that another room answers to the browser. */
export function ButtonLink({
  kind = "primary",
  to,
  reloadDocument = false,
  children,
}: {
  kind?: ButtonKind;
  to: string;
  reloadDocument?: boolean;
  children: ReactNode;
}) {
  const face = <span className="button-face">{children}</span>;
  if (!to.startsWith("/"))
    return (
      <a className={buttonClass(kind)} href={to}>
        {face}
      </a>
    );
  return (
    <Link className={buttonClass(kind)} to={to} reloadDocument={reloadDocument}>
      {face}
    </Link>
  );
}

function buttonClass(kind: ButtonKind): string {
  return kind === "primary" ? "button" : `button button-${kind}`;
}
