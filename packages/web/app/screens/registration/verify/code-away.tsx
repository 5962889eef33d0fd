import type { ReactNode } from "react";
import { Disclosure } from "../../../design/disclosure.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { Telephone } from "../../../frame/telephone.tsx";
import { type ContactPage, contactChangedPath } from "../../../visit/contact-page.table.ts";
import { RichText } from "../../../visit/rich-text.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { VerifyCodeData } from "./verify-code-data.ts";

export interface CodeAwayProps {
  data: Pick<VerifyCodeData, "destination" | "sending" | "telephone">;
  /** Where a new code is asked for. */
  resend: string;
  /** The page, for whom the number or address is not theirs any more; absent where it was typed a moment ago. */
  from: ContactPage | undefined;
  /** The ways of the journey's own. */
  children?: ReactNode;
}

/** The code is not there: a new one, another way, or an agent. */
export function CodeAway({ data, resend, from, children }: CodeAwayProps) {
  const say = useSay();
  const { destination, sending, telephone } = data;
  return (
    <section className="stack stack-tight away">
      {sending === null ? null : (
        <>
          <h2 className="heading">{say("registration:code.late")}</h2>
          <p className="quiet">
            {say(destination.kind === "address" ? "registration:code.late.address" : "registration:code.late.text")}
            {sending.resendsLeft === 1 ? ` ${say("registration:code.left.1")}` : null}
          </p>
          {sending.resendsLeft === 0 ? (
            <p>
              <RichText text="registration:code.left.0" parts={{ telephone: <Telephone number={telephone} /> }} />
            </p>
          ) : (
            <ResendForm
              action={resend}
              label={say("registration:code.resend")}
              wait={{
                ...{ seconds: sending.waitSeconds, since: sending.sentAt },
                words: say("registration:code.resend.wait", { time: sending.againAt }),
              }}
            />
          )}
        </>
      )}
      <div className="away-ways">
        {children}
        {from !== undefined && destination.kind !== "pin" ? (
          <StepForm action={contactChangedPath} sends={{ from }}>
            {say(`registration:code.lost.${destination.kind}`)}
          </StepForm>
        ) : null}
        {destination.kind === "pin" ? (
          <Disclosure question={say("registration:code.lost.pin")}>
            <p>
              <RichText text="registration:code.lost.text" parts={{ telephone: <Telephone number={telephone} /> }} />
            </p>
          </Disclosure>
        ) : null}
      </div>
    </section>
  );
}
