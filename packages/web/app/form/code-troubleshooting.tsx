import type { ReactNode } from "react";
import { Disclosure } from "../design/disclosure.tsx";

export interface CodeTroubleshootingProps {
  /** The resend form, always visible. Absent for a PIN. */
  resend?: ReactNode;
  question: string;
  /** All other options, inside the disclosure. */
  children: ReactNode;
}

/** Shown under a code form: resend, and other options in a disclosure that opens without a script. */
export function CodeTroubleshooting({ resend, question, children }: CodeTroubleshootingProps) {
  return (
    <section className="code-troubleshooting">
      {resend === undefined ? null : <div>{resend}</div>}
      <Disclosure question={question}>{children}</Disclosure>
    </section>
  );
}
