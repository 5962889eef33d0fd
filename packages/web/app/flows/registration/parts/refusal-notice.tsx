import { errorDialogs } from "@vestibule/catalogue/error-dialog.table.ts";
import { type ReactNode, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { Notice } from "../../../design/notice.tsx";
import { useReady } from "../../../design/ready.ts";
import { useSerial } from "../../../design/use-serial.ts";
import { RetryLaterNotice } from "../../../form/email-not-received.tsx";
import { hasFieldFaults } from "../../../form/form-values.ts";
import { ReferenceNumber } from "../../../frame/asked-reference.tsx";
import { ChatContact, TelephoneContact } from "../../../frame/help-panel.tsx";
import { useHasText, useTranslate } from "../../../i18n/translate.tsx";
import type { loader as rootLoader } from "../../../root.tsx";
import type { RegistrationRefusal } from "../flow/flow-info.ts";

export const refusalNoticeId = "refusal";

interface RefusalNoticeProps {
  refusal: RegistrationRefusal | undefined;
  /** Absent: the title of the error. */
  title?: string | undefined;
  children?: ReactNode;
}

/** Refusal text that belongs to no single field. Field errors need no notice. */
export function RefusalNotice({ refusal, title, children }: RefusalNoticeProps) {
  const t = useTranslate();
  const has = useHasText();
  const serial = useSerial(refusal);
  const [closed, setClosed] = useState<RegistrationRefusal>();
  if (refusal?.alert === undefined) return null;
  const { alert, shownCode, reference, retryAt } = refusal;
  // Beside field errors the summary of the form says it.
  const isLastTry = refusal.triesLeft === 1 && !hasFieldFaults(refusal.faults);
  if (alert === "wait") return <RetryLaterNotice time={retryAt ?? ""} />;
  const textKey = alert === "notSaved" ? "policyNumberRegistration:notSaved" : `registrationError:${alert}`;
  const text = has(textKey) ? t(textKey, { time: retryAt ?? "" }) : undefined;
  if (shownCode !== undefined)
    return closed === refusal ? null : (
      <ErrorDialog shownCode={shownCode} reference={reference} onClose={() => setClosed(refusal)}>
        {text}
      </ErrorDialog>
    );
  const titleKey = `${textKey}.title`;
  if (!has(titleKey)) return null;
  return (
    // A rate limit is not the person's mistake.
    <Notice
      key={serial}
      id={refusalNoticeId}
      tone={retryAt === undefined ? "error" : "caution"}
      title={title ?? t(titleKey)}
      takesFocus
    >
      {text === undefined ? null : <p>{text}</p>}
      {children}
      {isLastTry ? <p>{t("registrationError:lastTry")}</p> : null}
    </Notice>
  );
}

interface ErrorDialogProps {
  shownCode: string;
  reference: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A server error after which the page can be submitted again: a dialog with the number to call, the chat during its
 * hours, a reference and a code for the agent; a panel without a script.
 */
export function ErrorDialog({ shownCode, reference, onClose, children }: ErrorDialogProps) {
  const t = useTranslate();
  const ready = useReady();
  const frame = useRouteLoaderData<typeof rootLoader>("root");
  const { agentCode } = errorDialogs["not-saved"];
  return (
    <Dialog
      title={t("registrationError:EMAIL_UPDATE_FAILED.title")}
      text={
        <>
          <p>{children}</p>
          {frame === undefined ? null : <TelephoneContact help={frame.help} />}
          {frame === undefined || frame.webview || frame.help.chat.url === undefined ? null : (
            <ChatContact chat={frame.help.chat} chatFacts={{ errorCode: agentCode, shownCode, reference }} />
          )}
          <ReferenceNumber reference={reference} />
          <p className="quiet figures">
            {t("registrationError:EMAIL_UPDATE_FAILED.code", { code: `${agentCode} (${shownCode})` })}
          </p>
        </>
      }
      open
      onClose={onClose}
    >
      {ready ? (
        <Button type="button" onClick={onClose}>
          {t("common:close")}
        </Button>
      ) : null}
    </Dialog>
  );
}

/** Explains that registration starts again because the page was left open too long. */
export function ExpiredForm() {
  const t = useTranslate();
  return (
    <Notice tone="caution" title={t("registration:journey.lost.title")} takesFocus>
      {t("registration:journey.lost")}
    </Notice>
  );
}

interface LookupNoticeProps {
  refusal: RegistrationRefusal | undefined;
  /** Absent: the title of the error. */
  title?: string;
  /** A policy number with the length used in the chosen province. */
  example?: string;
}

/** No person matched: what to compare. */
export function LookupNotice({ refusal, title, example = "" }: LookupNoticeProps) {
  const t = useTranslate();
  if (refusal?.alert !== "POLICY_NUMBER_NOT_FOUND") return <RefusalNotice refusal={refusal} />;
  return (
    <RefusalNotice refusal={refusal} title={title}>
      <p>{t(example.length === 9 ? "registrationError:moreInfo.error.9" : "registrationError:moreInfo.error.8")}</p>
    </RefusalNotice>
  );
}
