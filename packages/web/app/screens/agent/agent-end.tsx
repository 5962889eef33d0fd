import { EndNotice, MoreTime } from "../../form/end-notice.tsx";
import { useSay } from "../../visit/texts.tsx";
import type { SessionLimit } from "../../visit/use-near-end.ts";

/** Says when an agent's page closes, two minutes before; opening it again puts that off, until the shift is over. */
export function AgentEnd({ limit }: { limit: SessionLimit }) {
  const say = useSay();
  return (
    <EndNotice limit={limit} title={say("agent:ending.title", { time: limit.endsAt })}>
      <p>{say(limit.isExtended ? "agent:ending" : "agent:ending.last")}</p>
      {limit.isExtended ? <MoreTime>{say("common:moreTime")}</MoreTime> : null}
    </EndNotice>
  );
}
