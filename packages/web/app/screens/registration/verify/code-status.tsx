import { Notice } from "../../../design/notice.tsx";
import { CodeExpiry } from "../../../form/code-expiry.tsx";
import { useTranslate } from "../../../visit/texts.tsx";
import type { VerifyCodeData } from "./verify-code-data.ts";

export interface CodeStatusProps extends Pick<VerifyCodeData, "sending"> {
  /** What the request before left to be said. */
  said: string | undefined;
  /** Where another code is asked for. */
  resend: string;
}

/** How things stand with the code: whether another one went out, and how long the newest works. */
export function CodeStatus({ said, sending, resend }: CodeStatusProps) {
  const t = useTranslate();
  return (
    <>
      {said === "codeSentAgain" && sending !== null ? (
        <Notice key={sending.sentAt} tone="success" takesFocus>
          {t("registration:code.sentAgain", { time: sending.sentAt })}
        </Notice>
      ) : null}
      {said === "letterAsked" ? (
        <Notice tone="success" takesFocus>
          {t("registration:code.letter.asked")}
        </Notice>
      ) : null}
      {said === "codeTooSoon" ? (
        <Notice tone="calm" takesFocus>
          {t("registration:code.tooSoon")}
        </Notice>
      ) : null}
      {sending === null ? null : (
        <CodeExpiry
          limit={sending.ends}
          {...(sending.resendsLeft !== 0 && { again: { action: resend, label: t("registration:code.resend") } })}
        />
      )}
    </>
  );
}
