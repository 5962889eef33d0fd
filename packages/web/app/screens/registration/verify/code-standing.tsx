import { Notice } from "../../../design/notice.tsx";
import { CodeEnd } from "../../../form/code-end.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { VerifyCodeData } from "./verify-code-data.ts";

export interface CodeStandingProps extends Pick<VerifyCodeData, "sending"> {
  /** What the request before left to be said. */
  said: string | undefined;
  /** Where another code is asked for. */
  resend: string;
}

/** How things stand with the code: whether another one went out, and how long the newest works. */
export function CodeStanding({ said, sending, resend }: CodeStandingProps) {
  const say = useSay();
  return (
    <>
      {said === "codeSentAgain" && sending !== null ? (
        <Notice key={sending.sentAt} tone="success" takesFocus>
          {say("registration:code.sentAgain", { time: sending.sentAt })}
        </Notice>
      ) : null}
      {said === "letterAsked" ? (
        <Notice tone="success" takesFocus>
          {say("registration:code.letter.asked")}
        </Notice>
      ) : null}
      {said === "codeTooSoon" ? (
        <Notice tone="calm" takesFocus>
          {say("registration:code.tooSoon")}
        </Notice>
      ) : null}
      {sending === null ? null : (
        <CodeEnd
          limit={sending.ends}
          {...(sending.resendsLeft !== 0 && { again: { action: resend, label: say("registration:code.resend") } })}
        />
      )}
    </>
  );
}
