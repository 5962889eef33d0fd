import type { MouseEvent, ReactNode } from "react";

const size = "popup,width=354,height=500";

/** Opens the chat in a small window of its own; without a script, in a new tab. */
export function ChatLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  function open(event: MouseEvent<HTMLAnchorElement>) {
    const chat = window.open(to, "chat", size);
    if (chat === null) return;
    event.preventDefault();
    chat.focus();
  }
  return (
    <a className={className} href={to} target="_blank" rel="noopener" onClick={open}>
      {children}
    </a>
  );
}
