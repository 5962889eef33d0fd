import type { ReactNode } from "react";
import { StepIndicator, stepIndicatorId } from "../../../design/step-indicator.tsx";
import { Opening } from "../../../design/text.tsx";
import { ExpiryLine } from "../../../form/expiry-notice.tsx";
import { PageTitle } from "../../../i18n/page-title.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { backPath, beginPath, cancelPath, type FlowInfo } from "../flow/flow-info.ts";
import "./registration.css";
import { PostButton } from "../../../form/post-button.tsx";
import { ProvinceSet } from "./province-set.tsx";
import { SessionEnd } from "./session-end.tsx";

const stages = ["identify", "verify", "create"] as const;

interface JourneyPageProps {
  journey: FlowInfo;
  /** One of the three stages; none before the first and after the last. */
  stage?: (typeof stages)[number];
  /** Above the title, on a page that only informs. */
  drawing?: ReactNode;
  title: ReactNode;
  /** The browser's title, where the page's own is more than text. */
  documentTitle?: string;
  lead?: ReactNode;
  /** What can be done besides the page's question. */
  children: ReactNode;
  /** After verification Back would discard it, so the button says "start over". */
  leaves?: "backAndCancel" | "startOverAndCancel" | "cancel" | "nothing";
}

/** Page frame of the journey: step indicator, question, and the Back and Cancel buttons. */
export function JourneyPage({
  journey,
  stage,
  drawing,
  title,
  documentTitle,
  lead,
  children,
  leaves = "backAndCancel",
}: JourneyPageProps) {
  const t = useTranslate();
  const place = stage && { step: stages.indexOf(stage) + 1, of: stages.length };
  return (
    <div className="stack stack-wide journey">
      <PageTitle stage={place}>{documentTitle ?? String(title)}</PageTitle>
      {drawing}
      {place && <StepIndicator {...place} label={t(`registration:journey.stage.${stage}`)} />}
      <Opening title={title} describedBy={place && stepIndicatorId}>
        {lead}
      </Opening>
      {stage === undefined ? null : <SessionEnd limit={journey} startOver={beginPath} />}
      {journey.flash === "provinceSet" ? <ProvinceSet province={journey.province} /> : null}
      {children}
      {stage === undefined ? null : (
        <ExpiryLine limit={journey} idle="registration:journey.endsAt.idle" last="registration:journey.endsAt" />
      )}
      {leaves === "nothing" ? null : (
        <div className="cluster cluster-apart journey-leaves">
          {leaves === "cancel" ? null : (
            <PostButton action={backPath}>
              {t(leaves === "startOverAndCancel" ? "registration:journey.startOver" : "common:back")}
            </PostButton>
          )}
          <PostButton action={cancelPath}>{t("common:cancel")}</PostButton>
        </div>
      )}
    </div>
  );
}
