import type { ReactNode } from "react";

/** Open or closed, on its own line; open is shown in the success colour. */
export function OpenState({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <span className="open-state" data-open={isOpen}>
      {children}
    </span>
  );
}
