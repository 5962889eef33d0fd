import { checkPin, checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { ScreenReaderText } from "../../../design/screen-reader-text.tsx";
import { CodeField } from "../../../form/code-field.tsx";
import { CodeTroubleshooting } from "../../../form/code-troubleshooting.tsx";
import type { Destination } from "../../../form/destination.rule.ts";
import { CodeExpiry } from "../../../form/expiry-notice.tsx";
import type { FieldRules } from "../../../form/form-values.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import type { TimeLimit } from "../../../form/use-expiry-warning.ts";
import { Telephone } from "../../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";
import { type ContactPage, contactChangedPath, letterRequestPath } from "../../../roadblock/action-path.table.ts";
import {
  actionPaths,
  type FlowInfo,
  identificationPath,
  type ScreenProps,
  type WithFlowInfo,
} from "../flow/flow-info.ts";
import { useDestinationWords } from "../parts/destination-words.tsx";
import { RefusalNotice, useLastingRefusal } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";

export const codeRules: FieldRules = { securityCode: checkSecurityCode };
export const pinRules: FieldRules = { securityPin: checkPin };

interface CodeSending {
  sentAt: string;
  /** Seconds until another code can be requested, the local time of day of that, and how many are left if known. */
  waitSeconds: number;
  retryAt: string;
  resendsLeft: number | undefined;
  /** When the code expires. */
  ends: TimeLimit;
}

/** An earlier page of the flow: smart registration goes back by a form, registration by policy number has a link. */
export type EarlierPage = { by: "form" | "link"; path: string };

export interface VerifyCodeData {
  destination: Destination;
  /** The e-mail that the code verifies as a username, unmasked; null for the code that verifies the person. */
  username: string | null;
  /** Where that e-mail can be changed, and where another method can be chosen; null if not possible. */
  changesUsernameAt: EarlierPage | null;
  otherMethodsAt: EarlierPage | null;
  /** Whether to offer the policy number, because the person was found by e-mail. */
  offersPolicyNumber: boolean;
  telephone: string;
  /** The newest message; null for a PIN, which is not sent by the portal. */
  sending: CodeSending | null;
}

/** Asks for the code of a text message or e-mail, or for a PIN. */
export function VerifyCodeScreen({ data, refusal: newest }: ScreenProps<VerifyCodeData>) {
  const t = useTranslate();
  const refusal = useLastingRefusal(newest);
  const { flow, destination, username, sending } = data;
  const isPin = destination.kind === "pin";
  const title = isPin ? "code.title.pin" : username === null ? "code.title" : "code.title.username";
  const help =
    sending === null ? t("registration:code.help.pin") : t("registration:code.help", { time: sending.ends.endsAt });
  return (
    <RegistrationPage flow={flow} title={t(`registration:${title}`)} lead={<CodeLead {...data} />}>
      <CodeStatus flash={flow.flash} sending={sending} resend={actionPaths[flow.id].resend} />
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={isPin ? pinRules : codeRules} formError={refusal}>
        <CodeField name={isPin ? "securityPin" : "securityCode"} help={help} />
        <Button busyText={t("common:checking")}>
          {t(isPin ? "registration:code.verify.pin" : "registration:code.verify")}
        </Button>
      </ScreenForm>
      <RegistrationTroubleshooting data={data} />
    </RegistrationPage>
  );
}

/** Where and when the code was sent; an e-mail that its owner typed is shown unmasked. */
function CodeLead({ destination, sending, username }: VerifyCodeData) {
  const t = useTranslate();
  const words = useDestinationWords(destination);
  if (sending === null) return t("registration:code.lead.pin");
  const time = sending.sentAt;
  if (username !== null)
    return (
      <RichText
        text="registration:code.lead.username"
        parts={{ email: <strong className="email">{username}</strong>, time }}
      />
    );
  const describe = (destination: string) => t("registration:code.lead", { destination, time });
  return <ScreenReaderText visible={describe(words.visible)} spoken={describe(words.spoken)} />;
}

interface CodeStatusProps extends Pick<VerifyCodeData, "sending"> {
  flash: FlowInfo["flash"];
  /** Form target for requesting another code. */
  resend: string;
}

const flashNotices = {
  codeSentAgain: { tone: "success", text: "registration:code.sentAgain" },
  letterAsked: { tone: "success", text: "registration:code.letter.asked" },
  codeTooSoon: { tone: "calm", text: "registration:code.tooSoon" },
} as const;

/** Says whether another code was sent, and warns before the newest one expires. */
function CodeStatus({ flash, sending, resend }: CodeStatusProps) {
  const t = useTranslate();
  const time = sending?.sentAt ?? "";
  const isNotice = flash === "codeSentAgain" || flash === "letterAsked" || flash === "codeTooSoon";
  return (
    <>
      {isNotice ? (
        <Notice key={time} tone={flashNotices[flash].tone} takesFocus>
          {t(flashNotices[flash].text, { time })}
        </Notice>
      ) : null}
      {typeof flash === "object" ? (
        <Notice tone="caution" title={t("registrationError:TOO_MANY_REQUESTS.title")} takesFocus>
          {t("registrationError:TOO_MANY_REQUESTS", { time: flash.retryAt })}
        </Notice>
      ) : null}
      {sending === null ? null : (
        <CodeExpiry
          limit={sending.ends}
          again={sending.resendsLeft === 0 ? undefined : { action: resend, label: t("registration:code.resend") }}
        />
      )}
    </>
  );
}

const contactPages = { number: "policyNumberText", email: "policyNumberEmail" } satisfies Record<string, ContactPage>;

/** What to do without the code: request a new one, use another method, or call. */
function RegistrationTroubleshooting({ data }: { data: WithFlowInfo<VerifyCodeData> }) {
  const t = useTranslate();
  const { flow, destination, username, changesUsernameAt, otherMethodsAt, sending, telephone } = data;
  const isPin = destination.kind === "pin";
  return (
    <CodeTroubleshooting
      resend={sending === null ? undefined : <Resend data={data} sending={sending} />}
      question={t(isPin ? "registration:code.lost.pin" : "registration:code.late")}
    >
      {isPin ? (
        <>
          <p>{t("registration:code.letter.text")}</p>
          <PostButton action={letterRequestPath} sends={{ from: flow.id }} kind="quiet">
            {t("registration:code.letter")}
          </PostButton>
        </>
      ) : (
        <p>{t(destination.kind === "email" ? "registration:code.late.email" : "registration:code.late.text")}</p>
      )}
      <div className="away-options">
        {changesUsernameAt === null ? null : (
          <EarlierPageButton page={changesUsernameAt}>{t("registration:code.changeEmail")}</EarlierPageButton>
        )}
        {otherMethodsAt === null ? null : (
          <EarlierPageButton page={otherMethodsAt}>{t("registration:code.otherWay")}</EarlierPageButton>
        )}
        {data.offersPolicyNumber ? (
          <PostButton action={identificationPath} sends={{ method: "policyNumber" }}>
            {t("registration:journey.usePolicyNumber")}
          </PostButton>
        ) : null}
        {username === null && destination.kind !== "pin" ? (
          <PostButton
            action={contactChangedPath}
            sends={{ from: flow.id === "registration" ? "code" : contactPages[destination.kind] }}
          >
            {t(`registration:code.lost.${destination.kind}`)}
          </PostButton>
        ) : null}
      </div>
      {/* If no code is left to send, `Resend` already shows the telephone number. */}
      {sending?.resendsLeft === 0 ? null : (
        <p>
          <RichText text="registration:code.call" parts={{ telephone: <Telephone number={telephone} /> }} />
        </p>
      )}
    </CodeTroubleshooting>
  );
}

function EarlierPageButton({ page: { by, path }, children }: { page: EarlierPage; children: ReactNode }) {
  if (by === "form") return <PostButton action={path}>{children}</PostButton>;
  return (
    <ButtonLink kind="link" to={path}>
      {children}
    </ButtonLink>
  );
}

interface ResendProps {
  data: WithFlowInfo<VerifyCodeData>;
  sending: NonNullable<VerifyCodeData["sending"]>;
}

function Resend({ data: { flow, telephone }, sending }: ResendProps) {
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
        action={actionPaths[flow.id].resend}
        label={t("registration:code.resend")}
        kind="link"
        wait={{ seconds: waitSeconds, since: sentAt, words: t("registration:code.resend.wait", { time: retryAt }) }}
      />
      {resendsLeft === 1 ? <p className="quiet small">{t("registration:code.left.1")}</p> : null}
    </>
  );
}
