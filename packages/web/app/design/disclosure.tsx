import type { ReactNode } from "react";

/** Native `details` element: opens without a script. */
export function Disclosure({
  question,
  isOpen,
  children,
}: {
  question: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="disclosure" open={isOpen}>
      <summary>
        <span>{question}</span>
      </summary>
      <div className="disclosure-answer">{children}</div>
    </details>
  );
}
