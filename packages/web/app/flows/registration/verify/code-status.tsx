import { Notice } from "../../../design/notice.tsx";
import { CodeExpiry } from "../../../form/code-expiry.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { VerifyCodeData } from "./verify-code-data.ts";

interface CodeStatusProps extends Pick<VerifyCodeData, "sending"> {
  /** Flash message of the previous request. */
  flash: string | undefined;
  /** Form target for requesting another code. */
  resend: string;
}

/** Status of the code: whether another one was sent, and how long the newest is valid. */
export function CodeStatus({ flash, sending, resend }: CodeStatusProps) {
  const t = useTranslate();
  return (
    <>
      {flash === "codeSentAgain" && sending !== null ? (
        <Notice key={sending.sentAt} tone="success" takesFocus>
          {t("registration:code.sentAgain", { time: sending.sentAt })}
        </Notice>
      ) : null}
      {flash === "letterAsked" ? (
        <Notice tone="success" takesFocus>
          {t("registration:code.letter.asked")}
        </Notice>
      ) : null}
      {flash === "codeTooSoon" ? (
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
