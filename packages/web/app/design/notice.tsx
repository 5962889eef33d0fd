import { type ReactNode, useEffect, useRef } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type NoticeTone = "calm" | "success" | "caution" | "error";

const icons: Record<NoticeTone, IconName> = {
  calm: "information",
  success: "done",
  caution: "clock",
  error: "attention",
};

export interface NoticeProps {
  tone: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Takes the focus when the page opens, so that it is read out first. */
  takesFocus?: boolean;
}

/** Something the page says beside its question. An error is announced at once. */
export function Notice({ tone, title, children, takesFocus = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div
      className="notice"
      data-tone={tone}
      role={tone === "error" ? "alert" : "status"}
      ref={box}
      tabIndex={takesFocus ? -1 : undefined}
      // biome-ignore lint/a11y/noAutofocus: without a script the browser itself brings the reader to what went wrong
      autoFocus={takesFocus}
    >
      <Icon name={icons[tone]} />
      {title === undefined ? null : <p className="notice-title">{title}</p>}
      {children === undefined || children === null ? null : <div className="notice-body">{children}</div>}
    </div>
  );
}
