import type { ReactNode } from "react";
import { Disclosure } from "../design/disclosure.tsx";

export interface CodeTroubleshootingProps {
  /** The form that requests another code, always visible; absent for a PIN. */
  resend?: ReactNode;
  question: string;
  /** All other options, inside the disclosure. */
  children: ReactNode;
}

/** Shown below a code form: a button for another code, and a disclosure with the other options. */
export function CodeTroubleshooting({ resend, question, children }: CodeTroubleshootingProps) {
  return (
    <section className="code-troubleshooting">
      {resend === undefined ? null : <div>{resend}</div>}
      <Disclosure question={question}>{children}</Disclosure>
    </section>
  );
}
