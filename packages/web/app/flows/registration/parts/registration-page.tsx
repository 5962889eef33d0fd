import "./registration.css";
import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "../../../design/notice.tsx";
import { StepIndicator, stepIndicatorId } from "../../../design/step-indicator.tsx";
import { PageIntro } from "../../../design/text.tsx";
import { ExpiryLine, ExpiryNotice, ExtendButton, ExtendForm } from "../../../form/expiry-notice.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import { PageTitle } from "../../../i18n/page-title.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { actionPaths, type FlowInfo, stages } from "../flow/flow-info.ts";

interface RegistrationPageProps {
  flow: FlowInfo;
  /** Shown above the title. */
  drawing?: ReactNode;
  title: ReactNode;
  /** Title of the document; needed if `title` is not plain text. */
  documentTitle?: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** Page frame of a registration: step indicator, title, expiry, and the Back and Cancel buttons. */
export function RegistrationPage({ flow, drawing, title, documentTitle, lead, children }: RegistrationPageProps) {
  const t = useTranslate();
  const { id, stage, exits, ends, province, flash } = flow;
  const paths = actionPaths[id];
  const position = stage && { step: stages.indexOf(stage) + 1, of: stages.length };
  return (
    <div className="stack stack-wide">
      <PageTitle stage={position}>{documentTitle ?? String(title)}</PageTitle>
      {drawing}
      {position && <StepIndicator {...position} label={t(`registration:journey.stage.${stage}`)} />}
      <PageIntro title={title} describedBy={position && stepIndicatorId}>
        {lead}
      </PageIntro>
      {ends && (id === "link" ? <LinkEnd limit={ends} /> : <SessionEnd limit={ends} paths={paths} />)}
      {flash === "provinceSet" ? (
        <Notice tone="calm">
          {t("registration:journey.provinceSet", { inProvince: t(`common:inProvince.${province}`) })}
        </Notice>
      ) : null}
      {children}
      {ends && <ExpiryLine limit={ends} {...expiryTexts[id === "link" ? "link" : "session"]} />}
      {exits === "none" ? null : (
        <div className="cluster cluster-apart journey-leaves">
          {exits === "cancel" ? null : (
            <PostButton action={paths.back}>
              {t(exits === "startOverAndCancel" ? "registration:journey.startOver" : "common:back")}
            </PostButton>
          )}
          <PostButton action={paths.cancel}>{t("common:cancel")}</PostButton>
        </div>
      )}
    </div>
  );
}

/** Moves the focus to the title when `kind` changes, because the URL stays the same. */
export function useFocusOnNewQuestion(kind: string): void {
  const previous = useRef(kind);
  useEffect(() => {
    if (previous.current === kind) return;
    previous.current = kind;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [kind]);
}

const expiryTexts = {
  session: { idle: "registration:journey.endsAt.idle", last: "registration:journey.endsAt" },
  link: { idle: "link:endsAt.page", last: "link:endsAt.link" },
} as const;

interface SessionEndProps {
  limit: SessionLimit;
  paths: (typeof actionPaths)[FlowInfo["id"]];
}

/** Warns two minutes before the session ends. Extending it keeps what was typed. */
function SessionEnd({ limit, paths }: SessionEndProps) {
  const t = useTranslate();
  const more = t("common:moreTime");
  return (
    <ExpiryNotice limit={limit} title={t("registration:journey.endingSoon.title", { time: limit.endsAt })}>
      <p>{t(limit.isExtended ? "registration:journey.endingSoon.idle" : "registration:journey.endingSoon")}</p>
      {!limit.isExtended ? (
        <PostButton action={paths.startOver}>{t("registration:journey.startOver")}</PostButton>
      ) : paths.extend === undefined ? (
        <ExtendButton>{more}</ExtendButton>
      ) : (
        <ExtendForm action={paths.extend}>{more}</ExtendForm>
      )}
    </ExpiryNotice>
  );
}

/** Warns two minutes before a link or its page expires. */
function LinkEnd({ limit }: Pick<SessionEndProps, "limit">) {
  const t = useTranslate();
  const { endsAt: time, isExtended } = limit;
  const key = isExtended ? "link:ending.page" : "link:ending.link";
  return (
    <ExpiryNotice limit={limit} title={t(`${key}.title`, { time })}>
      <p>{t(key)}</p>
      {isExtended ? <ExtendButton>{t("common:moreTime")}</ExtendButton> : null}
    </ExpiryNotice>
  );
}
