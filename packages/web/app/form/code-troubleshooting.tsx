import type { ReactNode } from "react";
import { Disclosure } from "../design/disclosure.tsx";

export interface CodeTroubleshootingProps {
  /** The one way that stays in view: a new code. Absent for a PIN. */
  resend?: ReactNode;
  question: string;
  /** Every other way. */
  children: ReactNode;
}

/** Under the form of a code: one quiet resend, and the rest behind one disclosure, which opens without a script. */
export function CodeTroubleshooting({ resend, question, children }: CodeTroubleshootingProps) {
  return (
    <section className="code-troubleshooting">
      {resend === undefined ? null : <div>{resend}</div>}
      <Disclosure question={question}>{children}</Disclosure>
    </section>
  );
}
