import type { ReactNode } from "react";

/** A native `details` element, which opens without a script. */
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
