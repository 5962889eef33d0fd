import type { MouseEvent, ReactNode } from "react";
import { Icon } from "../design/icon.tsx";
import { ScreenReaderText } from "../design/screen-reader-text.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { openChat } from "./open-chat.ts";

/** Opens the chat in a small separate window; without a script, in a new tab. */
export function ChatLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const t = useTranslate();
  function open(event: MouseEvent<HTMLAnchorElement>) {
    // A blank window has no base URL, so the URL must be absolute.
    if (openChat(event.currentTarget.href)) event.preventDefault();
  }
  return (
    <a className={className} href={to} target="_blank" rel="noopener" onClick={open}>
      {children}
      <span className="visually-hidden"> {t("frame:help.chat.window")}</span>
    </a>
  );
}

/** Chat button of every page: beside the brand's image on wide screens, otherwise below the help. */
export function ChatBubble({ to }: { to: string }) {
  const t = useTranslate();
  return (
    <ChatLink className="chat-bubble" to={to}>
      <Icon name="chat" />
      <ScreenReaderText visible={t("frame:help.chat.short")} spoken={t("frame:help.chat")} />
    </ChatLink>
  );
}
