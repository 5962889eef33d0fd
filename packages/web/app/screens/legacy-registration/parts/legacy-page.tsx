import type { ReactNode } from "react";
import { StageLine, stageWordsId } from "../../../design/stage-line.tsx";
import { Opening } from "../../../design/text.tsx";
import { EndLine } from "../../../form/end-notice.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { PageTitle } from "../../../visit/page-title.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { ProvinceSet } from "../../registration/parts/province-set.tsx";
import { SessionEnd } from "../../registration/parts/session-end.tsx";
import type { QuestionFrame } from "../flow/legacy-journey.ts";
import { backPath, cancelPath, stayPath } from "../flow/legacy-path.table.ts";
import { LinkEnd } from "./link-end.tsx";
import "../../registration/parts/registration.css";

const stages = ["identify", "verify", "create"] as const;

export interface LegacyPageProps extends Partial<QuestionFrame> {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  leaves?: "journey" | "nothing";
}

/** The frame of every page of this road: where one stands, the question, and the ways to leave it. */
export function LegacyPage({ journey, linkEnds, title, lead, children, leaves = "journey" }: LegacyPageProps) {
  const say = useSay();
  const stage = journey?.stage ?? null;
  const place = stage === null ? undefined : { step: stage, of: 3 };
  const ends = journey?.ends;
  return (
    <div className="stack stack-wide journey">
      <PageTitle stage={place}>{title}</PageTitle>
      {place && (
        <StageLine {...place} label={say(`registration:journey.stage.${stages[place.step - 1] ?? "identify"}`)} />
      )}
      <Opening title={title} describedBy={place && stageWordsId}>
        {lead}
      </Opening>
      {ends === undefined ? null : <SessionEnd limit={ends} startOver={backPath} stay={stayPath} />}
      {linkEnds === undefined ? null : <LinkEnd limit={linkEnds} />}
      {journey?.said === "provinceSet" ? <ProvinceSet province={journey.province} /> : null}
      {children}
      {ends === undefined ? null : (
        <EndLine limit={ends} idle="registration:journey.endsAt.idle" last="registration:journey.endsAt" />
      )}
      {linkEnds === undefined ? null : <EndLine limit={linkEnds} idle="link:endsAt.page" last="link:endsAt.link" />}
      {leaves === "nothing" ? null : (
        <div className="cluster cluster-apart journey-leaves">
          {journey === undefined ? null : (
            <StepForm action={backPath}>
              {say(journey.startsOver ? "registration:journey.startOver" : "common:back")}
            </StepForm>
          )}
          <StepForm action={cancelPath}>{say("common:cancel")}</StepForm>
        </div>
      )}
    </div>
  );
}
