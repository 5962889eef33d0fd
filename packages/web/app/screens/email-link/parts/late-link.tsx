import type { ReactNode } from "react";
import { Notice } from "../../../design/notice.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import type { FreshLink, MailedLink } from "../../../visit/visit.ts";
import { WaitNotice } from "./wait-notice.tsx";

export interface LateLinkProps {
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
export function LateLink({ said, done, title, text, action, label, children }: LateLinkProps) {
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

function Said({ said, done }: Pick<LateLinkProps, "said" | "done">) {
  if (said === undefined) return null;
  if (typeof said === "object") return <WaitNotice time={said.againAt} />;
  return (
    <Notice tone="success" takesFocus>
      {done}
    </Notice>
  );
}
