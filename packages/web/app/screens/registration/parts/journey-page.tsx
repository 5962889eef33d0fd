import type { ReactNode } from "react";
import { StageLine, stageWordsId } from "../../../design/stage-line.tsx";
import { Opening } from "../../../design/text.tsx";
import { EndLine } from "../../../form/end-notice.tsx";
import { PageTitle } from "../../../visit/page-title.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { JourneyFacts } from "../flow/journey-facts.ts";
import "./registration.css";
import { StepForm } from "../../../form/step-form.tsx";
import { backPath, beginPath, cancelPath } from "../flow/journey-path.table.ts";
import { ProvinceSet } from "./province-set.tsx";
import { SessionEnd } from "./session-end.tsx";

const stages = ["identify", "verify", "create"] as const;

export interface JourneyPageProps {
  journey: JourneyFacts;
  /** Which of the three stages; none before the first and after the last. */
  stage?: (typeof stages)[number];
  /** Above the title, on a page that only tells. */
  drawing?: ReactNode;
  title: ReactNode;
  /** The title in the browser, where the page's own is more than words. */
  documentTitle?: string;
  lead?: ReactNode;
  /** What may be done beside the page's one question. */
  children: ReactNode;
  /** After proof Back would void it: it is called what it does. */
  leaves?: "backAndCancel" | "startOverAndCancel" | "cancel" | "nothing";
}

/** The frame of every page of the journey: where one stands, the question, the ways back. */
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
  const say = useSay();
  const place = stage && { step: stages.indexOf(stage) + 1, of: stages.length };
  return (
    <div className="stack stack-wide journey">
      <PageTitle stage={place}>{documentTitle ?? String(title)}</PageTitle>
      {drawing}
      {place && <StageLine {...place} label={say(`registration:journey.stage.${stage}`)} />}
      <Opening title={title} describedBy={place && stageWordsId}>
        {lead}
      </Opening>
      {stage === undefined ? null : <SessionEnd limit={journey} startOver={beginPath} />}
      {journey.said === "provinceSet" ? <ProvinceSet province={journey.province} /> : null}
      {children}
      {stage === undefined ? null : (
        <EndLine limit={journey} idle="registration:journey.endsAt.idle" last="registration:journey.endsAt" />
      )}
      {leaves === "nothing" ? null : (
        <div className="cluster cluster-apart journey-leaves">
          {leaves === "cancel" ? null : (
            <StepForm action={backPath}>
              {say(leaves === "startOverAndCancel" ? "registration:journey.startOver" : "common:back")}
            </StepForm>
          )}
          <StepForm action={cancelPath}>{say("common:cancel")}</StepForm>
        </div>
      )}
    </div>
  );
}
