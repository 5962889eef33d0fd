import { useRevalidator } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { type TimeLimit, useNearEnd } from "../../../visit/use-near-end.ts";

export interface SessionLimit extends TimeLimit {
  /** Whether the next step puts the end off. */
  isExtended: boolean;
}

/** Says when the session ends, two minutes before: a clock time, never a countdown. More time keeps all that is typed. */
export function SessionEnd({
  limit,
  startOver,
}: {
  limit: SessionLimit;
  /** Where a new start is posted. */
  startOver: string;
}) {
  const say = useSay();
  const { revalidate } = useRevalidator();
  if (!useNearEnd(limit)) return null;
  return (
    <Notice tone="caution" title={say("registration:journey.endingSoon.title", { time: limit.endsAt })}>
      <p>{say(limit.isExtended ? "registration:journey.endingSoon.idle" : "registration:journey.endingSoon")}</p>
      {limit.isExtended ? (
        <Button kind="link" type="button" onClick={revalidate}>
          {say("registration:journey.stay")}
        </Button>
      ) : (
        <StepForm action={startOver}>{say("registration:journey.startOver")}</StepForm>
      )}
    </Notice>
  );
}

/** Without a script nothing can appear later: the page says quietly from the start when it closes. */
export function SessionEndLine({ limit: { endsAt, warnsInSeconds, isExtended } }: { limit: SessionLimit }) {
  const say = useSay();
  return warnsInSeconds === 0 ? null : (
    <noscript>
      <p className="quiet small">
        {say(isExtended ? "registration:journey.endsAt.idle" : "registration:journey.endsAt", { time: endsAt })}
      </p>
    </noscript>
  );
}
