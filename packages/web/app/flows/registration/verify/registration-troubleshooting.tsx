import type { ReactNode } from "react";
import { CodeTroubleshooting } from "../../../form/code-troubleshooting.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import { Telephone } from "../../../frame/telephone.tsx";
import { RichText } from "../../../i18n/rich-text.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { type ContactPage, contactChangedPath, letterRequestPath } from "../../../roadblock/action-path.table.ts";
import type { VerifyCodeData } from "./verify-code-data.ts";

interface RegistrationTroubleshootingProps {
  data: Pick<VerifyCodeData, "destination" | "sending" | "telephone">;
  /** Form target for requesting a new code. */
  resend: string;
  /** The flow, for a letter with a new PIN. */
  flow: "smart" | "legacy";
  /** The page, for a number or e-mail on file that has changed; absent where it was typed on the previous page. */
  from: ContactPage | undefined;
  /** Other options of the flow. */
  children?: ReactNode;
}

/** What to do without the code: request a new one, use another method, or call. */
export function RegistrationTroubleshooting({ data, resend, flow, from, children }: RegistrationTroubleshootingProps) {
  const t = useTranslate();
  const { destination, sending, telephone } = data;
  const isPin = destination.kind === "pin";
  return (
    <CodeTroubleshooting
      {...(sending !== null && { resend: <Resend sending={sending} telephone={telephone} action={resend} /> })}
      question={t(isPin ? "registration:code.lost.pin" : "registration:code.late")}
    >
      {isPin ? (
        <>
          <p>{t("registration:code.letter.text")}</p>
          <PostButton action={letterRequestPath} sends={{ from: flow }} kind="quiet">
            {t("registration:code.letter")}
          </PostButton>
        </>
      ) : (
        <p>{t(destination.kind === "address" ? "registration:code.late.address" : "registration:code.late.text")}</p>
      )}
      <div className="away-ways">
        {children}
        {from !== undefined && destination.kind !== "pin" ? (
          <PostButton action={contactChangedPath} sends={{ from }}>
            {t(`registration:code.lost.${destination.kind}`)}
          </PostButton>
        ) : null}
      </div>
      {/* Where no code is left to send, the page already shows the number to call. */}
      {sending?.resendsLeft === 0 ? null : (
        <p>
          <RichText text="registration:code.call" parts={{ telephone: <Telephone number={telephone} /> }} />
        </p>
      )}
    </CodeTroubleshooting>
  );
}

interface ResendProps {
  sending: NonNullable<VerifyCodeData["sending"]>;
  telephone: string;
  action: string;
}

function Resend({ sending, telephone, action }: ResendProps) {
  const t = useTranslate();
  const { resendsLeft, waitSeconds, sentAt, retryAt } = sending;
  if (resendsLeft === 0)
    return (
      <p>
        <RichText text="registration:code.left.0" parts={{ telephone: <Telephone number={telephone} /> }} />
      </p>
    );
  return (
    <>
      <ResendForm
        action={action}
        label={t("registration:code.resend")}
        kind="link"
        wait={{ seconds: waitSeconds, since: sentAt, words: t("registration:code.resend.wait", { time: retryAt }) }}
      />
      {resendsLeft === 1 ? <p className="quiet small">{t("registration:code.left.1")}</p> : null}
    </>
  );
}
