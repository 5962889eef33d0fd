import type { ReactNode } from "react";

/** An answer for those who ask: the browser's own details, so that it opens without a script. */
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
