import type { ReactNode } from "react";
import { Notice } from "../design/notice.tsx";
import type { FreshLinkSlice, MailedLinkSlice } from "../session/portal-session.ts";
import { ResendForm } from "./resend-form.tsx";
import { RetryLaterNotice } from "./retry-later-notice.tsx";

export interface EmailNotReceivedProps {
  /** Result of the last request for another link. */
  said: (MailedLinkSlice | FreshLinkSlice)["flash"];
  /** Text shown after another link was requested. */
  done: string;
  title: string;
  text: string;
  /** URL that the form posts to. */
  action: string;
  label: string;
  children?: ReactNode;
}

/** Shown below a sent link: what to do if it does not arrive. */
export function EmailNotReceived({ said, done, title, text, action, label, children }: EmailNotReceivedProps) {
  return (
    <>
      <Said said={said} done={done} />
      <section className="stack stack-tight away">
        <h2 className="heading">{title}</h2>
        <p className="quiet">{text}</p>
        <ResendForm action={action} label={label} />
        {children}
      </section>
    </>
  );
}

function Said({ said, done }: Pick<EmailNotReceivedProps, "said" | "done">) {
  if (said === undefined) return null;
  if (typeof said === "object") return <RetryLaterNotice time={said.retryAt} />;
  return (
    <Notice tone="success" takesFocus>
      {done}
    </Notice>
  );
}
