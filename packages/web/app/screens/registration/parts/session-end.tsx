import { useEffect, useState } from "react";
import { Notice } from "../../../design/notice.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { JourneyFacts } from "../flow/journey-facts.ts";

type SessionTimes = Pick<JourneyFacts, "endsAt" | "warnsInSeconds">;

/** Says when the session ends, near its end. A clock time, never a countdown. */
export function SessionEnd({
  endsAt,
  warnsInSeconds,
  startOver,
}: SessionTimes & {
  /** Where a new start is posted. */
  startOver: string;
}) {
  const say = useSay();
  const [near, setNear] = useState(warnsInSeconds === 0);

  useEffect(() => {
    setNear(warnsInSeconds === 0);
    const timer = setTimeout(() => setNear(true), warnsInSeconds * 1000);
    return () => clearTimeout(timer);
  }, [warnsInSeconds]);

  if (!near) return null;
  return (
    <Notice tone="caution" title={say("registration:journey.endingSoon.title", { time: endsAt })}>
      <p>{say("registration:journey.endingSoon")}</p>
      <StepForm action={startOver}>{say("registration:journey.startOver")}</StepForm>
    </Notice>
  );
}

/** Without a script nothing can appear later: the page says quietly from the start when it closes. */
export function SessionEndLine({ endsAt, warnsInSeconds }: SessionTimes) {
  const say = useSay();
  return warnsInSeconds === 0 ? null : (
    <noscript>
      <p className="quiet small">{say("registration:journey.endsAt", { time: endsAt })}</p>
    </noscript>
  );
}
