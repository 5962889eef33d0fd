import { EndNotice, MoreTime, MoreTimeForm } from "../../../form/end-notice.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { SessionLimit } from "../../../visit/use-near-end.ts";

/** Says when the session ends, two minutes before. More time keeps all that is typed. */
export function SessionEnd({
  limit,
  startOver,
  stay,
}: {
  limit: SessionLimit;
  /** Where a new start is posted. */
  startOver: string;
  /** Where more time is asked for; absent: opening the page gives it. */
  stay?: string;
}) {
  const say = useSay();
  const more = say("common:moreTime");
  return (
    <EndNotice limit={limit} title={say("registration:journey.endingSoon.title", { time: limit.endsAt })}>
      <p>{say(limit.isExtended ? "registration:journey.endingSoon.idle" : "registration:journey.endingSoon")}</p>
      {!limit.isExtended ? (
        <StepForm action={startOver}>{say("registration:journey.startOver")}</StepForm>
      ) : stay === undefined ? (
        <MoreTime>{more}</MoreTime>
      ) : (
        <MoreTimeForm action={stay}>{more}</MoreTimeForm>
      )}
    </EndNotice>
  );
}
