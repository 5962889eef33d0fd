import type { ReactNode } from "react";

/** Native `details` element: opens without a script. */
export function Disclosure({ question, children }: { question: ReactNode; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary>
        <span>{question}</span>
      </summary>
      <div className="disclosure-answer">{children}</div>
    </details>
  );
}
