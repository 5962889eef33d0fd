import { ButtonLink } from "../../../design/button.tsx";
import { EndNotice, MoreTime } from "../../../form/end-notice.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { type SessionLimit, useNearEnd } from "../../../visit/use-near-end.ts";
import { type ResetKind, startPathOf } from "./reset-start.table.ts";

/**
 * The page says from the start until when it holds, and again when little time is left, and how to go on after that:
 * the way there stands at the foot of the page. A proof cannot be renewed; a link that lives longer than this page can
 * be looked at again.
 */
export function ResetEnd({ limit, kind }: { limit: SessionLimit; kind: ResetKind }) {
  const say = useSay();
  const { endsAt: time, isExtended } = limit;
  return (
    <>
      {useNearEnd(limit) ? null : <p className="quiet small">{say("recovery:reset.endsAt", { time })}</p>}
      <EndNotice limit={limit} title={say("recovery:reset.endingSoon.title", { time })}>
        <p>{say(isExtended ? "link:ending.page" : `recovery:reset.endingSoon.${kind}`)}</p>
        {isExtended ? <MoreTime>{say("common:moreTime")}</MoreTime> : null}
      </EndNotice>
    </>
  );
}

/** Where somebody goes who does not finish here. */
export function ResetStart({ kind }: { kind: ResetKind }) {
  const say = useSay();
  return (
    <ButtonLink kind="link" to={startPathOf[kind]}>
      {say(kind === "temporary" ? "common:backToLogin" : "recovery:reset.startOver")}
    </ButtonLink>
  );
}
