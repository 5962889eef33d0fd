import { ButtonLink } from "../../../design/button.tsx";
import { EndNotice, MoreTime, MoreTimeForm } from "../../../form/end-notice.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { type SessionLimit, useNearEnd } from "../../../visit/use-near-end.ts";
import { stayPath } from "../parts/recovery-path.table.ts";
import { type ResetKind, startPathOf } from "./reset-start.table.ts";

/**
 * The page says from the start until when it holds, and again when little time is left, and how to go on after that:
 * the way there stands at the foot of the page.
 */
export function ResetEnd({ limit, kind }: { limit: SessionLimit; kind: ResetKind }) {
  const say = useSay();
  const { endsAt: time, isExtended } = limit;
  const saying = isExtended ? (kind === "link" ? "link:ending.page" : "recovery:reset.endingSoon.extended") : undefined;
  return (
    <>
      {useNearEnd(limit) ? null : <EndFromTheStart limit={limit} kind={kind} />}
      <EndNotice limit={limit} title={say("recovery:reset.endingSoon.title", { time })}>
        <p>{say(saying ?? `recovery:reset.endingSoon.${kind}`)}</p>
        {isExtended ? <More kind={kind} /> : null}
      </EndNotice>
    </>
  );
}

/** Without a script nothing can appear later: more time can be asked for from the start. */
function EndFromTheStart({ limit, kind }: { limit: SessionLimit; kind: ResetKind }) {
  const say = useSay();
  return (
    <>
      <p className="quiet small">{say("recovery:reset.endsAt", { time: limit.endsAt })}</p>
      {limit.isExtended && kind !== "link" ? (
        <noscript>
          <More kind={kind} />
        </noscript>
      ) : null}
    </>
  );
}

/** A link that lives longer than this page is looked at again; the API gives a proof more time. */
function More({ kind }: { kind: ResetKind }) {
  const words = useSay()("common:moreTime");
  return kind === "link" ? <MoreTime>{words}</MoreTime> : <MoreTimeForm action={stayPath}>{words}</MoreTimeForm>;
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
