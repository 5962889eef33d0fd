import type { ReactNode } from "react";

/** Whether somebody is there: on a line of its own, in the colour of good news while they are. */
export function OpenState({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <span className="open-state" data-open={isOpen}>
      {children}
    </span>
  );
}
