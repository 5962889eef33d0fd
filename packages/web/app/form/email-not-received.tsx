import type { ReactNode } from "react";
import { Notice } from "../design/notice.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { ResendForm } from "./resend-form.tsx";

export interface EmailNotReceivedProps {
  /** Result of the last request for another link. */
  flash: "sentAgain" | "askedAgain" | { retryAt: string } | undefined;
  /** Text shown after another link was requested. */
  done: string;
  title: string;
  text: string;
  /** URL that the form posts to. */
  action: string;
  label: string;
  children?: ReactNode;
}

/** Shown after a link was sent: what to do if it does not arrive. */
export function EmailNotReceived({ flash, done, title, text, action, label, children }: EmailNotReceivedProps) {
  return (
    <>
      <ResendFlash flash={flash} done={done} />
      <section className="stack stack-tight">
        <h2 className="heading">{title}</h2>
        <p className="quiet">{text}</p>
        <ResendForm action={action} label={label} />
        {children}
      </section>
    </>
  );
}

function ResendFlash({ flash, done }: Pick<EmailNotReceivedProps, "flash" | "done">) {
  if (flash === undefined) return null;
  if (typeof flash === "object") return <RetryLaterNotice time={flash.retryAt} />;
  return (
    <Notice tone="success" takesFocus>
      {done}
    </Notice>
  );
}

/** Says that there were too many requests. `time`: local time of day from which the next one is accepted. */
export function RetryLaterNotice({ time }: { time: string }) {
  const t = useTranslate();
  return (
    <Notice tone="caution" title={t("link:wait.title")} takesFocus>
      {t("link:wait", { time })}
    </Notice>
  );
}
