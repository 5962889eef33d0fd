import type { ReactNode } from "react";
import { Disclosure } from "../design/disclosure.tsx";

export interface CodeTroubleshootingProps {
  /** The form that requests another code, always visible; absent for a PIN. */
  resend?: ReactNode;
  /** A disclosure with the other methods, where they are offered apart from the other options. */
  otherMethods?: ReactNode;
  question: string;
  /** The other options, inside the disclosure. */
  children: ReactNode;
}

/** Shown below a code form: a button for another code, and disclosures with the other options. */
export function CodeTroubleshooting({ resend, otherMethods, question, children }: CodeTroubleshootingProps) {
  return (
    <section className="code-troubleshooting">
      {resend === undefined ? null : <div>{resend}</div>}
      {otherMethods}
      <Disclosure question={question}>{children}</Disclosure>
    </section>
  );
}
