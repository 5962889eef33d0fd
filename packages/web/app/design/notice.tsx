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
  /** Whether the notice takes the focus when it appears, so that screen readers announce it first. */
  takesFocus?: boolean;
  /** Referenced by the field that this notice marks as invalid. */
  id?: string | undefined;
  /** "none" inside a live region that already announces it. */
  role?: "alert" | "status" | "none";
}

/**
 * A message next to the page's content; errors are announced at once. The live role is on an element inside the focused
 * one: both on one element make screen readers repeat or truncate the text.
 */
export function Notice({ tone, title, children, takesFocus = false, id, role }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  // An error is a heading, like the error summary of a form, so that heading navigation finds it.
  const Title = tone === "error" ? "h2" : "p";
  return (
    <div
      className="notice"
      data-tone={tone}
      ref={box}
      tabIndex={takesFocus ? -1 : undefined}
      // biome-ignore lint/a11y/noAutofocus: without a script the browser itself brings the reader to what went wrong
      autoFocus={takesFocus}
    >
      <Icon name={icons[tone]} />
      <div className="notice-words" role={role ?? (tone === "error" ? "alert" : "status")} id={id}>
        {title === undefined ? null : <Title className="notice-title">{title}</Title>}
        {children === undefined || children === null ? null : <div className="notice-body">{children}</div>}
      </div>
    </div>
  );
}
