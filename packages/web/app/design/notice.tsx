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
  /** Where a form's field is refused by what is said here. */
  id?: string | undefined;
  /** "none" inside of a region that announces it. */
  role?: "alert" | "status" | "none";
}

/**
 * Something the page says beside its question. An error is announced at once. The words that are announced stand inside
 * of what takes the focus: on one element a screen reader says them twice, or cuts one short by the other.
 */
export function Notice({ tone, title, children, takesFocus = false, id, role }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  // An error is found among the page's headings, as the summary of a form's errors is.
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
