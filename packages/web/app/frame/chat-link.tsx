import type { MouseEvent, ReactNode } from "react";
import { Icon } from "../design/icon.tsx";
import { ScreenReaderText } from "../design/screen-reader-text.tsx";
import { useTranslate } from "../visit/texts.tsx";
import { openChat } from "./open-chat.ts";

/** Opens the chat in a small window of its own; without a script, in a new tab. */
export function ChatLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const t = useTranslate();
  function open(event: MouseEvent<HTMLAnchorElement>) {
    // A whole address: a blank window has none to begin from.
    if (openChat(event.currentTarget.href)) event.preventDefault();
  }
  return (
    <a className={className} href={to} target="_blank" rel="noopener" onClick={open}>
      {children}
      <span className="visually-hidden"> {t("frame:help.chat.window")}</span>
    </a>
  );
}

/** Whoever chats need not read out what the page knows. */
export interface ToldChat {
  errorCode?: string;
  shownCode?: string;
  reference?: string | undefined;
}

/** The chat's address with what it is told. */
export function tellingChat(chatUrl: string, told: ToldChat): string {
  const facts = Object.entries(told).filter((fact): fact is [string, string] => fact[1] !== undefined);
  return facts.length === 0 ? chatUrl : `${chatUrl}&${new URLSearchParams(facts)}`;
}

/** The chat in sight of every page: beside the brand's drawing where there is room, else under the help. */
export function ChatBubble({ to }: { to: string }) {
  const t = useTranslate();
  return (
    <ChatLink className="chat-bubble" to={to}>
      <Icon name="chat" />
      <ScreenReaderText seen={t("frame:help.chat.short")} heard={t("frame:help.chat")} />
    </ChatLink>
  );
}
