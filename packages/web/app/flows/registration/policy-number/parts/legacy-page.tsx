import "../../parts/registration.css";
import type { ReactNode } from "react";
import { StepIndicator, stepIndicatorId } from "../../../../design/step-indicator.tsx";
import { Opening } from "../../../../design/text.tsx";
import { ExpiryLine, ExpiryNotice, ExtendButton } from "../../../../form/expiry-notice.tsx";
import { PostButton } from "../../../../form/post-button.tsx";
import type { SessionLimit } from "../../../../form/use-expiry-warning.ts";
import { PageTitle } from "../../../../i18n/page-title.tsx";
import { useTranslate } from "../../../../i18n/translate.tsx";
import { ProvinceSet } from "../../parts/province-set.tsx";
import { SessionEnd } from "../../parts/session-end.tsx";
import { backPath, cancelPath, extendPath, type QuestionFrame } from "../flow/legacy-journey.ts";

const stages = ["identify", "verify", "create"] as const;

interface LegacyPageProps extends Partial<QuestionFrame> {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  leaves?: "journey" | "nothing";
}

/** Page frame of this flow: step indicator, question, and the Back and Cancel buttons. */
export function LegacyPage({ journey, linkEnds, title, lead, children, leaves = "journey" }: LegacyPageProps) {
  const t = useTranslate();
  const stage = journey?.stage ?? null;
  const place = stage === null ? undefined : { step: stage, of: 3 };
  const ends = journey?.ends;
  return (
    <div className="stack stack-wide journey">
      <PageTitle stage={place}>{title}</PageTitle>
      {place && (
        <StepIndicator {...place} label={t(`registration:journey.stage.${stages[place.step - 1] ?? "identify"}`)} />
      )}
      <Opening title={title} describedBy={place && stepIndicatorId}>
        {lead}
      </Opening>
      {ends === undefined ? null : <SessionEnd limit={ends} startOver={backPath} stay={extendPath} />}
      {linkEnds === undefined ? null : <LinkEnd limit={linkEnds} />}
      {journey?.flash === "provinceSet" ? <ProvinceSet province={journey.province} /> : null}
      {children}
      {ends === undefined ? null : (
        <ExpiryLine limit={ends} idle="registration:journey.endsAt.idle" last="registration:journey.endsAt" />
      )}
      {linkEnds === undefined ? null : <ExpiryLine limit={linkEnds} idle="link:endsAt.page" last="link:endsAt.link" />}
      {leaves === "nothing" ? null : (
        <div className="cluster cluster-apart journey-leaves">
          {journey === undefined ? null : (
            <PostButton action={backPath}>
              {t(journey.startsOver ? "registration:journey.startOver" : "common:back")}
            </PostButton>
          )}
          <PostButton action={cancelPath}>{t("common:cancel")}</PostButton>
        </div>
      )}
    </div>
  );
}

/** Warns two minutes before a link or its page expires. */
function LinkEnd({ limit }: { limit: SessionLimit }) {
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
