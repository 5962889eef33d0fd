import { createContext, type ReactNode, useContext } from "react";
import { Link } from "react-router";

/** Whether the surrounding form is being submitted; set by the form. */
export const BusyContext = createContext(false);

export type ButtonKind = "primary" | "quiet" | "link" | "danger";

export interface ButtonProps {
  kind?: ButtonKind;
  type?: "submit" | "button";
  /** Label while the form is being submitted: "Checking…". */
  busyText?: string;
  onClick?: () => void;
  /** Field that the form sends where this button sends it. */
  sends?: { name: string; value: string };
  /** Id of the text that says when the button becomes available; absent when it is enabled. */
  disabledBy?: string | undefined;
  children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { kind = "primary", type = "submit", busyText, children, onClick, sends, disabledBy } = props;
  const busy = useContext(BusyContext) && type === "submit";
  return (
    <button
      className={buttonClass(kind)}
      type={type}
      onClick={onClick}
      {...sends}
      aria-disabled={busy || disabledBy !== undefined || undefined}
      aria-describedby={disabledBy}
    >
      {busyText === undefined ? (
        <span className="button-face">{children}</span>
      ) : (
        <>
          <span className="button-face" data-shown={!busy} aria-hidden={busy || undefined}>
            {children}
          </span>
          <span className="button-face" data-shown={busy} aria-hidden={!busy || undefined}>
            {/* Never inserted, because a browser that translates the page has moved the text that follows. */}
            <span className="loader" hidden={!busy} />
            {busyText}
          </span>
        </>
      )}
    </button>
  );
}

/** A link styled as a button. `reloadDocument` is for URLs that the router does not serve. */
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
