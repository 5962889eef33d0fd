import type { ReactNode } from "react";
import { Notice } from "../../../design/notice.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import type { FreshLink, MailedLink } from "../../../visit/request-context.ts";
import { RetryLaterNotice } from "./retry-later-notice.tsx";

export interface EmailNotReceivedProps {
  /** How it went when another link was asked for. */
  said: (MailedLink | FreshLink)["said"];
  /** Said where another one was asked for. */
  done: string;
  title: string;
  text: string;
  /** Where the form posts that asks for another one. */
  action: string;
  label: string;
  children?: ReactNode;
}

/** Under the lines on a link that was mailed: what to do where it does not come. */
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
