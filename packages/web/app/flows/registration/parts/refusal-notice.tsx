import { errorDialogs } from "@vestibule/catalogue/error-dialog.table.ts";
import { type ReactNode, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { Notice } from "../../../design/notice.tsx";
import { useReady } from "../../../design/ready.ts";
import { useChangeCount } from "../../../design/use-change-count.ts";
import { RetryLaterNotice } from "../../../form/email-not-received.tsx";
import { hasFieldErrors } from "../../../form/form-values.ts";
import { ChatContact, TelephoneContact } from "../../../frame/help-panel.tsx";
import { ReferenceNumber } from "../../../frame/reference-on-demand.tsx";
import { useErrorFlag } from "../../../i18n/page-title.tsx";
import { useHasText, useLocaleKey, useTranslate } from "../../../i18n/translate.tsx";
import type { loader as rootLoader } from "../../../root.tsx";
import type { RegistrationFormError } from "../flow/flow-info.ts";

export const refusalNoticeId = "refusal";

/**
 * The newest refusal. A change of language or province loads the page again without it, so it is kept, unless it has a
 * time, which is in the former language.
 */
export function useLastingRefusal(newest: RegistrationFormError | undefined): RegistrationFormError | undefined {
  const locale = useLocaleKey();
  const [previous, setPrevious] = useState<{ refusal?: RegistrationFormError | undefined; locale?: string }>({});
  if (newest !== undefined && newest !== previous.refusal) setPrevious({ refusal: newest, locale });
  if (newest === undefined && previous.locale !== undefined) {
    const isKept = previous.locale !== locale && previous.refusal?.retryAt === undefined;
    setPrevious(isKept ? { refusal: previous.refusal } : {});
  }
  return newest ?? previous.refusal;
}

interface RefusalNoticeProps {
  refusal: RegistrationFormError | undefined;
  /** Absent: the title of the error. */
  title?: string | undefined;
  children?: ReactNode;
}

/** Notice or dialog for an error that belongs to no single field. */
export function RefusalNotice({ refusal: newest, title, children }: RefusalNoticeProps) {
  const t = useTranslate();
  const has = useHasText();
  const refusal = useLastingRefusal(newest);
  useErrorFlag(refusal?.alert !== undefined);
  const changeCount = useChangeCount(refusal);
  const [closed, setClosed] = useState<RegistrationFormError>();
  if (refusal?.alert === undefined) return null;
  const { alert, shownCode, reference, retryAt } = refusal;
  // With field errors, the error summary of the form says it instead.
  const isLastTry = refusal.triesLeft === 1 && !hasFieldErrors(refusal.errors);
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
    // A rate limit is not shown as an error, because the person made no mistake.
    <Notice
      key={changeCount}
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
 * Dialog for a server error after which the page can be submitted again, with the telephone number, the open chat, the
 * reference and the code. Without a script it is a panel in the page.
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

/** Says that registration starts again because the page was left open too long. */
export function ExpiredForm() {
  const t = useTranslate();
  return (
    <Notice tone="caution" title={t("registration:journey.lost.title")} takesFocus>
      {t("registration:journey.lost")}
    </Notice>
  );
}

interface LookupNoticeProps {
  refusal: RegistrationFormError | undefined;
  /** Absent: the title of the error. */
  title?: string;
  /** A policy number with the length used in the chosen province. */
  example?: string;
}

/** Notice that no person matched, with what to check; any other error is shown as by `RefusalNotice`. */
export function LookupNotice({ refusal: newest, title, example = "" }: LookupNoticeProps) {
  const t = useTranslate();
  const refusal = useLastingRefusal(newest);
  if (refusal?.alert !== "POLICY_NUMBER_NOT_FOUND") return <RefusalNotice refusal={refusal} />;
  return (
    <RefusalNotice refusal={refusal} title={title}>
      <p>{t(example.length === 9 ? "registrationError:moreInfo.error.9" : "registrationError:moreInfo.error.8")}</p>
    </RefusalNotice>
  );
}
